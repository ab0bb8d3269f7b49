// Sorting and grouping records: comparators, Map of arrays, reduce, binary search, a heap by hand.
let seed = 7;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
const records = Array.from({ length: 20000 }, (_, i) => ({ id: i, group: 'g' + random(50), score: random(100000) / 8, name: 'n' + random(5000) }));
class Heap {
  constructor() { this.items = []; }
  push(v) {
    const a = this.items;
    let i = a.length;
    a.push(v);
    while (i > 0) { const p = (i - 1) >> 1; if (a[p].score <= v.score) break; a[i] = a[p]; i = p; }
    a[i] = v;
  }
  pop() {
    const a = this.items, top = a[0], v = a.pop(), n = a.length;
    if (n === 0) return top;
    let i = 0;
    for (let k = 1; k < n; k = 2 * i + 1) { if (k + 1 < n && a[k + 1].score < a[k].score) k++; if (a[k].score >= v.score) break; a[i] = a[k]; i = k; }
    a[i] = v;
    return top;
  }
}
let check = 0;
for (let round = 0; round < 8; round++) {
  const sorted = [...records].sort((a, b) => a.score - b.score || a.id - b.id);
  const byName = records.slice(0, 4000).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const groups = new Map();
  for (const r of sorted) { const g = groups.get(r.group); if (g) g.push(r); else groups.set(r.group, [r]); }
  let best = 0;
  for (const [, g] of groups) best += g.reduce((s, r) => s + r.score, 0) / g.length;
  const heap = new Heap();
  for (const r of records) heap.push(r);
  for (let i = 0; i < 20000; i++) check = (check * 31 + heap.pop().id) | 0;
  check = (check + Math.round(best) + sorted[round * 100].id + byName[round].id) | 0;
}
console.log('sorting ' + check);
