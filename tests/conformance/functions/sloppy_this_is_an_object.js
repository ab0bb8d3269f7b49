function f() { return this; }
console.log(f() === globalThis, f.call(null) === globalThis, typeof f.call(1), f.call('s') instanceof String);
console.log(this === module.exports, typeof require, typeof __filename, typeof __dirname, exports === module.exports);
const arrow = () => this;
console.log(arrow() === module.exports);
undeclared = 5;
console.log(globalThis.undeclared, delete globalThis.undeclared, typeof undeclared);
try { missing; } catch (e) { console.log(e.name + ': ' + e.message); }
(function () { 'use strict'; try { alsoMissing = 1; } catch (e) { console.log(e.name + ': ' + e.message); } })();
