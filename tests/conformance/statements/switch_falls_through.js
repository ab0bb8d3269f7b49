const f = (x) => { let s = ''; switch (x) { case 1: s += 'one'; case 2: s += 'two'; break; default: s += 'def'; case 3: s += 'three'; break; case 4: return 'ret'; } return s; };
console.log([1, 2, 3, 4, 5, '1'].map(f).join());
const g = (x) => { switch (x) { default: return 'd'; case NaN: return 'nan'; case undefined: return 'u'; } };
console.log(g(NaN), g(undefined), g(0));
const log = [];
const l = (v) => (log.push(v), v);
switch (l(2)) { case l(1): case l(2): case l(3): }
console.log(log.join());
const fs = [];
for (const i of [0, 1]) switch (i) { case 0: let a = 'zero'; fs.push(() => a); break; case 1: { const b = 'one'; fs.push(() => b); } }
console.log(fs.map((f) => f()).join());
switch (3) { case 3: function hoisted() { return 'h'; } }
console.log(hoisted());
const str = (s) => { switch (s) { case 'a': case 'b': return 1; case 'c': return 2; } };
console.log(str('a'), str('b'), str('c'), str('d'));
switch (true) { case 1 > 2: console.log('no'); break; case 2 > 1: console.log('yes'); }
switch (0) { }
switch (0) { default: }
for (let i = 0; i < 4; i++) { switch (i) { case 1: continue; case 3: break; default: console.log('i', i); } }
