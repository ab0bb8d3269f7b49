// Loops that count up to a bound pay for their rounds in strips (compiler/emit/strip.c): none may be left out or run twice,
// at the strips' ends, with bounds at the ends of the integers, in nests, and where what they do is generic.
const log = (...values) => console.log(values.join(' '));
const rounds = (from, to) => { let n = 0, last; for (let i = from; i < to; i++) { n++; last = i; } return n + ':' + last; };
const rounds_to = (from, to) => { let n = 0, last; for (let i = from; i <= to; i++) { n++; last = i; } return n + ':' + last; };
for (const n of [-1, 0, 1, 2, 998, 999, 1000, 1001, 1999, 2000, 2001, 12345]) log(rounds(0, n), rounds_to(0, n));
log(rounds(2147483640, 2147483647), rounds_to(2147483640, 2147483647), rounds_to(2147483646, 2147483649), rounds(-2147483649, -2147483640));
log(rounds(0.5, 3), rounds(0, 2.5), rounds('1', 3), rounds(0, '4'), rounds(0, NaN), rounds(0, undefined));

function constant() {
  let sum = 0;
  for (let i = 0; i < 3000; i++) sum = (sum * 31 + i) | 0;
  for (let i = 0; i <= 3000; i++) sum = (sum * 31 + i) | 0;
  for (let i = -5; i < 5; i++) for (let j = 0; j < 700; j++) sum = (sum * 31 + j) | 0;
  return sum;
}
log(constant());
// A counter that wraps passes its bound never; the loop ends otherwise.
function wraps() {
  let i = 2147483640, n = 0;
  for (; i <= 2147483647; i = (i + 1) | 0) if (++n === 20) break;
  return i;
}
log(wraps());
// The bound changes, or the counter does, within the loop.
function changing(list) {
  let n = 0, bound = 10;
  for (let i = 0; i < bound; i++) { n += i; if (i === 5) bound = 8; }
  for (let i = 0; i < 1500; i++) { n += list.length; if (i === 700) i += 100; }
  for (let i = 0; i < list.length; i++) if (list.length < 1200) list.push(i);
  return n + ':' + list.length;
}
log(changing([1, 2, 3]));
// What a round throws leaves the loop; it can be entered again.
function thrown(values) {
  const seen = [];
  for (let k = 0; k < 3; k++) {
    try { for (let i = 0; i < values.length; i++) { if (values[i] === null) throw i; seen.push(i); } } catch (e) { seen.push('!' + e); }
    try { for (let i = 0; i < 2000; i++) { values[i].x; } } catch (e) { seen.push(e.name); }
  }
  return seen.join('');
}
log(thrown([1, 2, null]));
// Elements that are odd in one round of many.
function odd(rows) {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    for (let j = 0; j < 1100; j++) sum += row[j % 3] * 0.5;
  }
  return sum;
}
log(odd([[1, 2, 3], [1, '2', 3], [1, , 3], [1, 2, { valueOf: () => 5 }], [0.5, 1, 2]]), odd([[1, 2, 3]]));
