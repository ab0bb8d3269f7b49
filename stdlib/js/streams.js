// ReadableStream, WritableStream, TransformStream and the queuing strategies, by the Streams Standard
// (streams.spec.whatwg.org), whose abstract operations keep their names in streams/. Byte streams serve default readers
// alone: a BYOB reader is refused.

import { ReadableStream, ReadableStreamDefaultReader, readableState } from './streams/readable.js';
import { ReadableState, ReadableStreamDefaultController, ReaderState } from './streams/readable_state.js';
import { ByteLengthQueuingStrategy, CountQueuingStrategy } from './streams/strategies.js';
import { TextDecoderStream, TextEncoderStream } from './streams/text.js';
import { TransformStream, TransformStreamDefaultController } from './streams/transform.js';
import { WritableStream, WritableStreamDefaultWriter } from './streams/writable.js';
import { WritableStreamDefaultController } from './streams/writable_state.js';

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
