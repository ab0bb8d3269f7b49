// ReadableStream, WritableStream, TransformStream and the queuing strategies, by the Streams Standard (streams.spec.whatwg.org),
// whose abstract operations keep their names here. Byte streams serve default readers alone: a BYOB reader is refused.
//
// Invariant: all state is in private fields and closures, so that nothing a program does to prototypes can reach it; promises
// are only used through the functions captured here.

const { resolve: promiseResolve, reject: promiseReject, withResolvers } = Promise;
const then = Promise.prototype.then;
const resolved = (value) => promiseResolve.call(Promise, value);
const rejected = (reason) => promiseReject.call(Promise, reason);
const deferred = () => withResolvers.call(Promise);
const apply = Reflect.apply;
const Aborter = AbortController;
const abortBy = Aborter.prototype.abort;
const signalOf = Object.getOwnPropertyDescriptor(Aborter.prototype, 'signal').get;
const whenSettled = (promise, onFulfilled, onRejected) => apply(then, promise, [onFulfilled, onRejected]);
const handled = (promise) => { apply(then, promise, [undefined, () => {}]); return promise; };

// ---- queues with sizes (8.1)

class Queue {
  items = [];
  head = 0;
  total = 0;
  get isEmpty() { return this.head === this.items.length; }
  push(value, size) {
    size = Number(size);
    if (!(size >= 0 && size !== Infinity)) throw new RangeError("The return value of a queuing strategy's size function must be a finite, non-NaN, non-negative number");
    this.items[this.items.length] = { value, size };
    this.total += size;
  }
  shift() {
    const { value, size } = this.items[this.head];
    this.items[this.head++] = undefined;
    if (this.head > 1000 && this.head * 2 > this.items.length) {
      this.items = this.items.slice(this.head);
      this.head = 0;
    }
    this.total = this.isEmpty ? 0 : this.total - size;
    return value;
  }
  peek() { return this.items[this.head].value; }
  clear() { this.items = []; this.head = 0; this.total = 0; }
}

function highWaterMarkOf(strategy, byDefault) {
  const mark = strategy?.highWaterMark;
  if (mark === undefined) return byDefault;
  const number = Number(mark);
  if (!(number >= 0)) throw new RangeError('Invalid highWaterMark');
  return number;
}

function sizeOf(strategy) {
  const size = strategy?.size;
  if (size === undefined) return () => 1;
  if (typeof size !== 'function') throw new TypeError('The size of a queuing strategy must be a function');
  return (chunk) => size(chunk);
}

function methodOf(object, name) {
  const method = object?.[name];
  if (method === undefined) return undefined;
  if (typeof method !== 'function') throw new TypeError(`${name} must be a function`);
  return (...args) => apply(method, object, args);
}

// Calls as "invoking a callback that returns a promise": exceptions become rejections.
function promiseCall(method, ...args) {
  if (!method) return resolved(undefined);
  try {
    return resolved(method(...args));
  } catch (error) {
    return rejected(error);
  }
}

// ---- ReadableStream (4)

const internal = Symbol('internal');
let readableState, readerState;

