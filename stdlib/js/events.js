// Event, EventTarget, AbortController and AbortSignal, by the DOM Standard (dom.spec.whatwg.org, 2 and 3), for targets that stand
// alone: there is no tree, so an event has one target and no path.
//
// Invariant: all state is in private fields, and listeners are called through functions captured here, so that nothing a program
// does to prototypes can reach it.

const apply = Reflect.apply;
const later = queueMicrotask;
const startTimer = setTimeout;
const clock = performance.now.bind(performance);
const Failure = DOMException;
const tag = (constructor, name) =>
  Object.defineProperty(constructor.prototype, Symbol.toStringTag, { value: name, configurable: true });

// Lists of our own are walked and filtered without iterators and array methods, which a program may have replaced.
function each(list, visit) {
  for (let i = 0; i < list.length; i++) visit(list[i]);
}
function filtered(list, wanted) {
  const result = [];
  for (let i = 0; i < list.length; i++) if (wanted(list[i])) append(result, list[i]);
  return result;
}
function append(list, item) { list[list.length] = item; }

const internal = Symbol('internal');
const NONE = 0, AT_TARGET = 2;
let stateOf, isEvent;

// ---- events (2.2)

class Event {
  #state;
  constructor(type, init) {
    if (arguments.length === 0) throw new TypeError('The "type" argument must be specified');
    this.#state = {
      type: `${type}`, bubbles: Boolean(init?.bubbles), cancelable: Boolean(init?.cancelable), composed: Boolean(init?.composed),
      target: null, currentTarget: null, phase: NONE, timeStamp: clock(),
      isTrusted: false, isCanceled: false, isStopped: false, isStoppedAtOnce: false, isPassive: false,
    };
  }
  static {
    stateOf = (event) => event.#state;
    isEvent = (value) => typeof value === 'object' && value !== null && #state in value;
  }
  get type() { return this.#state.type; }
  get bubbles() { return this.#state.bubbles; }
  get cancelable() { return this.#state.cancelable; }
  get composed() { return this.#state.composed; }
  get target() { return this.#state.target; }
  get srcElement() { return this.#state.target; }
  get currentTarget() { return this.#state.currentTarget; }
  get eventPhase() { return this.#state.phase; }
  get timeStamp() { return this.#state.timeStamp; }
  get isTrusted() { return this.#state.isTrusted; }
  get defaultPrevented() { return this.#state.isCanceled; }
  get returnValue() { return !this.#state.isCanceled; }
  get cancelBubble() { return this.#state.isStopped; }
  set cancelBubble(value) { if (value) this.#state.isStopped = true; }
  composedPath() { return this.#state.currentTarget ? [this.#state.currentTarget] : []; }
  preventDefault() { if (this.#state.cancelable && !this.#state.isPassive) this.#state.isCanceled = true; }
  stopPropagation() { this.#state.isStopped = true; }
  stopImmediatePropagation() { this.#state.isStopped = this.#state.isStoppedAtOnce = true; }
}
for (const [name, value] of [['NONE', 0], ['CAPTURING_PHASE', 1], ['AT_TARGET', 2], ['BUBBLING_PHASE', 3]]) {
  Object.defineProperty(Event, name, { value, enumerable: true });
  Object.defineProperty(Event.prototype, name, { value, enumerable: true });
}
tag(Event, 'Event');

class CustomEvent extends Event {
  #detail;
  constructor(type, init) {
    if (arguments.length === 0) throw new TypeError('The "type" argument must be specified');
    super(type, init);
    this.#detail = init?.detail ?? null;
  }
  get detail() { return this.#detail; }
}
tag(CustomEvent, 'CustomEvent');

// ---- targets (2.7)

// The exception of a listener is its own affair: it is reported, and the next listener is called.
function report(error) { later(() => { throw error; }); }

function callListener(listener, event, target) {
  try {
    const { callback } = listener;
    if (typeof callback === 'function') {
      apply(callback, target, [event]);
      return;
    }
    const handle = callback.handleEvent;
    if (typeof handle !== 'function') throw new TypeError('handleEvent is not a function');
    apply(handle, callback, [event]);
  } catch (error) {
    report(error);
  }
}

let dispatch, isAbortSignal, whenAborted;

class EventTarget {
  #listeners = [];
  static {
    dispatch = (target, event) => {
      const state = stateOf(event);
      state.target = state.currentTarget = target;
      state.phase = AT_TARGET;
      each(target.#listeners, (listener) => { // of the time when the event came: the list is replaced when it changes
        if (listener.isRemoved || listener.type !== state.type || state.isStoppedAtOnce) return;
        if (listener.once) target.#remove(listener);
        state.isPassive = listener.passive;
        callListener(listener, event, target);
        state.isPassive = false;
      });
      state.phase = NONE;
      state.currentTarget = null;
      state.isStopped = state.isStoppedAtOnce = false;
      return !state.isCanceled;
    };
  }
  #find(type, callback, capture) {
    return filtered(this.#listeners, (it) => it.type === type && it.callback === callback && it.capture === capture)[0];
  }
  #remove(listener) {
    this.#listeners = filtered(this.#listeners, (other) => other !== listener);
    listener.isRemoved = true;
  }
  addEventListener(type, callback, options) {
    if (arguments.length < 2) throw new TypeError('The "type" and "callback" arguments must be specified');
    type = `${type}`;
    const given = typeof options === 'object' && options !== null ? options : { capture: options };
    const { capture, once, passive, signal } = given;
    if (signal !== undefined && !isAbortSignal(signal)) throw new TypeError('The "signal" option must be an AbortSignal');
    if (callback === null || callback === undefined) return;
    if (typeof callback !== 'function' && typeof callback !== 'object') throw new TypeError('The "callback" argument must be a function or an object');
    if (signal?.aborted || this.#find(type, callback, Boolean(capture))) return;
    const listener = { type, callback, capture: Boolean(capture), once: Boolean(once), passive: Boolean(passive), isRemoved: false };
    this.#listeners = filtered(this.#listeners, () => true);
    append(this.#listeners, listener);
    if (signal) whenAborted(signal, () => this.#remove(listener));
  }
  removeEventListener(type, callback, options) {
    if (arguments.length < 2) throw new TypeError('The "type" and "callback" arguments must be specified');
    const capture = typeof options === 'object' && options !== null ? options.capture : options;
    const listener = this.#find(`${type}`, callback, Boolean(capture));
    if (listener) this.#remove(listener);
  }
  dispatchEvent(event) {
    this.#listeners; // the receiver comes first
    if (!isEvent(event)) throw new TypeError('The "event" argument must be an instance of Event');
    const state = stateOf(event);
    if (state.phase !== NONE) throw new Failure('The event is already being dispatched', 'InvalidStateError');
    state.isTrusted = false;
    return dispatch(this, event);
  }
}
tag(EventTarget, 'EventTarget');

// ---- aborting (3)

let newSignal, abortSignal, followAll;

class AbortSignal extends EventTarget {
  #isAborted = false;
  #reason = undefined;
  #algorithms = [];
  #sources = [];      // of a signal made by any(): signals that were not
  #dependents = [];   // made by any() of this one
  #handler = null;

  constructor(key) {
    if (key !== internal) throw new TypeError('Illegal constructor');
    super();
  }
  static {
    isAbortSignal = (value) => typeof value === 'object' && value !== null && #isAborted in value;
    newSignal = () => new AbortSignal(internal);
    whenAborted = (signal, algorithm) => append(signal.#algorithms, algorithm);
    abortSignal = (signal, reason) => {
      if (signal.#isAborted) return;
      const cause = reason === undefined ? new Failure('This operation was aborted', 'AbortError') : reason;
      const all = [signal];
      each(signal.#dependents, (dependent) => { if (!dependent.#isAborted) append(all, dependent); });
      each(all, (it) => { // before any code of the program runs
        it.#isAborted = true;
        it.#reason = cause;
      });
      each(all, (it) => it.#runAbortSteps());
    };
    followAll = (signals) => {
      const result = newSignal();
      const aborted = filtered(signals, (signal) => signal.#isAborted)[0];
      if (aborted) {
        result.#isAborted = true;
        result.#reason = aborted.#reason;
        return result;
      }
      each(signals, (signal) => each(signal.#sources.length > 0 ? signal.#sources : [signal], (source) => {
        append(source.#dependents, result);
        append(result.#sources, source);
      }));
      return result;
    };
  }
  #runAbortSteps() {
    const algorithms = this.#algorithms;
    this.#algorithms = [];
    each(algorithms, (algorithm) => algorithm());
    const event = new Event('abort');
    stateOf(event).isTrusted = true;
    dispatch(this, event);
  }

  get aborted() { return this.#isAborted; }
  get reason() { return this.#reason; }
  throwIfAborted() { if (this.#isAborted) throw this.#reason; }
  get onabort() { return this.#handler?.callback ?? null; }
  set onabort(callback) {
    if (this.#handler) super.removeEventListener('abort', this.#handler.listener);
    this.#handler = null;
    if (typeof callback !== 'function') return;
    this.#handler = { callback, listener: (event) => apply(callback, this, [event]) };
    super.addEventListener('abort', this.#handler.listener);
  }

  static abort(reason) {
    const signal = newSignal();
    abortSignal(signal, reason);
    return signal;
  }
  static timeout(delay) {
    const milliseconds = Number(delay);
    if (!(milliseconds >= 0 && milliseconds <= Number.MAX_SAFE_INTEGER)) throw new RangeError('The "delay" argument is out of range');
    const signal = newSignal();
    const timer = startTimer(() => abortSignal(signal, new Failure('The operation was aborted due to timeout', 'TimeoutError')), milliseconds);
    timer.unref();
    return signal;
  }
  static any(signals) {
    const list = [...signals];
    each(list, (signal) => {
      if (!isAbortSignal(signal)) throw new TypeError('The "signals" argument must be a sequence of AbortSignal');
    });
    return followAll(list);
  }
}
tag(AbortSignal, 'AbortSignal');

class AbortController {
  #signal = newSignal();
  get signal() { return this.#signal; }
  abort(reason) { abortSignal(this.#signal, reason); }
}
tag(AbortController, 'AbortController');

// ---- for the runtime

export const globals = { Event, CustomEvent, EventTarget, AbortSignal, AbortController };

// The signal of a Request: one of its own that follows the given one.
export function requestSignal(given) {
  if (given === undefined || given === null) return newSignal();
  if (!isAbortSignal(given)) throw new TypeError('Request constructor: the signal is no AbortSignal');
  return followAll([given]);
}
