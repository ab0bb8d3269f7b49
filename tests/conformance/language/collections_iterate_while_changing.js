// Map and Set keep insertion order, see additions during iteration, skip deletions; WeakMap holds by identity.
const m = new Map([['a', 1], ['b', 2]]);
const seen = [];
for (const [k, v] of m) {
    seen.push(k);
    if (k === 'a') { m.delete('b'); m.set('c', 3); }
    if (k === 'c' && m.size < 4) m.set('d', 4), m.delete('a'), m.set('a', 5);
}
console.log(seen.join(), [...m.keys()].join(), m.get(NaN), m.set(NaN, 'nan').get(NaN), m.set(-0, 'z').get(0), [...m].length);
const s = new Set([1, 2, 2, '2', NaN, NaN]);
s.forEach((v, k, set) => { if (v === 1) set.add('late'); seen.push(String(v)); });
console.log(s.size, seen.slice(4).join(), [...s.entries()][0].join());
const wm = new WeakMap(), key = {};
console.log(wm.set(key, 1).get(key), wm.has({}), wm.delete(key), wm.has(key));
try { wm.set('text', 1); } catch (error) { console.log(error.name); }
const groups = Object.groupBy ? Object.groupBy([1, 2, 3], (x) => (x % 2 ? 'odd' : 'even')) : { odd: [1, 3], even: [2] };
console.log(JSON.stringify(groups), Object.fromEntries(new Map([['x', 1]])).x, Object.entries({ b: 1, a: 2 }).join());
const holes = [1, , 3]; holes[5] = 6;
console.log(holes.length, 1 in holes, holes.indexOf(undefined), holes.includes(undefined), JSON.stringify(holes), holes.map((x) => x * 2).length, Object.keys(holes).join());
const a = [5, 1, 10]; a.sort(); console.log(a.join(), a.toSorted((x, y) => x - y).join(), a.with(0, 9).join(), a.findLast((x) => x > 1), a.flatMap((x) => [x, x]).length, a.copyWithin(0, 1).join(), a.fill(0, 1, 2).join(), [3, [2, [1]]].flat(Infinity).join(), Array.from({ length: 3 }, (_, i) => i ** 2).join(), a.splice(1, 1, 'x', 'y').join(), a.join());
a.length = 1; a[3] = 1; console.log(a.length, a.reverse().join(), [].at(-1), Array.isArray(new Proxy([], {})));
