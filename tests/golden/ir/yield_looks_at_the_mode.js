// @command build --emit=ir
function* f() { return yield 1; }
