// @command build -O0 --emit=ir
function f(n) { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }
