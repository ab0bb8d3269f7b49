// @command check
function f() { await 1; for await (x of y) ; }
class A { x = await 1; static { await 1; } }
() => await 1;
(x = await 1) => x;
