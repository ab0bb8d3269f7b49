// The state machine of a WritableStream and its controller (5.4, 5.5), and of a writer.

import { apply, deferred, handled, internal, promiseCall, rejected, resolved, whenSettled } from './base.js';
import { Queue } from './queue.js';

const Aborter = AbortController;
const abortBy = Aborter.prototype.abort;
const signalOf = Object.getOwnPropertyDescriptor(Aborter.prototype, 'signal').get;

export class WritableStreamDefaultController {
  #state;
  constructor(key, state) {
    if (key !== internal) throw new TypeError('Illegal constructor');
    this.#state = state;
  }
  get signal() { return apply(signalOf, this.#state.aborter(), []); }
  error(reason) {
    if (this.#state.state === 'writable') this.#state.startErroring(reason);
  }
}

const closeMark = Symbol('close');

export class WritableState {
  state = 'writable';
  abortController = null;     // made when somebody asks for its signal, or aborts
  storedError = undefined;
  writer = null;
  queue = new Queue();
  isStarted = false;
  isBackpressure = true;
  writeRequests = [];
  inFlightWrite = null;
  closeRequest = null;
  inFlightClose = null;
  pendingAbort = null;

  constructor(write, close, abort, highWaterMark, size) {
    this.writeAlgorithm = write;
    this.closeAlgorithm = close;
    this.abortAlgorithm = abort;
    this.highWaterMark = highWaterMark;
    this.sizeAlgorithm = size;
    this.controller = new WritableStreamDefaultController(internal, this);
    this.isBackpressure = this.desiredSize() <= 0;
  }
  start(algorithm) {
    const result = algorithm ? algorithm(this.controller) : undefined;
    whenSettled(resolved(result), () => {
      this.isStarted = true;
      this.advance();
    }, (reason) => {
      this.isStarted = true;
      this.dealWithRejection(reason);
    });
  }
  desiredSize() { return this.highWaterMark - this.queue.total; }
  get isCloseQueuedOrInFlight() { return this.closeRequest !== null || this.inFlightClose !== null; }
  get hasOperationInFlight() { return this.inFlightWrite !== null || this.inFlightClose !== null; }

  updateBackpressure() {
    const isBackpressure = this.desiredSize() <= 0;
    if (this.writer && isBackpressure !== this.isBackpressure) {
      if (isBackpressure) this.writer.ready = deferred();
      else this.writer.ready.resolve(undefined);
    }
    this.isBackpressure = isBackpressure;
  }
  write(chunk) {
    let size;
    try {
      size = this.sizeAlgorithm(chunk);
    } catch (error) {
      if (this.state === 'writable') this.startErroring(error);
      return rejected(error);
    }
    if (this.state === 'errored') return rejected(this.storedError);
    if (this.isCloseQueuedOrInFlight || this.state === 'closed')
      return rejected(new TypeError('Invalid state: WritableStream is closed'));
    if (this.state === 'erroring') return rejected(this.storedError);
    const request = deferred();
    this.writeRequests.push(request);
    try {
      this.queue.push({ chunk }, size);
    } catch (error) {
      this.startErroring(error);
      return request.promise;
    }
    if (!this.isCloseQueuedOrInFlight && this.state === 'writable') this.updateBackpressure();
    this.advance();
    return request.promise;
  }
  close() {
    if (this.state === 'closed' || this.state === 'errored')
      return rejected(new TypeError('Invalid state: WritableStream is closed'));
    const request = (this.closeRequest = deferred());
    if (this.writer && this.isBackpressure && this.state === 'writable') this.writer.ready.resolve(undefined);
    this.queue.push(closeMark, 0);
    this.advance();
    return request.promise;
  }
  aborter() { return this.abortController ??= new Aborter(); }
  abort(reason) {
    if (this.state === 'closed' || this.state === 'errored') return resolved(undefined);
    apply(abortBy, this.aborter(), [reason]);
    if (this.state === 'closed' || this.state === 'errored') return resolved(undefined);
    if (this.pendingAbort) return this.pendingAbort.promise;
    const wasErroring = this.state === 'erroring';
    const abort = { ...deferred(), reason: wasErroring ? undefined : reason, wasErroring };
    this.pendingAbort = abort;
    if (!wasErroring) this.startErroring(reason); // which may settle the abort at once
    return abort.promise;
  }
  startErroring(reason) {
    this.state = 'erroring';
    this.storedError = reason;
    if (this.writer) this.writer.rejectReady(reason);
    if (!this.hasOperationInFlight && this.isStarted) this.finishErroring();
  }
  finishErroring() {
    this.state = 'errored';
    this.queue.clear();
    for (const request of this.writeRequests.splice(0)) request.reject(this.storedError);
    const abort = this.pendingAbort;
    if (!abort) return this.rejectCloseAndClosed();
    this.pendingAbort = null;
    if (abort.wasErroring) {
      abort.reject(this.storedError);
      return this.rejectCloseAndClosed();
    }
    whenSettled(promiseCall(this.abortAlgorithm, abort.reason), () => {
      abort.resolve(undefined);
      this.rejectCloseAndClosed();
    }, (reason) => {
      abort.reject(reason);
      this.rejectCloseAndClosed();
    });
  }
  rejectCloseAndClosed() {
    if (this.closeRequest) {
      this.closeRequest.reject(this.storedError);
      this.closeRequest = null;
    }
    if (this.writer) {
      this.writer.closed.reject(this.storedError);
      handled(this.writer.closed.promise);
    }
  }
  dealWithRejection(reason) {
    if (this.state === 'writable') this.startErroring(reason);
    else this.finishErroring();
  }
  advance() {
    if (!this.isStarted || this.inFlightWrite) return;
    if (this.state === 'erroring') return this.finishErroring();
    if (this.state !== 'writable' || this.queue.isEmpty || this.inFlightClose) return;
    const first = this.queue.peek();
    if (first === closeMark) this.processClose();
    else this.processWrite(first.chunk);
  }
  processClose() {
    this.inFlightClose = this.closeRequest;
    this.closeRequest = null;
    this.queue.shift();
    whenSettled(promiseCall(this.closeAlgorithm), () => {
      this.inFlightClose.resolve(undefined);
      this.inFlightClose = null;
      if (this.state === 'erroring') {
        this.storedError = undefined;
        if (this.pendingAbort) this.pendingAbort.resolve(undefined);
        this.pendingAbort = null;
      }
      this.state = 'closed';
      if (this.writer) this.writer.closed.resolve(undefined);
    }, (reason) => {
      this.inFlightClose.reject(reason);
      this.inFlightClose = null;
      if (this.pendingAbort) this.pendingAbort.reject(reason);
      this.pendingAbort = null;
      this.dealWithRejection(reason);
    });
  }
  processWrite(chunk) {
    this.inFlightWrite = this.writeRequests.shift();
    whenSettled(promiseCall(this.writeAlgorithm, chunk, this.controller), () => {
      this.inFlightWrite.resolve(undefined);
      this.inFlightWrite = null;
      this.queue.shift();
      if (!this.isCloseQueuedOrInFlight && this.state === 'writable') this.updateBackpressure();
      this.advance();
    }, (reason) => {
      this.inFlightWrite.reject(reason);
      this.inFlightWrite = null;
      this.dealWithRejection(reason);
    });
  }
}

export class WriterState {
  ready = deferred();
  closed = deferred();
  constructor(stream) {
    if (stream.writer) throw new TypeError('Invalid state: WritableStream is locked');
    this.stream = stream;
    stream.writer = this;
    handled(this.ready.promise);
    handled(this.closed.promise);
    if (stream.state === 'writable') {
      if (stream.isCloseQueuedOrInFlight || !stream.isBackpressure) this.ready.resolve(undefined);
    } else if (stream.state === 'closed') {
      this.ready.resolve(undefined);
      this.closed.resolve(undefined);
    } else {
      this.ready.reject(stream.storedError);
      if (stream.state === 'errored') this.closed.reject(stream.storedError);
    }
  }
  rejectReady(reason) {
    this.ready.reject(reason);
    this.ready = { promise: handled(rejected(reason)), resolve() {}, reject() {} };
  }
  release() {
    if (!this.stream) return;
    const error = new TypeError('Invalid state: Releasing writer');
    this.rejectReady(error);
    this.closed.reject(error);
    this.closed = { promise: handled(rejected(error)), resolve() {}, reject() {} };
    this.stream.writer = null;
    this.stream = null;
  }
}
