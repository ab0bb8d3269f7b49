// Mapped and unmapped arguments objects (10.4.4).
function sloppy(a, b) {
    arguments[0] = 'changed';
    b = 'B';
    arguments.length = 1;
    return [a, arguments[1], arguments.length, [...arguments].join()].join('|');
}
function strict(a) { 'use strict'; arguments[0] = 'changed'; return a; }
function defaulted(a, b = 2) { arguments[0] = 'changed'; return [a, arguments.length].join(); }
function unmapped(a, b) { delete arguments[0]; arguments[0] = 'x'; b = 'y'; return [a, arguments[0], arguments[1]].join(); }
const arrow = function () { return (() => arguments[0])('inner'); };
console.log(sloppy(1, 2, 3), strict(1), defaulted(1), unmapped(1), unmapped(1, 2), arrow('outer'));
function callee() { return typeof arguments.callee; }
console.log(callee(), Object.prototype.toString.call((function () { return arguments; })()), sloppy.length, defaulted.length);
function shadow(arguments) { return arguments; }
console.log(shadow('own'));
(function () { var arguments; console.log(typeof arguments); })();
(function (a) { var a; console.log(typeof a); function a() {} })(5);
(function (a = () => typeof b, b) { var b = 'body'; console.log(a(), b); })();
