// The queuing strategies (7.2, 7.3).

export class CountQueuingStrategy {
  #mark;
  constructor({ highWaterMark }) { this.#mark = Number(highWaterMark); }
  get highWaterMark() { return this.#mark; }
  get size() { return () => 1; }
}

export class ByteLengthQueuingStrategy {
  #mark;
  constructor({ highWaterMark }) { this.#mark = Number(highWaterMark); }
  get highWaterMark() { return this.#mark; }
  get size() { return (chunk) => chunk.byteLength; }
}
