// Iterator.concat, Iterator.zip, Iterator.zipKeyed (27.1.3), and chunks and windows of Iterator.prototype (27.1.4).
//
// What they give is an iterator helper whose steps are here: `step` gives [value], or undefined at the end; `close` closes what
// lies beneath. What the program does to prototypes and globals later is not seen.

const { apply, ownKeys, getOwnPropertyDescriptor } = Reflect;
const { iterator: iteratorSymbol } = Symbol;
const { create } = Object;
const { isInteger } = Number;

const isObject = (v) => (typeof v === 'object' && v !== null) || typeof v === 'function';

function push(array, value) {
  array[array.length] = value;
}

// 7.4.2 GetIteratorDirect ( obj )
function direct(object) {
  return { __proto__: null, object, next: object.next };
}

function methodOf(object, name) {
  const method = object[name];
  if (method === undefined || method === null) return undefined;
  if (typeof method !== 'function') throw new TypeError('the method is not callable');
  return method;
}

// 7.4.4 GetIterator ( obj, sync )
function open(object) {
  const method = methodOf(object, iteratorSymbol);
  if (method === undefined) throw new TypeError('the value is not iterable');
  return openBy(object, method);
}

function openBy(object, method) {
  const iterator = apply(method, object, []);
  if (!isObject(iterator)) throw new TypeError('Result of the Symbol.iterator method is not an object');
  return direct(iterator);
}

// 27.1.2.1 GetIteratorFlattenable ( obj, reject-primitives )
function openFlattenable(object) {
  if (!isObject(object)) throw new TypeError('the value is not an object');
  const method = methodOf(object, iteratorSymbol);
  return method === undefined ? direct(object) : openBy(object, method);
}

// 7.4.9 IteratorStep: the result, or undefined at the end
function stepResult({ object, next }) {
  const result = apply(next, object, []);
  if (!isObject(result)) throw new TypeError('Iterator result is not an object');
  return result.done ? undefined : result;
}

// 7.4.10 IteratorStepValue: [value], or undefined at the end
function stepValue(record) {
  const result = stepResult(record);
  return result === undefined ? undefined : [result.value];
}

// 7.4.11 IteratorClose for a normal completion
function closeNormally({ object }) {
  const method = methodOf(object, 'return');
  if (method !== undefined && !isObject(apply(method, object, [])))
    throw new TypeError('Iterator result is not an object');
}

// The same for a throw completion: the error that is being thrown comes first.
function closeQuietly({ object }) {
  try {
    const method = methodOf(object, 'return');
    if (method !== undefined) apply(method, object, []);
  } catch {}
}

// 7.4.12 IteratorCloseAll: the last one first; null stands for one that has ended
function closeAll(records) {
  for (let i = records.length - 1; i >= 0; i--) {
    if (records[i] === null) continue;
    try {
      closeNormally(records[i]);
    } catch (error) {
      for (let k = i - 1; k >= 0; k--) if (records[k] !== null) closeQuietly(records[k]);
      throw error;
    }
  }
}

// Does `work`; what it throws closes the records (IfAbruptCloseIterators).
function guarded(records, work) {
  try {
    return work();
  } catch (error) {
    for (let i = records.length - 1; i >= 0; i--) if (records[i] !== null) closeQuietly(records[i]);
    throw error;
  }
}

// ---- zip

function optionsOf(options) {
  if (options === undefined) return create(null);
  if (!isObject(options)) throw new TypeError('the options are not an object');
  return options;
}

function modeOf(options) {
  const { mode } = options;
  if (mode === undefined) return 'shortest';
  if (mode !== 'shortest' && mode !== 'longest' && mode !== 'strict')
    throw new TypeError('mode is "shortest", "longest" or "strict"');
  return mode;
}

function paddingOf(options, mode) {
  const padding = mode === 'longest' ? options.padding : undefined;
  if (padding !== undefined && !isObject(padding)) throw new TypeError('padding is not an object');
  return padding;
}

