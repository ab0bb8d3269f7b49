// TransformStream and its controller (6).

import { deferred, internal, methodOf, promiseCall, whenSettled } from './base.js';
import { highWaterMarkOf, sizeOf } from './queue.js';
import { ReadableState } from './readable_state.js';
import { ReadableStream } from './readable.js';
import { WritableState } from './writable_state.js';
import { WritableStream } from './writable.js';

export class TransformStreamDefaultController {
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
    if (!this.#readable.canCloseOrEnqueue())
      throw new TypeError('Invalid state: Readable side is not in a state that permits enqueue');
    this.#readable.enqueue(chunk);
  }
  error(reason) { this.#fail(reason); }
  terminate() { this.#terminate(); }
}

export class TransformStream {
  #readable;
  #writable;
  constructor(transformer = {}, writableStrategy = {}, readableStrategy = {}) {
    if (transformer?.readableType !== undefined || transformer?.writableType !== undefined)
      throw new RangeError('Invalid type of the transformer');
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
      if (writable.state === 'writable')
        writable.startErroring(new TypeError('Invalid state: TransformStream is terminated'));
      pulled.resolve(undefined);
    };
    const controller = new TransformStreamDefaultController(internal, readable, fail, terminate);
    const writable = new WritableState(
      async (chunk) => {
        while (readable.state === 'readable' && !readable.wantsChunk()) await pulled.promise;
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
