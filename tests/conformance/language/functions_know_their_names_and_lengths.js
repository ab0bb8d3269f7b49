// NamedEvaluation (8.4.5), length, own properties, bind, hoisting of functions in blocks (B.3.3).
const a = () => {}, b = function () {}, c = class {}, d = function own() {};
const o = { m() {}, get g() { return 1; }, ['comp' + 1]: () => {}, [Symbol('sym')]: () => {}, async *ag() {}, f: function () {} };
console.log([a, b, c, d, o.m, o.comp1, o.ag, o.f].map((f) => f.name).join(), o[Object.getOwnPropertySymbols(o)[0]].name, Object.getOwnPropertyDescriptor(o, 'g').get.name);
const { x = () => {} } = {}, [y = function () {}] = [];
let z; z = () => {}; z ??= 1; let w; w ||= function () {};
console.log(x.name, y.name, z.name, w.name, (() => {}).name === '');
console.log(((p, q = 1, r) => {}).length, ((...rest) => {}).length, (({ p }, [q]) => {}).length, d.bind(null, 1).name, ((p, q, r) => {}).bind(null, 1).length);
console.log(hoisted(), typeof inBlock);
{ function inBlock() { return 'block'; } }
function hoisted() { return 'hoisted'; }
console.log(inBlock(), (function fact(n) { return n < 2 ? 1 : n * fact(n - 1); })(10));
const frozenName = function self() { self = 1; return typeof self; };
console.log(frozenName(), Object.getOwnPropertyNames((() => { 'use strict'; return function () {}; })()).sort().join(), 'prototype' in a, 'prototype' in o.m);
console.log([1, 2, 3].map(parseInt).join(), [].concat.call(1, 2).length, Math.max.apply(null, [1, 5, 3]), Function.prototype.call.length);
var counter = 0; const counted = { get k() { counter++; return 'k'; } };
const box = {}; box[counted.k] ??= 5; box[counted.k] &&= 6; box[counted.k] += 1;
console.log(box.k, counter);