// The steps of IteratorZip ( iters, mode, padding, finish ).
function zipHelper(makeHelper, iterators, mode, padding, finish) {
  const alive = [];
  for (let i = 0; i < iterators.length; i++) push(alive, iterators[i]);
  let isOver = iterators.length === 0;

  function leave(error) {
    isOver = true;
    guarded(alive, () => { throw error; });
  }

  // One of the iterators, which is taken for ended before it is asked: what it throws does not close it.
  function ask(i, how) {
    const record = alive[i];
    alive[i] = null;
    const step = guarded(alive, () => how(record));
    if (step !== undefined) alive[i] = record;
    return step;
  }

  function endStrictly(i) {
    if (i !== 0) leave(new TypeError('the iterators have different lengths'));
    for (let k = 1; k < alive.length; k++)
      if (ask(k, stepResult) !== undefined) leave(new TypeError('the iterators have different lengths'));
  }

  function stepOne(i) {
    const step = alive[i] === null ? undefined : ask(i, stepValue);
    if (step !== undefined) return step;
    if (mode === 'longest') {
      for (let k = 0; k < alive.length; k++) if (alive[k] !== null) return [padding[i]];
    } else if (mode === 'strict') {
      endStrictly(i);
    } else {
      closeAll(alive);
    }
    isOver = true;
    return undefined;
  }

  return makeHelper(
    () => {
      if (isOver) return undefined;
      const values = [];
      for (let i = 0; i < alive.length; i++) {
        const step = stepOne(i);
        if (step === undefined) return undefined;
        push(values, step[0]);
      }
      return [finish(values)];
    },
    () => closeAll(alive),
  );
}

function readPadding(padding, iterators) {
  const values = [];
  if (padding === undefined) return values;
  const record = guarded(iterators, () => open(padding));
  let isOpen = true;
  for (let i = 0; i < iterators.length && isOpen; i++) {
    const step = guarded(iterators, () => stepValue(record));
    if (step === undefined) isOpen = false;
    else push(values, step[0]);
  }
  if (isOpen) guarded(iterators, () => closeNormally(record));
  return values;
}

function collectIterators(iterables) {
  const iterators = [];
  const input = open(iterables);
  for (;;) {
    const step = guarded(iterators, () => stepValue(input));
    if (step === undefined) return iterators;
    const opened = [input];
    for (let i = 0; i < iterators.length; i++) push(opened, iterators[i]);
    push(iterators, guarded(opened, () => openFlattenable(step[0])));
  }
}

// The keys of zipKeyed, and an iterator for each.
function collectKeyed(iterables) {
  const keys = [], iterators = [], all = ownKeys(iterables);
  for (let i = 0; i < all.length; i++) {
    guarded(iterators, () => {
      const descriptor = getOwnPropertyDescriptor(iterables, all[i]);
      const value = descriptor !== undefined && descriptor.enumerable ? iterables[all[i]] : undefined;
      if (value === undefined) return;
      const record = openFlattenable(value);
      push(keys, all[i]);
      push(iterators, record);
    });
  }
  return { keys, iterators };
}

// ---- chunks and windows

function requireObject(value, name) {
  if (!isObject(value)) throw new TypeError(`Iterator.prototype.${name} called on non-object`);
}

// A size that is refused closes the receiver.
function checkSize(object, size, name) {
  guarded([{ __proto__: null, object }], () => {
    if (!isInteger(size)) throw new TypeError(`${name} is not an integer`);
    if (size < 1 || size > 4294967295) throw new RangeError(`${name} is out of range`);
  });
}

