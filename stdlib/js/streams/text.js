// TextEncoderStream and TextDecoderStream (Encoding Standard, 7.3 and 7.4).

import { TransformStream } from './transform.js';

export class TextEncoderStream {
  #transform = new TransformStream({
    transform(chunk, controller) { controller.enqueue(new TextEncoder().encode(`${chunk}`)); },
  });
  get encoding() { return 'utf-8'; }
  get readable() { return this.#transform.readable; }
  get writable() { return this.#transform.writable; }
}

export class TextDecoderStream {
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
