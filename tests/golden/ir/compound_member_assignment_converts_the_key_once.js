// @command build -O0 --emit=ir
function f(o, k) { o[k] += 1; o.x++; return o; }