class ReadableStreamDefaultController {
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
class ReadableState {
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
    if (!this.canCloseOrEnqueue() || !this.isStarted) return false;
    if (this.reader && this.reader.requests.length > 0) return true;
    return this.desiredSize() > 0;
  }
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

class ReaderState {
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

class ReadableStreamDefaultReader {
  #state;
  static { readerState = (reader) => reader.#state; }
  constructor(stream) { this.#state = new ReaderState(readableState(stream)); }
  get closed() { return this.#state.closed.promise; }
  cancel(reason) {
    const stream = this.#state.stream;
    return stream ? stream.cancel(reason) : rejected(new TypeError('Invalid state: The reader is not attached to a stream'));
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

class ReadableStream {
  #state;
  static {
    readableState = (stream) => {
      if (typeof stream !== 'object' || stream === null || !(#state in stream)) throw new TypeError('The argument must be a ReadableStream');
      return stream.#state;
    };
  }
  constructor(source = {}, strategy = {}) {
    if (source instanceof ReadableState) {
      this.#state = source;
      return;
    }
    if (source === null || (typeof source !== 'object' && typeof source !== 'function')) throw new TypeError('The "source" argument must be an object');
    const type = source.type;
    if (type !== undefined && `${type}` !== 'bytes') throw new TypeError(`The type ${type} of the source is invalid`);
    const cancel = methodOf(source, 'cancel'), pull = methodOf(source, 'pull'), start = methodOf(source, 'start');
    const size = type === undefined ? sizeOf(strategy) : () => 1;
    this.#state = new ReadableState(pull, cancel, highWaterMarkOf(strategy, type === undefined ? 1 : 0), size);
    this.#state.start(start);
  }

  static from(iterable) {
    const asyncMethod = iterable[Symbol.asyncIterator];
    const iterator = asyncMethod === undefined || asyncMethod === null ? iterable[Symbol.iterator]() : apply(asyncMethod, iterable, []);
    const state = new ReadableState(
      async (controller) => {
        const result = await iterator.next();
        if (result === null || typeof result !== 'object') throw new TypeError('The iterator result is not an object');
        if (result.done) controller.close();
        else controller.enqueue(await result.value);
      },
      async (reason) => {
        const method = iterator.return;
        if (method === undefined || method === null) return;
        const result = await apply(method, iterator, [reason]);
        if (result === null || typeof result !== 'object') throw new TypeError('The iterator result is not an object');
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
Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, { value: ReadableStream.prototype.values, writable: true, configurable: true });

// 4.9 ReadableStreamDefaultTee
function tee(source) {
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

// ---- WritableStream (5)

let writableState;

class WritableStreamDefaultController {
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

class WritableState {
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
    if (this.isCloseQueuedOrInFlight || this.state === 'closed') return rejected(new TypeError('Invalid state: WritableStream is closed'));
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
    if (this.state === 'closed' || this.state === 'errored') return rejected(new TypeError('Invalid state: WritableStream is closed'));
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

class WriterState {
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

class WritableStreamDefaultWriter {
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

class WritableStream {
  #state;
  static {
    writableState = (stream) => {
      if (typeof stream !== 'object' || stream === null || !(#state in stream)) throw new TypeError('The argument must be a WritableStream');
      return stream.#state;
    };
  }
  constructor(sink = {}, strategy = {}) {
    if (sink instanceof WritableState) {
      this.#state = sink;
      return;
    }
    if (sink?.type !== undefined) throw new RangeError('The type of the sink is invalid');
    const abort = methodOf(sink, 'abort'), close = methodOf(sink, 'close'), start = methodOf(sink, 'start'), write = methodOf(sink, 'write');
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

// 4.9 ReadableStreamPipeTo
async function pipe(source, destination, options) {
  const { preventClose, preventAbort, preventCancel, signal } = options ?? {};
  const reader = new ReaderState(source), writer = new WriterState(destination);
  source.isDisturbed = true;
  const finish = () => { reader.release(); writer.release(); };
  let abortWith;
  const aborted = signal ? new Promise((_, reject) => {
    abortWith = () => reject(signal.reason);
    if (signal.aborted) abortWith();
    else signal.addEventListener('abort', abortWith);
  }) : undefined;
  if (aborted) handled(aborted);
  let lastWrite = resolved(undefined);
  try {
    for (;;) {
      if (destination.state === 'errored' || destination.state === 'erroring') throw { isDestination: true, reason: destination.storedError };
      if (destination.state === 'closed' || destination.isCloseQueuedOrInFlight)
        throw { isDestination: true, reason: new TypeError('Invalid state: The destination is closed') };
      const ready = writer.ready.promise;
      try {
        await (aborted ? Promise.race([ready, aborted]) : ready);
      } catch (reason) {
        throw signal?.aborted ? { isSignal: true, reason } : { isDestination: true, reason };
      }
      let result;
      try {
        const next = reader.read();
        result = await (aborted ? Promise.race([next, aborted]) : next);
      } catch (reason) {
        throw signal?.aborted ? { isSignal: true, reason } : { isSource: true, reason };
      }
      if (result.done) break;
      lastWrite = handled(destination.write(result.value));
    }
    if (!preventClose) await destination.close();
    else await lastWrite;
    finish();
  } catch (why) {
    if (why?.isSource && !preventAbort) await handled(destination.abort(why.reason));
    if (why?.isDestination && !preventCancel) await handled(source.cancel(why.reason));
    if (why?.isSignal) {
      if (!preventAbort) await handled(destination.abort(why.reason));
      if (!preventCancel) await handled(source.cancel(why.reason));
    }
    finish();
    throw why !== null && typeof why === 'object' && (why.isSource || why.isDestination || why.isSignal) ? why.reason : why;
  } finally {
    if (signal && abortWith) signal.removeEventListener('abort', abortWith);
  }
}

// ---- TransformStream (6)

class TransformStreamDefaultController {
  #readable;
  #fail;
  #terminate;
  constructor(key, readable, fail, terminate) {
    if (key !== internal) throw new TypeError('Illegal constructor');
    this.#readable = readable;
    this.#fail = fail;
    this.#terminate = terminate;
  }
  get desiredSize() { return this.#readable.desiredSize(); }
  enqueue(chunk) {
    if (!this.#readable.canCloseOrEnqueue()) throw new TypeError('Invalid state: Readable side is not in a state that permits enqueue');
    this.#readable.enqueue(chunk);
  }
  error(reason) { this.#fail(reason); }
  terminate() { this.#terminate(); }
}

class TransformStream {
  #readable;
  #writable;
  constructor(transformer = {}, writableStrategy = {}, readableStrategy = {}) {
    if (transformer?.readableType !== undefined || transformer?.writableType !== undefined) throw new RangeError('Invalid type of the transformer');
    const cancel = methodOf(transformer, 'cancel'), flush = methodOf(transformer, 'flush');
    const start = methodOf(transformer, 'start'), transform = methodOf(transformer, 'transform');
    let pulled = deferred();
    const readable = new ReadableState(
      () => { pulled.resolve(undefined); return (pulled = deferred(), undefined); },
      (reason) => whenSettled(promiseCall(cancel, reason), () => fail(reason)),
      highWaterMarkOf(readableStrategy, 0), sizeOf(readableStrategy));
    const fail = (reason) => {
      readable.error(reason);
      if (writable.state === 'writable') writable.startErroring(reason);
      pulled.resolve(undefined);
    };
    const terminate = () => {
      if (readable.canCloseOrEnqueue()) readable.close();
      if (writable.state === 'writable') writable.startErroring(new TypeError('Invalid state: TransformStream is terminated'));
      pulled.resolve(undefined);
    };
    const controller = new TransformStreamDefaultController(internal, readable, fail, terminate);
    const writable = new WritableState(
      async (chunk) => {
        while (readable.state === 'readable' && !(readable.desiredSize() > 0 || (readable.reader && readable.reader.requests.length > 0))) await pulled.promise;
        if (readable.state === 'errored') throw readable.storedError;
        try {
          if (transform) await transform(chunk, controller);
          else controller.enqueue(chunk);
        } catch (error) {
          fail(error);
          throw error;
        }
      },
      async () => {
        try {
          if (flush) await flush(controller);
        } catch (error) {
          fail(error);
          throw error;
        }
        if (readable.state === 'errored') throw readable.storedError;
        if (readable.canCloseOrEnqueue()) readable.close();
      },
      (reason) => whenSettled(promiseCall(cancel, reason), () => readable.error(reason)),
      highWaterMarkOf(writableStrategy, 1), sizeOf(writableStrategy));
    this.#readable = new ReadableStream(readable);
    this.#writable = new WritableStream(writable);
    const started = start ? start(controller) : undefined;
    readable.start(() => started);
    writable.start(() => started);
  }
  get readable() { return this.#readable; }
  get writable() { return this.#writable; }
}

class CountQueuingStrategy {
  #mark;
  constructor({ highWaterMark }) { this.#mark = Number(highWaterMark); }
  get highWaterMark() { return this.#mark; }
  get size() { return () => 1; }
}

class ByteLengthQueuingStrategy {
  #mark;
  constructor({ highWaterMark }) { this.#mark = Number(highWaterMark); }
  get highWaterMark() { return this.#mark; }
  get size() { return (chunk) => chunk.byteLength; }
}

class TextEncoderStream {
  #transform = new TransformStream({ transform(chunk, controller) { controller.enqueue(new TextEncoder().encode(`${chunk}`)); } });
  get encoding() { return 'utf-8'; }
  get readable() { return this.#transform.readable; }
  get writable() { return this.#transform.writable; }
}

class TextDecoderStream {
  #decoder;
  #transform;
  constructor(label = 'utf-8', options = {}) {
    const decoder = (this.#decoder = new TextDecoder(label, options));
    this.#transform = new TransformStream({
      transform(chunk, controller) {
        const text = decoder.decode(chunk, { stream: true });
        if (text !== '') controller.enqueue(text);
      },
      flush(controller) {
        const text = decoder.decode();
        if (text !== '') controller.enqueue(text);
      },
    });
  }
  get encoding() { return this.#decoder.encoding; }
  get fatal() { return this.#decoder.fatal; }
  get ignoreBOM() { return this.#decoder.ignoreBOM; }
  get readable() { return this.#transform.readable; }
  get writable() { return this.#transform.writable; }
}

for (const [constructor, names] of [
  [ReadableStream, ['locked', 'cancel', 'getReader', 'tee', 'pipeTo', 'pipeThrough', 'values']],
  [WritableStream, ['locked', 'abort', 'close', 'getWriter']],
  [TransformStream, ['readable', 'writable']],
]) {
  for (const name of names) Object.defineProperty(constructor.prototype, name, { enumerable: true });
  Object.defineProperty(constructor.prototype, Symbol.toStringTag, { value: constructor.name, configurable: true });
}

export const globals = {
  ReadableStream, ReadableStreamDefaultReader, ReadableStreamDefaultController,
  WritableStream, WritableStreamDefaultWriter, WritableStreamDefaultController,
  TransformStream, TransformStreamDefaultController, CountQueuingStrategy, ByteLengthQueuingStrategy,
  TextEncoderStream, TextDecoderStream,
};

// ---- for stdlib/web/streams.c

export function isReadable(value) {
  try {
    readableState(value);
    return true;
  } catch {
    return false;
  }
}
export function isDisturbed(stream) { return readableState(stream).isDisturbed; }
export function isLockedOrDisturbed(stream) {
  const state = readableState(stream);
  return state.isDisturbed || state.reader !== null;
}
export function teeStream(stream) { return stream.tee(); }
// A stream of bytes that pull() gives: a promise of a Uint8Array, or of undefined at the end.
export function fromPull(pull) {
  const state = new ReadableState(async (controller) => {
    const chunk = await pull();
    if (chunk === undefined) controller.close();
    else controller.enqueue(chunk);
  }, undefined, 0, () => 1);
  state.start(undefined);
  return new ReadableStream(state);
}
export async function pump(stream, write) {
  const reader = new ReaderState(readableState(stream));
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const full = write(value);
    if (full !== undefined) await full;
  }
}
// All chunks as one Uint8Array.
export async function readAll(stream) {
  const reader = new ReaderState(readableState(stream));
  const chunks = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    if (!(value instanceof Uint8Array)) throw new TypeError('Received non-Uint8Array chunk');
    chunks.push(value);
    length += value.length;
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
