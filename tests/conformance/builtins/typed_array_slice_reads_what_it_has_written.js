// 23.2.3.27: where the species gives an array over the same bytes, they are copied one after the other.
const bytes = new Uint16Array([10, 20, 30, 40, 50, 60]);
bytes.constructor = { [Symbol.species]: function () { return new Uint16Array(bytes.buffer, 4); } };
console.log(bytes.slice(1, 4).join(), bytes.slice(3).join());
console.log('o\u0308'.localeCompare('ö'), 'a\u0323\u0308'.localeCompare('ä\u0323'), 'o'.localeCompare('ö'), '\u212b'.localeCompare('Å'));
console.log(Object.getPrototypeOf(Array.fromAsync) === Function.prototype, String(Array.fromAsync), Array.fromAsync.length);
Array.fromAsync([Promise.resolve(1), 2], (x) => x * 2).then((all) => console.log(all));
