// @command build -O0 --emit=ir
function* f() { return yield 1; }
