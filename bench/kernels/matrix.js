// Matrices as arrays of arrays and as one Float64Array: product, transpose, Gaussian elimination.
const N = 160;
const make = (f) => Array.from({ length: N }, (_, i) => Array.from({ length: N }, (_, j) => f(i, j)));
function multiply(a, b) {
  const c = make(() => 0);
  for (let i = 0; i < N; i++)
    for (let j = 0; j < N; j++) {
      let sum = 0;
      for (let k = 0; k < N; k++) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  return c;
}
function multiplyFlat(a, b, c) {
  for (let i = 0; i < N; i++)
    for (let j = 0; j < N; j++) {
      let sum = 0;
      for (let k = 0; k < N; k++) sum += a[i * N + k] * b[k * N + j];
      c[i * N + j] = sum;
    }
}
function determinant(m) {
  const a = m.map((row) => row.slice());
  let det = 1;
  for (let p = 0; p < N; p++) {
    let pivot = p;
    for (let r = p + 1; r < N; r++) if (Math.abs(a[r][p]) > Math.abs(a[pivot][p])) pivot = r;
    if (pivot !== p) { [a[p], a[pivot]] = [a[pivot], a[p]]; det = -det; }
    det *= a[p][p] / 10;
    for (let r = p + 1; r < N; r++) {
      const f = a[r][p] / a[p][p];
      for (let c = p; c < N; c++) a[r][c] -= f * a[p][c];
    }
  }
  return det;
}
let a = make((i, j) => ((i * 17 + j * 31) % 23) / 7 - 1.5), b = make((i, j) => ((i * 7 + j * 13) % 19) / 5 - 1.25);
let check = 0;
for (let round = 0; round < 14; round++) { const c = multiply(a, b); check += c[round][round + 3]; b = c.map((row) => row.map((v) => (v % 3))); }
const fa = Float64Array.from(a.flat()), fb = Float64Array.from(b.flat()), fc = new Float64Array(N * N);
for (let round = 0; round < 30; round++) { multiplyFlat(fa, fb, fc); check += fc[round * 5]; fb[round] = round; }
for (let round = 0; round < 30; round++) { a[round][round] += 1; check += Math.sign(determinant(a)); }
console.log('matrix ' + check.toFixed(6));
