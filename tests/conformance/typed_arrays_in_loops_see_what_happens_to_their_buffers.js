// Tests of typed arrays stand ahead of loops (compiler/emit/version.c); conversions in the loop may detach or resize a buffer.
const log = (...values) => console.log(values.join(' '));
function dot(a, b, n) {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}
const a = Float64Array.from([1.5, 2, 3]), b = Float64Array.of(2, 4, 8);
log(dot(a, b, 3), dot(a, b, 4), dot(a.subarray(1), b.map((v) => v / 2), 2), dot([1, 2], [3, 4], 2), dot('12', b, 2), dot(a, [1, , 2], 3));

function copy(to, from, n) {
  for (let i = 0; i < n; i++) { to[i] = from[i]; to[i] += 0.5; }
  return [to[0], to[1], to[2], to[3]].join();
}
log(copy(new Float64Array(3), [1, 2, 3, 4], 4), copy(new Int8Array(3), [200, 1.5, '7'], 3), copy([], [1, 2], 2));
for (const act of [(t) => structuredClone(t.buffer, { transfer: [t.buffer] }), () => 0]) {
  const t = new Float64Array(4);
  log('[' + copy(t, [1, { valueOf() { act(t); return 2; } }, 3, 4], 4) + ']', t.length);
}
const resizable = new ArrayBuffer(32, { maxByteLength: 64 });
const view = new Float64Array(resizable);
log(copy(view, [1, 2, { valueOf() { resizable.resize(16); return 9; } }, 4], 4), view.length);

// Bounds that are constants of the module, and products of indices within them.
const ROWS = 3, COLUMNS = 4;
function fill(cells) {
  for (let i = 0; i < ROWS; i++) for (let j = 0; j < COLUMNS; j++) cells[i * COLUMNS + j] = i * 10 + j;
  let sum = 0;
  for (let i = ROWS; i >= 0; i--) for (let j = 0; j <= COLUMNS; j++) sum += cells[i * COLUMNS + j] | 0;
  return sum;
}
log(fill(new Float64Array(ROWS * COLUMNS)), fill(new Uint8Array(5)), fill([]));
function bounds(n) {
  let out = '';
  for (let i = -2; i < 3; i++) if (i >= 0) out += i; else if (!(i > -2)) out += '<'; else out += -i;
  for (let i = 3; i > n; i--) { if (i <= 1) out += '.'; out += i * i; }
  return out;
}
log(bounds(0), bounds(-1), bounds(2.5), bounds(NaN), bounds('1'), Object.is(bounds.length * -0, 0));
// A variable that is a typed array first, and something else later.
let cells = new Uint8Array([1, 2, 3]), others = [4.5, 'x'];
const total = () => { let sum = ''; for (let i = 0; i < 3; i++) sum += cells[i] + ','; return sum; };
log(total());
[cells, others] = [others, cells];
log(total(), others[1]);
