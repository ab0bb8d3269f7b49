const proto = { inherited: 1, shadowed: 2 };
const o = Object.create(proto, { hidden: { value: 1, enumerable: false }, shown: { value: 2, enumerable: true } });
o.shadowed = 3; o[2] = 'b'; o[1] = 'a'; o.z = 1; o.a = 1;
const keys = [];
for (const k in o) keys.push(k);
console.log(keys.join());
for (const k in 'ab') console.log(k, typeof k);
for (const k in null) console.log('never');
for (const k in undefined) console.log('never');
for (var i in [7, 8]) ;
console.log(i);
const del = { a: 1, b: 2, c: 3 };
const seen = [];
for (const k in del) { seen.push(k); delete del.b; }
console.log(seen.join());
let count = 0;
for (const k in { a: 1, b: 2 }) { if (k === 'a') continue; count++; }
console.log(count);
label: for (const k in { a: 1, b: 2 }) { for (const j in { c: 1 }) { if (k === 'a') continue label; console.log(k, j); break label; } }
for (var init in {}) ;
console.log(init);
for (let { length } in { abc: 1 }) console.log(length);
class P { m() {} f = 1; }
for (const k in new P()) console.log(k);
