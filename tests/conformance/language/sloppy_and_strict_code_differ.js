// this, silent failures, octal, delete, duplicate names, writes to undeclared names.
function sloppyThis() { return typeof this; }
function strictThis() { 'use strict'; return typeof this; }
console.log(sloppyThis.call(5), strictThis.call(5), sloppyThis() === 'object', strictThis());
const frozen = Object.freeze({ x: 1 });
frozen.x = 2; delete frozen.x; frozen.y = 3;
console.log(frozen.x, 'y' in frozen, 010 + 0o10, '\101');
(function () { 'use strict'; for (const f of [() => { frozen.x = 2; }, () => { delete frozen.x; }, () => { undeclared = 1; }, () => { 'abc'.length = 1; }, () => { (5).x = 1; }])
    try { f(); console.log('fine'); } catch (error) { console.log(error.name); } })();
implicitGlobal = 'made';
console.log(globalThis.implicitGlobal, delete globalThis.implicitGlobal, typeof implicitGlobal);
function duplicate(a, a) { return a; }
console.log(duplicate(1, 2), (function () { return !this; })());
var redeclared = 1; var redeclared; console.log(redeclared);
if (true) { function conditional() { return 'yes'; } }
console.log(conditional(), ((x) => { x = 2; return x; })(1));
