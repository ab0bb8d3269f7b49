// A program that runs by itself may suspend: for as long as it says, as nobody notifies it.
const words = new Int32Array(new SharedArrayBuffer(16));
const start = Date.now();
console.log(Atomics.wait(words, 0, 0, 30), Date.now() - start >= 29);
console.log(Atomics.wait(words, 0, 1), Atomics.wait(words, 1, 0, 0), Atomics.wait(words, 1, 0, -Infinity));
console.log(Atomics.wait(new BigInt64Array(words.buffer), 0, 0n, 1));
