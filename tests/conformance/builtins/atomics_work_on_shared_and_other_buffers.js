// One agent alone: every operation is a plain one, and nobody can be notified.
const shared = new SharedArrayBuffer(8, { maxByteLength: 32 });
const words = new Int32Array(shared);
console.log(Atomics.add(words, 0, 5), Atomics.sub(words, 0, 2), Atomics.or(words, 0, 12), Atomics.and(words, 0, 6), Atomics.xor(words, 0, 1));
console.log(words[0], Atomics.exchange(words, 1, -1), Atomics.compareExchange(words, 1, -1, 7), Atomics.load(words, 1));
console.log(Object.is(Atomics.store(words, 0, -0), 0), Atomics.store(new Uint8Array(1), 0, 257.9), Atomics.notify(words, 0));
shared.grow(16);
console.log(words.length, shared.byteLength, shared.growable, shared.slice(0, 4).byteLength);
const bytes = new Uint8Array([250]);
console.log(Atomics.add(bytes, 0, 10), bytes[0], Atomics.compareExchange(bytes, 0, 260, 9), bytes[0]);
const big = new BigUint64Array(1);
console.log(Atomics.sub(big, 0, 1n), big[0]);
for (const bad of [() => Atomics.add(new Float64Array(1), 0, 1), () => Atomics.load(words, 9), () => Atomics.add(big, 0, 1),
  () => Atomics.wait(new Int32Array(1), 0, 0, 0), () => shared.grow(1), () => ArrayBuffer.prototype.slice.call(shared)]) {
  try {
    bad();
  } catch (error) {
    console.log(error.name);
  }
}
