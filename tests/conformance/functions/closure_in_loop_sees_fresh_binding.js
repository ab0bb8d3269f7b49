const fs = [];
for (let i = 0; i < 3; i++) fs.push(() => i);
console.log(fs.map((f) => f()).join());
const gs = [];
for (let i = 0; i < 3; i++) { gs.push(() => i++); i += 0; }
console.log(gs.map((g) => g() + g()).join());
const hs = [];
for (const x of [1, 2, 3]) hs.push(() => x);
for (const k in { a: 1, b: 2 }) hs.push(() => k);
console.log(hs.map((h) => h()).join());
const vs = [];
for (var v = 0; v < 3; v++) vs.push(() => v);
console.log(vs.map((f) => f()).join());
let n = 0;
const ws = [];
while (n < 3) { const c = n; let d = n; d *= 10; ws.push(() => c + d); n++; }
console.log(ws.map((f) => f()).join());
function inside() {
    const out = [];
    for (let i = 0, j = 10; i < 3; i++, j--) out.push(() => i + ':' + j);
    return out.map((f) => f()).join();
}
console.log(inside());
// a closure made in the head sees the first environment
let early;
for (let i = (early = () => i, 0); i < 2; i++);
console.log(early());
