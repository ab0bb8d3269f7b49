// The state machine of a ReadableStream and its controller (4.5, 4.6), of a reader, and tee().

import { deferred, handled, internal, promiseCall, rejected, resolved, whenSettled } from './base.js';
import { Queue } from './queue.js';

export class ReadableStreamDefaultController {
  #state;
  constructor(key, state) {
    if (key !== internal) throw new TypeError('Illegal constructor');
    this.#state = state;
  }
  get desiredSize() { return this.#state.desiredSize(); }
  get byobRequest() { return null; }
  close() {
    if (!this.#state.canCloseOrEnqueue()) throw new TypeError('Invalid state: Controller is already closed');
    this.#state.close();
  }
  enqueue(chunk) {
    if (!this.#state.canCloseOrEnqueue()) throw new TypeError('Invalid state: Controller is already closed');
    this.#state.enqueue(chunk);
  }
  error(reason) { this.#state.error(reason); }
}

// The stream and its controller in one: what the standard keeps in their internal slots.
export class ReadableState {
  state = 'readable';
  storedError = undefined;
  isDisturbed = false;
  reader = null;              // ReaderState
  queue = new Queue();
  isStarted = false;
  isCloseRequested = false;
  isPulling = false;
  pullAgain = false;

  constructor(pull, cancel, highWaterMark, size) {
    this.pullAlgorithm = pull;
    this.cancelAlgorithm = cancel;
    this.highWaterMark = highWaterMark;
    this.sizeAlgorithm = size;
    this.controller = new ReadableStreamDefaultController(internal, this);
  }

  start(algorithm) {
    const result = algorithm ? algorithm(this.controller) : undefined;
    whenSettled(resolved(result), () => {
      this.isStarted = true;
      this.callPullIfNeeded();
    }, (reason) => this.error(reason));
  }

  desiredSize() {
    if (this.state === 'errored') return null;
    if (this.state === 'closed') return 0;
    return this.highWaterMark - this.queue.total;
  }
  canCloseOrEnqueue() { return this.state === 'readable' && !this.isCloseRequested; }
  shouldCallPull() {
    return this.canCloseOrEnqueue() && this.isStarted && this.wantsChunk();
  }
  wantsChunk() { return this.reader?.requests.length > 0 || this.desiredSize() > 0; }
  callPullIfNeeded() {
    if (!this.shouldCallPull()) return;
    if (this.isPulling) {
      this.pullAgain = true;
      return;
    }
    this.isPulling = true;
    whenSettled(promiseCall(this.pullAlgorithm, this.controller), () => {
      this.isPulling = false;
      if (this.pullAgain) {
        this.pullAgain = false;
        this.callPullIfNeeded();
      }
    }, (reason) => this.error(reason));
  }

  enqueue(chunk) {
    if (this.reader && this.reader.requests.length > 0) {
      this.reader.requests.shift().chunk(chunk);
    } else {
      let size;
      try {
        size = this.sizeAlgorithm(chunk);
        this.queue.push(chunk, size);
      } catch (error) {
        this.error(error);
        throw error;
      }
    }
    this.callPullIfNeeded();
  }
  close() {
    this.isCloseRequested = true;
    if (this.queue.isEmpty) this.finish();
  }
  finish() {
    this.state = 'closed';
    const reader = this.reader;
    if (!reader) return;
    reader.closed.resolve(undefined);
    for (const request of reader.requests.splice(0)) request.close();
  }
  error(reason) {
    if (this.state !== 'readable') return;
    this.queue.clear();
    this.state = 'errored';
    this.storedError = reason;
    const reader = this.reader;
    if (!reader) return;
    handled(reader.closed.promise);
    reader.closed.reject(reason);
    for (const request of reader.requests.splice(0)) request.error(reason);
  }

  cancel(reason) {
    this.isDisturbed = true;
    if (this.state === 'closed') return resolved(undefined);
    if (this.state === 'errored') return rejected(this.storedError);
    this.queue.clear();
    this.finish();
    return whenSettled(promiseCall(this.cancelAlgorithm, reason), () => undefined);
  }

  // request: { chunk(value), close(), error(reason) }
  read(request) {
    this.isDisturbed = true;
    if (this.state === 'closed') return request.close();
    if (this.state === 'errored') return request.error(this.storedError);
    if (this.queue.isEmpty) {
      this.reader.requests.push(request);
      this.callPullIfNeeded();
      return;
    }
    const chunk = this.queue.shift();
    if (this.isCloseRequested && this.queue.isEmpty) this.finish();
    else this.callPullIfNeeded();
    request.chunk(chunk);
  }
}

export class ReaderState {
  requests = [];
  closed = deferred();
  constructor(stream) {
    if (stream.reader) throw new TypeError('Invalid state: ReadableStream is locked');
    this.stream = stream;
    stream.reader = this;
    if (stream.state === 'closed') this.closed.resolve(undefined);
    if (stream.state === 'errored') {
      handled(this.closed.promise);
      this.closed.reject(stream.storedError);
    }
  }
  release() {
    const stream = this.stream;
    if (!stream) return;
    const error = new TypeError('Invalid state: Releasing reader');
    if (stream.state === 'readable') this.closed.reject(error);
    else this.closed = { promise: rejected(error) };
    handled(this.closed.promise);
    stream.reader = null;
    this.stream = null;
    for (const request of this.requests.splice(0)) request.error(error);
  }
  read() {
    const { promise, resolve, reject } = deferred();
    if (!this.stream) return rejected(new TypeError('Invalid state: The reader is not attached to a stream'));
    this.stream.read({
      chunk: (value) => resolve({ value, done: false }),
      close: () => resolve({ value: undefined, done: true }),
      error: reject,
    });
    return promise;
  }
}

// 4.9 ReadableStreamDefaultTee
export function tee(source) {
  const reader = new ReaderState(source);
  const isCanceled = [false, false], reasons = [undefined, undefined];
  const cancelled = deferred();
  let isReading = false, readAgain = false;
  const branches = [];
  const pull = () => {
    if (isReading) {
      readAgain = true;
      return;
    }
    isReading = true;
    source.read({
      chunk(value) {
        isReading = false;
        for (let i = 0; i < 2; i++) if (!isCanceled[i]) branches[i].enqueue(value);
        if (readAgain) {
          readAgain = false;
          pull();
        }
      },
      close() {
        isReading = false;
        for (let i = 0; i < 2; i++) if (!isCanceled[i] && branches[i].canCloseOrEnqueue()) branches[i].close();
        if (!isCanceled[0] || !isCanceled[1]) cancelled.resolve(undefined);
      },
      error() { isReading = false; },
    });
  };
  const cancel = (i) => (reason) => {
    isCanceled[i] = true;
    reasons[i] = reason;
    if (isCanceled[1 - i]) cancelled.resolve(source.cancel(reasons));
    return cancelled.promise;
  };
  for (let i = 0; i < 2; i++) branches.push(new ReadableState(pull, cancel(i), 1, () => 1));
  for (const branch of branches) branch.start(undefined);
  whenSettled(reader.closed.promise, undefined, (reason) => {
    for (const branch of branches) branch.error(reason);
    if (!isCanceled[0] || !isCanceled[1]) cancelled.resolve(undefined);
  });
  return branches;
}
