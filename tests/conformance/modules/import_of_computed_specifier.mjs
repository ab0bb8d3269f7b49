// import(expression) finds the modules that texts of this one name; what is wrong with its arguments rejects.
const paths = { fine: './fixtures/fine.mjs', data: './fixtures/named.json' };
const load = (name, options) => import(paths[name], options);

console.log((await load('fine')).name, (await load('fine')) === (await import('./fixtures/fine.mjs')));
console.log((await load('data', { with: { type: 'json' } })).default);
console.log((await import({ toString: () => paths.fine })).name);
const failures = [
  () => load('data'),
  () => load('nothing'),
  () => import({ toString() { throw new RangeError('specifier'); } }),
  () => load('fine', 5),
  () => load('fine', { with: { type: 5 } }),
  () => load('fine', { with: { other: 'x' } }),
];
for (const fail of failures)
  await fail().then(() => console.log('loaded'), (error) => console.log(error.constructor.name));
