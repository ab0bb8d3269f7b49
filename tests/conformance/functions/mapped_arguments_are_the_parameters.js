function a(x, y) { x = 10; return arguments[0] + ',' + y; }
console.log(a(1, 2));
function b(x) { arguments[0] = 5; return x; }
console.log(b(1), b());
function c(x) { 'use strict'; x = 9; return arguments[0]; }
console.log(c(1));
function d(x, x2) { x2 = 3; return arguments.length + ':' + arguments[1]; }
console.log(d(1), d(1, 2));
function e(x) { delete arguments[0]; x = 7; return arguments[0]; }
console.log(e(1));
function f(x) { const g = () => arguments[0]; x = 'seen'; return g(); }
console.log(f(1));
function g(x, y) { return Array.prototype.slice.call(arguments, 1).join() + arguments.callee.name; }
console.log(g(1, 2, 3));
function h() { return h.inner.apply(this, arguments); }
h.inner = function () { return arguments.length + [].join.call(arguments, '-'); };
console.log(h('p', 'q'));
function i(x) { (function (args) { args[0] = 'far'; })(arguments); return x; }
console.log(i('near'));
function j(x) { var arguments; return typeof arguments; }
console.log(j());
function k(arguments) { return arguments; }
console.log(k('name'));
function l(x) { Object.defineProperty(arguments, '0', { value: 4, writable: false }); x = 6; return arguments[0]; }
console.log(l(1));
function m() { 'use strict'; try { return arguments.callee; } catch (e) { return e.constructor.name; } }
console.log(m());
console.log((function (p) { return typeof arguments + Object.prototype.toString.call(arguments); })());
