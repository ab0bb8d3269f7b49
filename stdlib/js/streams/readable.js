// ReadableStream, its default reader and its asynchronous iterator (4.2 to 4.4), as a program sees them.

import { apply, handled, isObject, methodOf, rejected, resolved, whenSettled } from './base.js';
import { pipe } from './pipe.js';
import { highWaterMarkOf, sizeOf } from './queue.js';
import { ReadableState, ReaderState, tee } from './readable_state.js';
import { writableState } from './writable.js';

export let readableState;

export class ReadableStreamDefaultReader {
  #state;
  constructor(stream) { this.#state = new ReaderState(readableState(stream)); }
  get closed() { return this.#state.closed.promise; }
  cancel(reason) {
    const stream = this.#state.stream;
    if (!stream) return rejected(new TypeError('Invalid state: The reader is not attached to a stream'));
    return stream.cancel(reason);
  }
  read() {
    try {
      return this.#state.read();
    } catch (error) {
      return rejected(error);
    }
  }
  releaseLock() { this.#state.release(); }
}

const asyncIteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype);

class ReadableStreamAsyncIterator {
  #reader;
  #preventCancel;
  #ongoing;
  #isFinished = false;
  constructor(reader, preventCancel) {
    this.#reader = reader;
    this.#preventCancel = preventCancel;
  }
  next() {
    const step = () => {
      if (this.#isFinished) return resolved({ value: undefined, done: true });
      return whenSettled(this.#reader.read(), (result) => {
        if (result.done) {
          this.#isFinished = true;
          this.#reader.release();
        }
        return result;
      }, (reason) => {
        this.#isFinished = true;
        this.#reader.release();
        throw reason;
      });
    };
    return (this.#ongoing = this.#ongoing ? whenSettled(this.#ongoing, step, step) : step());
  }
  return(value) {
    const step = () => {
      if (this.#isFinished) return resolved({ value, done: true });
      this.#isFinished = true;
      const stream = this.#reader.stream;
      const done = this.#preventCancel ? resolved(undefined) : stream.cancel(value);
      this.#reader.release();
      return whenSettled(done, () => ({ value, done: true }));
    };
    return (this.#ongoing = this.#ongoing ? whenSettled(this.#ongoing, step, step) : step());
  }
}
Object.setPrototypeOf(ReadableStreamAsyncIterator.prototype, asyncIteratorPrototype);

export class ReadableStream {
  #state;
  static {
    readableState = (stream) => {
      if (!isObject(stream) || !(#state in stream)) throw new TypeError('The argument must be a ReadableStream');
      return stream.#state;
    };
  }
  constructor(source = {}, strategy = {}) {
    if (source instanceof ReadableState) {
      this.#state = source;
      return;
    }
    if (!isObject(source)) throw new TypeError('The "source" argument must be an object');
    const type = source.type;
    if (type !== undefined && `${type}` !== 'bytes') throw new TypeError(`The type ${type} of the source is invalid`);
    const cancel = methodOf(source, 'cancel'), pull = methodOf(source, 'pull'), start = methodOf(source, 'start');
    const size = type === undefined ? sizeOf(strategy) : () => 1;
    this.#state = new ReadableState(pull, cancel, highWaterMarkOf(strategy, type === undefined ? 1 : 0), size);
    this.#state.start(start);
  }

  static from(iterable) {
    const asyncMethod = iterable[Symbol.asyncIterator];
    const iterator = apply(asyncMethod ?? iterable[Symbol.iterator], iterable, []);
    const state = new ReadableState(
      async (controller) => {
        const result = await iterator.next();
        if (!isObject(result)) throw new TypeError('The iterator result is not an object');
        if (result.done) controller.close();
        else controller.enqueue(await result.value);
      },
      async (reason) => {
        const method = iterator.return;
        if (method === undefined || method === null) return;
        const result = await apply(method, iterator, [reason]);
        if (!isObject(result)) throw new TypeError('The iterator result is not an object');
      },
      0, () => 1);
    state.start(undefined);
    return new ReadableStream(state);
  }

  get locked() { return this.#state.reader !== null; }

  cancel(reason) {
    if (this.locked) return rejected(new TypeError('Invalid state: ReadableStream is locked'));
    return this.#state.cancel(reason);
  }

  getReader(options = undefined) {
    const mode = options?.mode;
    if (mode === undefined) return new ReadableStreamDefaultReader(this);
    throw new TypeError(`${mode} readers are not supported`);
  }

  tee() { return tee(this.#state).map((state) => new ReadableStream(state)); }

  pipeTo(destination, options = {}) {
    try {
      return pipe(this.#state, writableState(destination), options);
    } catch (error) {
      return rejected(error);
    }
  }

  pipeThrough(transform, options = {}) {
    if (this.locked) throw new TypeError('Invalid state: ReadableStream is locked');
    handled(pipe(this.#state, writableState(transform.writable), options));
    return transform.readable;
  }

  values(options = undefined) {
    return new ReadableStreamAsyncIterator(new ReaderState(this.#state), Boolean(options?.preventCancel));
  }
}
Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator,
  { value: ReadableStream.prototype.values, writable: true, configurable: true });
