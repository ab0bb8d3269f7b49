// Fields of an object that a loop reads every round are held in locals (compiler/emit/held.c): writes of the same name through
// any object, by any means, must be seen, and a field that is no number must be converted where it is read.
const log = (...values) => console.log(values.join(' '));
const point = (x, y) => ({ x: x, y: y });

// The same object under two names: a write through one is seen through the other.
function drift(a, b, n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += a.x * 2 - a.y / 2;
    b.x -= 0.5;
    if (i % 3 === 0) b.y = i;
  }
  return sum;
}
for (let round = 0; round < 3; round++) {
  const p = point(10, 4), q = point(1, 2);
  log(drift(p, q, 8), drift(p, p, 8), p.x, p.y, q.x, q.y);
}

// Fields that are no numbers: strings, undefined, objects that count their conversions.
let conversions = 0;
const counting = { valueOf() { conversions++; return 3; } };
function scale(o, list) {
  let sum = 0;
  for (let i = 0; i < list.length; i++) sum += list[i] * o.x - o.y;
  return sum;
}
for (const o of [point(2, 1), point('2', 1), point(undefined, 1), point(counting, null), point(1.5, true), point(2, 1)])
  log(scale(o, [1, 2, 3.5]), conversions);
try { scale(point(Symbol('s'), 1), [1]); } catch (error) { log(error.name); }
log(scale(point(Symbol('s'), 1), []));

// Getters, and objects whose prototype has the field.
let reads = 0;
log(scale({ get x() { return ++reads; }, y: 0 }, [1, 1, 1]), reads);
log(scale(Object.create(point(4, 1)), [1, 1]));

// A call in the loop may change the field; so may a computed name and a deletion.
function stepped(o, f, n) {
  let sum = 0;
  for (let i = 0; i < n; i++) { sum += o.x * 1.5; f(o, i); sum -= o.y * 0.5; }
  return sum;
}
log(stepped(point(1, 1), (o) => { o.x++; }, 4), stepped(point(1, 1), (o, i) => { o['xy'[i % 2]] = i; }, 4),
    stepped(point(1, 1), (o, i) => { if (i === 1) delete o.x; }, 3));

// A conversion that changes the field which is held.
function moody(o, t, n) {
  let sum = 0;
  for (let i = 0; i < n; i++) { sum += o.x * 2; sum += t.y * 1; sum += o.x * 2; }
  return sum;
}
const changed = point(1, 1);
log(moody(changed, point(0, { valueOf() { changed.x += 10; return 0.5; } }), 3), changed.x);

// The object changes in the loop.
function chain(node) {
  let sum = 0;
  for (; node; node = node.next) { sum += node.x * 0.5; node.x = sum; sum += node.x * 0.5; }
  return sum;
}
let list = null;
for (let i = 0; i < 5; i++) list = { x: i % 2 ? String(i) : i, next: list };
log(chain(list), chain(list));

// Nested loops, in which the inner one may have no round.
function nested(rows, o) {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) {
    for (let j = 0; j < rows[i].length; j++) { sum += rows[i][j] * o.x; o.y += 0.25; }
    sum += o.y * 0.5;
    if (i === 1) o.x = '3';
  }
  return sum;
}
log(nested([[1, 2], [], [3], [4, 5.5]], point(2, 1)), nested([[], []], point(2, 1)));

// Sums of a number with what may be a string.
function append(o, n) {
  for (let i = 0; i < n; i++) o.x += Math.sqrt(i) * 0.5;
  return 0.5 * n + o.x;
}
log(append(point(1, 0), 4), append(point('s', 0), 3), append(point(1.25, 0), 2), append(point(null, 0), 2), append(point([7], 0), 2));
// What is an integer stays one, so that it can be an index.
function walk(o, cells, n) {
  let seen = '';
  for (let i = 0; i < n; i++) { o.x += Math.floor(i / 2 + 0.5); seen += cells[o.x % 4]; }
  return seen;
}
log(walk(point(0, 0), ['a', 'b', 'c', 'd'], 9), Object.is(append(point(-0, 0), 0), 0));
