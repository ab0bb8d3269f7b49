// 23.1.2.1 Array.fromAsync ( items [ , mapper [ , thisArg ] ] ), as the proposal of that name has it.
//
// Invariant: what the program does to prototypes and globals later is not seen here, but where the specification looks at it.

const { apply, construct, defineProperty } = Reflect;
const { iterator: syncSymbol, asyncIterator: asyncSymbol } = Symbol;
const { min, trunc } = Math;
const ArrayConstructor = Array;
const toObject = Object;
const MAX_LENGTH = 2 ** 53 - 1;

// 7.3.10 GetMethod ( V, P )
function methodOf(items, symbol) {
  const method = items[symbol];
  if (method === undefined || method === null) return undefined;
  if (typeof method !== 'function') throw new TypeError('the iterator method is not callable');
  return method;
}

// An iterable that stands for the iterator record: `next` is read here and now (7.4.3), `return` when it is wanted.
function recordOf(items, method, symbol) {
  const iterator = apply(method, items, []);
  if ((typeof iterator !== 'object' || iterator === null) && typeof iterator !== 'function')
    throw new TypeError(`Result of the ${symbol === asyncSymbol ? 'Symbol.asyncIterator' : 'Symbol.iterator'} method is not an object`);
  const next = iterator.next;
  const proxy = {
    __proto__: null,
    next: () => apply(next, iterator, []),
    get return() {
      const method = iterator.return;
      return method === undefined || method === null ? undefined : (...args) => apply(method, iterator, args);
    },
  };
  return { __proto__: null, [symbol]: () => proxy };
}

// 7.3.19 LengthOfArrayLike ( obj )
function lengthOf(object) {
  const length = trunc(+object.length);
  return length > 0 ? min(length, MAX_LENGTH) : 0;
}

// 7.3.7 CreateDataPropertyOrThrow ( O, P, V )
function createData(target, key, value) {
  if (!defineProperty(target, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true }))
    throw new TypeError(`Cannot add property ${key}, object is not extensible`);
}

// Gives the function; `isConstructor` is 7.2.4, which JavaScript cannot ask.
export function makeFromAsync(isConstructor) {
  return {
    async fromAsync(items, mapper = undefined, thisArg = undefined) {
      const isMapping = mapper !== undefined;
      if (isMapping && typeof mapper !== 'function') throw new TypeError(`${typeof mapper} is not a function`);
      const asyncMethod = methodOf(items, asyncSymbol);
      const method = asyncMethod ?? methodOf(items, syncSymbol);
      if (method !== undefined) {
        const record = recordOf(items, method, asyncMethod ? asyncSymbol : syncSymbol);
        const result = isConstructor(this) ? construct(this, []) : [];
        let index = 0;
        for await (const value of record) {
          createData(result, index, isMapping ? await apply(mapper, thisArg, [value, index]) : value);
          index++;
        }
        result.length = index;
        return result;
      }
      const source = toObject(items);
      const length = lengthOf(source);
      const result = isConstructor(this) ? construct(this, [length]) : new ArrayConstructor(length);
      for (let index = 0; index < length; index++) {
        const value = await source[index];
        createData(result, index, isMapping ? await apply(mapper, thisArg, [value, index]) : value);
      }
      result.length = length;
      return result;
    },
  }.fromAsync;
}
