// WritableStream and its default writer (5.2, 5.3), as a program sees them.

import { isObject, methodOf, promiseCall, rejected } from './base.js';
import { highWaterMarkOf, sizeOf } from './queue.js';
import { WritableState, WriterState } from './writable_state.js';

export let writableState;

export class WritableStreamDefaultWriter {
  #state;
  constructor(stream) { this.#state = new WriterState(writableState(stream)); }
  get closed() { return this.#state.closed.promise; }
  get ready() { return this.#state.ready.promise; }
  get desiredSize() {
    const stream = this.#stream();
    if (stream.state === 'errored' || stream.state === 'erroring') return null;
    return stream.state === 'closed' ? 0 : stream.desiredSize();
  }
  #stream() {
    if (!this.#state.stream) throw new TypeError('Invalid state: Writer is not bound to a WritableStream');
    return this.#state.stream;
  }
  abort(reason) { return promiseCall(() => this.#stream().abort(reason)); }
  close() {
    return promiseCall(() => {
      if (this.#stream().isCloseQueuedOrInFlight) throw new TypeError('Invalid state: WritableStream is closed');
      return this.#stream().close();
    });
  }
  write(chunk) { return promiseCall(() => this.#stream().write(chunk)); }
  releaseLock() { this.#state.release(); }
}

export class WritableStream {
  #state;
  static {
    writableState = (stream) => {
      if (!isObject(stream) || !(#state in stream)) throw new TypeError('The argument must be a WritableStream');
      return stream.#state;
    };
  }
  constructor(sink = {}, strategy = {}) {
    if (sink instanceof WritableState) {
      this.#state = sink;
      return;
    }
    if (sink?.type !== undefined) throw new RangeError('The type of the sink is invalid');
    const abort = methodOf(sink, 'abort'), close = methodOf(sink, 'close');
    const start = methodOf(sink, 'start'), write = methodOf(sink, 'write');
    this.#state = new WritableState(write, close, abort, highWaterMarkOf(strategy, 1), sizeOf(strategy));
    this.#state.start(start);
  }
  get locked() { return this.#state.writer !== null; }
  abort(reason) {
    if (this.locked) return rejected(new TypeError('Invalid state: WritableStream is locked'));
    return this.#state.abort(reason);
  }
  close() {
    if (this.locked) return rejected(new TypeError('Invalid state: WritableStream is locked'));
    if (this.#state.isCloseQueuedOrInFlight) return rejected(new TypeError('Invalid state: WritableStream is closed'));
    return this.#state.close();
  }
  getWriter() { return new WritableStreamDefaultWriter(this); }
}
