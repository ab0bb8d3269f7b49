const a = function () {}, b = () => {}, c = class {}, d = function own() {};
console.log([a, b, c, d].map((f) => f.name).join());
let e; e = function () {}; (e) = e;
let p; (p) = function () {};
console.log(e.name, JSON.stringify(p.name));
const o = { m() {}, f: () => {}, ['c' + 1]: () => {}, get g() {}, set g(v) {}, [Symbol('sym')]() {}, [Symbol.iterator]: function () {}, async as() {}, *gen() {}, 5() {}, __proto__: null };
console.log(o.m.name, o.f.name, o.c1.name, o.as.name, o.gen.name, o[5].name);
const g = Object.getOwnPropertyDescriptor(o, 'g');
console.log(g.get.name + '|' + g.set.name);
console.log(Object.getOwnPropertySymbols(o).map((s) => o[s].name).join('|'));
const [x = () => {}, { y = function () {} } = {}] = [];
console.log(x.name, y.name);
function dflt(q = () => {}) { return q.name; }
console.log(dflt());
class K { static f = () => {}; static ['z' + 1] = class {}; static #p = () => {}; static n() { return K.#p.name; } h = () => {}; static ['na' + 'me2']() {} }
console.log(K.f.name, K.z1.name, K.n(), new K().h.name, K.name2.name);
let l; l ??= () => {}; let m2 = null; m2 ||= function () {}; 
console.log(l.name, m2.name);
console.log((() => {}).name === '', (class { static name = 'own'; }).name, (function () {}).name === '');
