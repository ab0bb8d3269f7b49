function counter() { let n = 0; return { up: () => ++n, down: () => --n, get n() { return n; } }; }
const c = counter(), d = counter();
c.up(); c.up(); d.down();
console.log(c.n, d.n);
function deep(a) { return function (b) { return function (c) { return () => [a++, b, c++].join(); }; }; }
const f = deep(1)(2)(3), g = deep(1)(2)(3);
console.log(f(), f(), g());
function late() { const f = () => v; let v = 1; v = 2; return f(); }
console.log(late());
function params(a, b) { const f = () => a + b; a = 10; return f(); }
console.log(params(1, 2));
function catches() { const fs = []; for (const i of [1, 2]) try { throw i; } catch (e) { fs.push(() => e); } return fs.map((f) => f()).join(); }
console.log(catches());
let shared = 0;
const inc = () => { shared += 1; };
[1, 2, 3].forEach(inc);
console.log(shared);
