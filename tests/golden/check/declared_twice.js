// @command check --script
let a;
{ let b; var b; }
function f(c) { let c; }
try {} catch ([d]) { let d; }
switch (1) { case 0: let e; default: const e = 1; }
class A { #x; get #x() {} m() { this.#y; } }
let a;
