// FormData (XMLHttpRequest Standard, 5): a list of names with a string or a File each.

import { File, isBlob, isFile } from './blob.js';

export let entriesOf;
export let isFormData;

// An entry's value as 5.2 "create an entry" makes it: a Blob becomes a File.
function asValue(value, filename) {
  if (!isBlob(value)) return `${value}`.toWellFormed();
  if (isFile(value) && filename === undefined) return value;
  const name = filename === undefined ? 'blob' : `${filename}`;
  return new File([value], name, { type: value.type, lastModified: isFile(value) ? value.lastModified : undefined });
}

function needs(given, count, method) {
  if (given < count) throw new TypeError(`FormData.${method}: ${count} argument(s) required, but only ${given} present`);
}

// Live, by index, as Web IDL's 3.7.9.2 wants it.
class FormDataIterator {
  #entries;
  #pick;
  #index = 0;
  constructor(entries, pick) {
    this.#entries = entries;
    this.#pick = pick;
  }
  next() {
    const entry = this.#entries?.[this.#index++];
    if (entry === undefined) {
      this.#entries = undefined;
      return { value: undefined, done: true };
    }
    return { value: this.#pick(entry), done: false };
  }
}
Object.setPrototypeOf(FormDataIterator.prototype, Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())));
Object.defineProperty(FormDataIterator.prototype, 'next', { enumerable: true });
delete FormDataIterator.prototype.constructor;

export class FormData {
  #entries = [];
  constructor(form) {
    if (form !== undefined) throw new TypeError('FormData constructor: there are no HTML forms here');
  }
  static {
    entriesOf = (data) => data.#entries;
    isFormData = (value) => typeof value === 'object' && value !== null && #entries in value;
  }
  append(name, value, filename) {
    needs(arguments.length, 2, 'append');
    this.#entries.push({ name: `${name}`.toWellFormed(), value: asValue(value, filename) });
  }
  // In the place of the first entry of that name.
  set(name, value, filename) {
    needs(arguments.length, 2, 'set');
    const entry = { name: `${name}`.toWellFormed(), value: asValue(value, filename) };
    const entries = this.#entries;
    const first = entries.findIndex((it) => it.name === entry.name);
    if (first < 0) {
      entries.push(entry);
      return;
    }
    entries[first] = entry;
    this.#remove(entry.name, first + 1);
  }
  #remove(name, from) {
    const entries = this.#entries;
    let kept = from;
    for (let i = from; i < entries.length; i++) if (entries[i].name !== name) entries[kept++] = entries[i];
    entries.length = kept;
  }
  delete(name) {
    needs(arguments.length, 1, 'delete');
    this.#remove(`${name}`.toWellFormed(), 0);
  }
  get(name) {
    needs(arguments.length, 1, 'get');
    const wanted = `${name}`.toWellFormed();
    return this.#entries.find((it) => it.name === wanted)?.value ?? null;
  }
  getAll(name) {
    needs(arguments.length, 1, 'getAll');
    const wanted = `${name}`.toWellFormed();
    return this.#entries.filter((it) => it.name === wanted).map((it) => it.value);
  }
  has(name) {
    needs(arguments.length, 1, 'has');
    const wanted = `${name}`.toWellFormed();
    return this.#entries.some((it) => it.name === wanted);
  }
  forEach(callback, receiver) {
    needs(arguments.length, 1, 'forEach');
    if (typeof callback !== 'function') throw new TypeError('FormData.forEach: the callback is not a function');
    const entries = this.#entries;
    for (let i = 0; i < entries.length; i++) callback.call(receiver, entries[i].value, entries[i].name, this);
  }
  entries() { return new FormDataIterator(this.#entries, ({ name, value }) => [name, value]); }
  keys() { return new FormDataIterator(this.#entries, ({ name }) => name); }
  values() { return new FormDataIterator(this.#entries, ({ value }) => value); }
}
for (const name of ['append', 'set', 'delete', 'get', 'getAll', 'has', 'forEach', 'entries', 'keys', 'values']) {
  Object.defineProperty(FormData.prototype, name, { enumerable: true });
}
for (const [prototype, key, value] of [
  [FormData.prototype, Symbol.iterator, FormData.prototype.entries],
  [FormData.prototype, Symbol.toStringTag, 'FormData'],
  [FormDataIterator.prototype, Symbol.toStringTag, 'FormData Iterator'],
]) Object.defineProperty(prototype, key, { value, configurable: true, writable: key === Symbol.iterator });
