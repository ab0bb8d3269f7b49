// What all parts of the streams share: promises and callbacks, as they were before any program ran.
//
// Invariant: all state of streams is in private fields and closures, so that nothing a program does to prototypes can
// reach it; promises are only used through the functions captured here.

const { resolve: promiseResolve, reject: promiseReject, withResolvers } = Promise;
const then = Promise.prototype.then;
export const resolved = (value) => promiseResolve.call(Promise, value);
export const rejected = (reason) => promiseReject.call(Promise, reason);
export const deferred = () => withResolvers.call(Promise);
export const apply = Reflect.apply;
export const whenSettled = (promise, onFulfilled, onRejected) => apply(then, promise, [onFulfilled, onRejected]);
export const handled = (promise) => { apply(then, promise, [undefined, () => {}]); return promise; };

export const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

export function methodOf(object, name) {
  const method = object?.[name];
  if (method === undefined) return undefined;
  if (typeof method !== 'function') throw new TypeError(`${name} must be a function`);
  return (...args) => apply(method, object, args);
}

// Calls as "invoking a callback that returns a promise": exceptions become rejections.
export function promiseCall(method, ...args) {
  if (!method) return resolved(undefined);
  try {
    return resolved(method(...args));
  } catch (error) {
    return rejected(error);
  }
}

// Who has it may construct what a program may not.
export const internal = Symbol('internal');
