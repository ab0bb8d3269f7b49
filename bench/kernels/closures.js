// Closures that hold state, functions that make functions, callbacks, destructuring, spread and rest.
const counter = () => { let n = 0; return { up: (by) => (n += by), get: () => n }; };
const compose = (...fs) => (x) => fs.reduce((v, f) => f(v), x);
const curry = (f) => (a) => (b) => f(a, b);
const pipeline = compose((x) => x + 1, (x) => x * 3, (x) => x & 0xffff, curry((a, b) => a ^ b)(0x55));
const c = counter();
let total = 0;
for (let i = 0; i < 2000000; i++) { c.up(i & 3); total = (total + pipeline(i)) | 0; }
const swap = ([a, b, ...rest]) => [b, a, ...rest];
const merge = ({ a, b = 2, ...others }, extra) => ({ ...others, b: a, a: b, ...extra });
let list = [1, 2, 3, 4], record = { a: 1, c: 3 };
for (let i = 0; i < 500000; i++) {
  list = swap(list); list[3] = i & 7;
  record = merge(record, { c: i & 15 });
  const [x, , y] = list, { a, c } = record;
  total = (total + x + y + a + c + Math.max(...list)) | 0;
}
function variadic(first, ...rest) { let s = first; for (const r of rest) s += r; return s; }
for (let i = 0; i < 1500000; i++) total = (total + variadic(i, 1, 2, 3)) | 0;
console.log('closures ' + total + ' ' + c.get());
