// Iterator.concat, zip and zipKeyed; chunks, windows and includes. Whoever leaves early closes what lies beneath, the last first.
const closing = (name, values) => ({
  __proto__: Iterator.prototype,
  i: 0,
  next() { return this.i < values.length ? { value: values[this.i++], done: false } : { value: undefined, done: true }; },
  return() { console.log('close', name); return {}; },
});

console.log([...Iterator.concat([1, 2], new Set([3]), 'x'.split(''))]);
console.log([...Iterator.zip([[1, 2, 3], ['a', 'b']])], [...Iterator.zip([[1, 2], ['a']], { mode: 'longest', padding: [0, '-'] })]);
console.log([...Iterator.zipKeyed({ n: [1, 2], s: ['a', 'b'] })].map((o) => `${o.n}${o.s}`));
try {
  [...Iterator.zip([closing('p', [1, 2]), [1], closing('q', [1, 2])], { mode: 'strict' })];
} catch (error) {
  console.log(error.name);
}
for (const pair of Iterator.zip([closing('p', [1, 2]), closing('q', [3, 4])])) {
  console.log(pair);
  break;
}
console.log([...[1, 2, 3, 4, 5].values().chunks(2)], [...[1, 2, 3, 4].values().windows(3)]);
console.log([...[1, 2].values().windows(3)], [...[1, 2].values().windows(3, 'allow-partial')]);
console.log(closing('r', [1, NaN, 3]).includes(NaN), closing('s', [1, 2]).includes(1, 1));
try {
  closing('t', [1]).chunks(0);
} catch (error) {
  console.log(error.name);
}
console.log(Iterator.concat([1])[Symbol.toStringTag], closing('u', [1, 2]).chunks(1).return());
