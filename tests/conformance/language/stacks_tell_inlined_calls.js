// @command run --cc=gcc
// Calls in loops are inlined where the C compiler records places: stacks tell them all the same.
class Box {
  constructor(v) { this.v = v; }
  get twice() {
    return this.inner(1).x;
  }
  inner(n) { return n > 0 ? this.v.deeper : undefined; }
  make(i) { return new Error('made ' + i); }
  fail(i) { if (i === 2) throw new Error('thrown'); return i; }
}
function caller(b, i) {
  return b.make(i);
}
const b = new Box({ deeper: { x: 3 } });
const lines = (e) => e.stack.split('\n').slice(0, 4).map((l) => l.replace(/[^ (]*\//, '')).filter((l) => !/node:|Module/.test(l)).join('\n');
let last;
for (let i = 0; i < 3; i++) last = caller(b, i);
console.log(lines(last));
for (let i = 0; i < 4; i++) {
  try { b.fail(i); } catch (e) { console.log(lines(e)); }
}
let sum = 0;
try {
  for (let i = 0; i < 5; i++) { if (i === 3) b.v.deeper = undefined; sum += b.twice; }
} catch (e) { console.log(sum, lines(e)); }
const o = {};
function capture() { Error.captureStackTrace(o, capture); }
function viaCapture() { capture(); }
for (let i = 0; i < 2; i++) viaCapture();
console.log(lines(o));
