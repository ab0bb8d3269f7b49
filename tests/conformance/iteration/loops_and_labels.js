let s = '';
for (let i = 0; ; i++) { if (i > 5) break; if (i % 2) continue; s += i; }
for (;;) { s += 'x'; break; }
let n = 3;
while (n--) { if (n === 1) continue; s += n; }
do { s += 'd'; } while (n++ < 0);
a: for (let i = 0; i < 3; i++) { b: for (let j = 0; j < 3; j++) { if (j === 1) continue a; if (i === 2) break a; s += `${i}${j} `; } }
block: { s += 'in'; if (s) break block; s += 'never'; }
c: d: for (;;) { break c; }
g: do { s += 'g'; continue g; } while (false);
sw: switch (1) { case 1: for (;;) { break sw; } }
for (let i = 0, len = 2; i < len; i++, s += ',') s += i;
for (var k = 0, m = 10; k < m; k++, m--);
console.log(s, k, m);
const out = [];
for (let i = 0; i < 3; i++) { let i = 'inner'; out.push(i); }
console.log(out.join());
if (1) ; else console.log('no');
for (const x of [1, 2, 3]) { if (x === 2) continue; out.push(x); }
console.log(out.join());
let i = 0;
for (; i < 10; i += 3);
console.log(i);
let total = 0;
for (let a = 0; a < 10; a++) for (let b = 0; b < a; b++) { if ((a + b) % 3 === 0) continue; total += a * b; }
console.log(total);
