// getOrInsert gives what is there, else what it was given; the callback's own insertions are overwritten.
const map = new Map([['a', 1]]);
console.log(map.getOrInsert('a', 2), map.getOrInsert('b', 3), map.getOrInsertComputed('c', (key) => key + '!'), [...map]);
console.log(map.getOrInsertComputed(-0, (key) => { map.set(key, 'inner'); return Object.is(key, 0); }), map.get(0));
const weak = new WeakMap(), key = {};
console.log(weak.getOrInsertComputed(key, () => 'made'), weak.getOrInsert(key, 'other'));
try {
  weak.getOrInsert('text', 1);
} catch (error) {
  console.log(error.name);
}
