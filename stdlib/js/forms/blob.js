// Blob and File (File API, w3.org/TR/FileAPI, 3 and 4). The bytes of a blob never change, so a slice shares them.

const encoder = new TextEncoder();
const { isView } = ArrayBuffer;
const tag = (constructor, name) =>
  Object.defineProperty(constructor.prototype, Symbol.toStringTag, { value: name, configurable: true });

const owned = Symbol('bytes that nobody else has');
export let bytesOf;
export let isBlob;
export let isFile;

const utf8 = (text) => encoder.encode(text);

// 3.1.1 "process blob parts", for one of them.
function bytesOfPart(part, endings) {
  if (isBlob(part)) return bytesOf(part);
  if (isView(part)) return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
  if (part instanceof ArrayBuffer || part instanceof SharedArrayBuffer) return new Uint8Array(part);
  const text = `${part}`;
  return utf8(endings === 'native' ? text.replace(/\r\n?/g, '\n') : text);
}

export function joined(pieces) {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function bytesOfParts(parts, endings) {
  if (typeof parts !== 'object' || parts === null || typeof parts[Symbol.iterator] !== 'function') {
    throw new TypeError('The "sources" argument must be a sequence');
  }
  const pieces = [];
  for (const part of parts) pieces.push(bytesOfPart(part, endings));
  return joined(pieces);
}

const asType = (value) => {
  const type = value === undefined ? '' : `${value}`;
  return /[^\x20-\x7e]/.test(type) ? '' : type.toLowerCase();
};

// 3.3.1: a relative index, of a length.
function position(value, length, absent) {
  if (value === undefined) return absent;
  const index = Math.trunc(Number(value)) || 0;
  return index < 0 ? Math.max(length + index, 0) : Math.min(index, length);
}

export class Blob {
  #bytes;
  #type;
  constructor(parts = [], options = {}) {
    if (parts === owned) {
      this.#bytes = options.bytes;
      this.#type = options.type;
      return;
    }
    if (options !== null && typeof options !== 'object' && typeof options !== 'function') {
      throw new TypeError('The "options" argument must be an object');
    }
    const endings = options?.endings === undefined ? 'transparent' : `${options.endings}`;
    if (endings !== 'transparent' && endings !== 'native') throw new TypeError(`The endings option '${endings}' is invalid`);
    this.#type = asType(options?.type);
    this.#bytes = bytesOfParts(parts, endings);
  }
  static {
    bytesOf = (blob) => blob.#bytes;
    isBlob = (value) => typeof value === 'object' && value !== null && #bytes in value;
  }
  get size() { return this.#bytes.length; }
  get type() { return this.#type; }
  slice(start, end, type) {
    const { length } = this.#bytes;
    const from = position(start, length, 0), to = position(end, length, length);
    return blobOf(this.#bytes.subarray(from, Math.max(from, to)), asType(type));
  }
  async text() { return new TextDecoder().decode(this.#bytes); }
  async bytes() { return this.#bytes.slice(); }
  async arrayBuffer() { return this.#bytes.slice().buffer; }
  stream() {
    const bytes = this.#bytes;
    return new ReadableStream({
      type: 'bytes',
      pull(controller) {
        if (bytes.length > 0) controller.enqueue(bytes.slice());
        controller.close();
      },
    });
  }
}
for (const name of ['size', 'type', 'slice', 'text', 'bytes', 'arrayBuffer', 'stream']) {
  Object.defineProperty(Blob.prototype, name, { enumerable: true });
}
tag(Blob, 'Blob');

// Of bytes that nobody else changes.
export function blobOf(bytes, type) { return new Blob(owned, { bytes, type }); }

export class File extends Blob {
  #name;
  #lastModified;
  constructor(parts, name, options = {}) {
    if (arguments.length < 2) throw new TypeError('The "fileBits" and "fileName" arguments must be specified');
    super(parts, options);
    this.#name = `${name}`.toWellFormed();
    this.#lastModified = options?.lastModified === undefined ? Date.now() : Math.trunc(Number(options.lastModified)) || 0;
  }
  static {
    isFile = (value) => typeof value === 'object' && value !== null && #name in value;
  }
  get name() { return this.#name; }
  get lastModified() { return this.#lastModified; }
  get webkitRelativePath() { return ''; }
}
for (const name of ['name', 'lastModified', 'webkitRelativePath']) Object.defineProperty(File.prototype, name, { enumerable: true });
tag(File, 'File');
