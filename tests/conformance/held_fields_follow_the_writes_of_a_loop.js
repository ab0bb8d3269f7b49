// A field that a loop reads and writes is held in a local, which follows the writes (compiler/emit/held.c); the places of
// properties are foreseen where all literals and constructors agree (compiler/emit/layout.c), and may be others.
const log = (...values) => console.log(values.join(' '));
const body = (x, v, m) => ({ x: x, v: v, m: m });

// Each with each: the inner loop writes both objects, which may be one.
function attract(bodies, dt) {
  for (let i = 0; i < bodies.length; i++) {
    const a = bodies[i];
    for (let j = 0; j < bodies.length; j++) {
      const b = bodies[j];
      const f = dt * (a.x - b.x + 0.5);
      a.v -= f * b.m;
      b.v += f * a.m;
      a.x += a.v * 0.125;
    }
  }
}
const all = [body(0.5, 0, 1.5), body(2.5, 0.25, 0.5), body(4.25, -0.5, 2.25)];
for (let i = 0; i < 3; i++) attract(all, 0.0625);
log(all.map((b) => [b.x, b.v, b.m].join(',')).join(' '));
attract([all[0], all[0], all[1], all[0]], 0.0625);
log(all.map((b) => [b.x, b.v, b.m].join(',')).join(' '));

// What was read before a write keeps its value; what is read after it sees the new one.
function old(o, n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const before = o.x;
    o.x = i * 0.5;
    sum += before * 2 - o.x * 4;
    if (i & 1) o.x = before;
    sum += o.x * 8;
  }
  return sum;
}
log(old(body(1.5), 5), old(body('1.5'), 5), old(body(undefined), 2), old(body(3), 4));

// Values that are no numbers, in the middle of the loop; objects that are no longer what they were.
function mixed(o, other, values) {
  let text = '';
  for (let i = 0; i < values.length; i++) {
    text += o.x * 2 + ':';
    other.x = values[i];
    o.v -= 0.5;
    text += o.x * 2 + ':' + typeof o.x + o.v + ' ';
  }
  return text;
}
const one = body(1, 1), two = body(2, 2);
const values = [1.5, '7', null, 3, { valueOf: () => 9 }, true, -0, NaN, 4];
log(mixed(one, one, values), one.x, one.v);
log(mixed(one, two, values), one.x, two.x, one.v);
log(mixed(two, one, [1, 2.5]), mixed(two, { x: 1 }, [5]), mixed(two, { get v() { return 0; }, set x(v) { two.x = v + 0.5; } }, [5, 6]));

// A write that throws leaves what was written before it.
function until(o, frozen, n) {
  'use strict';
  try {
    for (let i = 0; i < n; i++) { o.x += 0.5; o.v = o.x * 2; if (i === 2) frozen.x = 1; }
  } catch (error) { return error.name + o.x + ',' + o.v; }
  return o.x + ',' + o.v;
}
log(until(body(0.5, 0), Object.freeze(body(1)), 5), until(body(0.5, 0), body(1), 5));

// Integers stay usable as such.
function count(o, list) {
  let seen = '';
  for (let i = 0; i < list.length; i++) { seen += list[o.x]; o.x = (o.x * 2 + 1) % list.length; }
  return seen;
}
log(count(body(0), ['a', 'b', 'c', 'd', 'e']));

// Other places than the literal's: built one by one, by JSON, by classes, with a property before, deleted and put back.
function sum(list) {
  let s = 0;
  for (let i = 0; i < list.length; i++) { const o = list[i]; s += o.x * 0.5 - o.v * 0.25 + o.m; o.m += 1; }
  return s;
}
const slow = {}; slow.m = 1; slow.v = 2; slow.x = 3;
class Point { constructor(x, v) { if (x > 2) this.big = true; this.x = x; this.v = v; this.m = 4; } }
class Named extends Point { name = 'n'; constructor(x) { super(x, 1); this.q = this.x; } }
const shifted = body(1, 2, 3); delete shifted.x; shifted.x = 8;
const many = [body(1, 2, 3), slow, JSON.parse('{"v":1,"m":2,"x":3}'), new Point(1, 2), new Point(3, 2), new Named(1), new Named(5), shifted,
  { __proto__: body(1, 2, 3), x: 7 }, Object.assign({ z: 1 }, body(2, 2, 2)), body(9, 9, 9)];
log(sum(many), sum(many), many.map((o) => o.m).join(','));
class Base { #secret = 1; y = 1; constructor() { this.k = 2; this.l = 3; this.k = 4; } get secret() { return this.#secret; } }
function total(list) { let s = 0; for (const o of list) { s += o.y * 2 + o.k * 4 + o.l * 8; o.l += 0.5; } return s; }
const bases = [new Base(), new Base(), Object.create(new Base()), { l: 1, k: 2, y: 3 }];
log(total(bases), total(bases), bases.map((o) => o.l).join(','));