// `makeHelper(step, close)` gives an iterator helper.
export function makeIteratorFunctions(makeHelper) {
  return {
    // 27.1.3.1 Iterator.concat ( ...items )
    concat(...items) {
      const sources = [];
      for (let i = 0; i < items.length; i++) {
        if (!isObject(items[i])) throw new TypeError('the value is not an object');
        const method = methodOf(items[i], iteratorSymbol);
        if (method === undefined) throw new TypeError('the value is not iterable');
        push(sources, { __proto__: null, item: items[i], method });
      }
      let index = 0, record;
      return makeHelper(
        () => {
          for (; index < sources.length; index++, record = undefined) {
            record ??= openBy(sources[index].item, sources[index].method);
            const step = stepValue(record);
            if (step !== undefined) return step;
          }
          return undefined;
        },
        () => { if (record !== undefined) closeNormally(record); },
      );
    },

    // 27.1.3.4 Iterator.zip ( iterables [ , options ] )
    zip(iterables, options = undefined) {
      if (!isObject(iterables)) throw new TypeError('the iterables are not an object');
      const chosen = optionsOf(options), mode = modeOf(chosen), padding = paddingOf(chosen, mode);
      const iterators = collectIterators(iterables);
      return zipHelper(makeHelper, iterators, mode, readPadding(padding, iterators), (values) => values);
    },

    // 27.1.3.5 Iterator.zipKeyed ( iterables [ , options ] )
    zipKeyed(iterables, options = undefined) {
      if (!isObject(iterables)) throw new TypeError('the iterables are not an object');
      const chosen = optionsOf(options), mode = modeOf(chosen), padding = paddingOf(chosen, mode);
      const { keys, iterators } = collectKeyed(iterables);
      const paddings = [];
      if (padding !== undefined)
        for (let i = 0; i < keys.length; i++) push(paddings, guarded(iterators, () => padding[keys[i]]));
      return zipHelper(makeHelper, iterators, mode, paddings, (values) => {
        const result = create(null);
        for (let i = 0; i < keys.length; i++) result[keys[i]] = values[i];
        return result;
      });
    },

    // Iterator.prototype.chunks ( chunkSize )
    chunks(chunkSize) {
      requireObject(this, 'chunks');
      checkSize(this, chunkSize, 'chunkSize');
      const record = direct(this);
      let isOver = false;
      return makeHelper(
        () => {
          const chunk = [];
          while (!isOver && chunk.length < chunkSize) {
            const step = stepValue(record);
            if (step === undefined) isOver = true;
            else push(chunk, step[0]);
          }
          return chunk.length > 0 ? [chunk] : undefined;
        },
        () => { if (!isOver) closeNormally(record); },
      );
    },

    // Iterator.prototype.windows ( windowSize [ , undersized ] )
    windows(windowSize, undersized = undefined) {
      requireObject(this, 'windows');
      checkSize(this, windowSize, 'windowSize');
      guarded([{ __proto__: null, object: this }], () => {
        if (undersized !== undefined && undersized !== 'only-full' && undersized !== 'allow-partial')
          throw new TypeError('undersized is "only-full" or "allow-partial"');
      });
      const record = direct(this);
      let window = [], isOver = false;
      return makeHelper(
        () => {
          if (isOver) return undefined;
          const isFirst = window.length === 0, next = [];
          for (let i = 1; i < window.length; i++) push(next, window[i]);
          while (!isOver && next.length < windowSize) {
            const step = stepValue(record);
            if (step === undefined) isOver = true;
            else push(next, step[0]);
          }
          window = next;
          const isWanted = !isOver || (isFirst && undersized === 'allow-partial' && next.length > 0);
          return isWanted ? [copyOf(next)] : undefined;
        },
        () => { if (!isOver) closeNormally(record); },
      );
    },

    // Iterator.prototype.includes ( searchElement [ , skippedElements ] )
    includes(searchElement, skippedElements = undefined) {
      requireObject(this, 'includes');
      const skip = skippedElements === undefined ? 0 : skippedElements;
      guarded([{ __proto__: null, object: this }], () => {
        if (skip !== Infinity && skip !== -Infinity && !isInteger(skip)) throw new TypeError('skippedElements is not an integer');
        if (skip < 0 || (skip !== Infinity && skip > 9007199254740991)) throw new RangeError('skippedElements is out of range');
      });
      const record = direct(this);
      for (let skipped = 0; ; ) {
        const step = stepValue(record);
        if (step === undefined) return false;
        if (skipped < skip) {
          skipped++;
        } else if (step[0] === searchElement || (step[0] !== step[0] && searchElement !== searchElement)) {
          closeNormally(record);
          return true;
        }
      }
    },
  };
}

function copyOf(values) {
  const copy = [];
  for (let i = 0; i < values.length; i++) push(copy, values[i]);
  return copy;
}
