// Queues with sizes (8.1), and the reading of queuing strategies (7.4).

export class Queue {
  items = [];
  head = 0;
  total = 0;
  get isEmpty() { return this.head === this.items.length; }
  push(value, size) {
    size = Number(size);
    if (!(size >= 0 && size !== Infinity))
      throw new RangeError("The size function of a queuing strategy must return a finite, non-NaN, non-negative number");
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

export function highWaterMarkOf(strategy, byDefault) {
  const mark = strategy?.highWaterMark;
  if (mark === undefined) return byDefault;
  const number = Number(mark);
  if (!(number >= 0)) throw new RangeError('Invalid highWaterMark');
  return number;
}

export function sizeOf(strategy) {
  const size = strategy?.size;
  if (size === undefined) return () => 1;
  if (typeof size !== 'function') throw new TypeError('The size of a queuing strategy must be a function');
  return (chunk) => size(chunk);
}
