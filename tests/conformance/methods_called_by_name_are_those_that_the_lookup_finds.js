// The program defines few functions of these names; what is called is still what the object says.
class A { m(x) { return 'A' + x + this.n; } get g() { return 'Ag' + this.n; } constructor(n) { this.n = n; } }
class B extends A { m(x) { return 'B' + super.m(x); } get g() { return 'B' + super.g; } }
const call = (o, x) => o.m(x), read = (o) => o.g;
const all = [new A(1), new B(2), { m: (x) => 'arrow' + x, g: 'data' }, { __proto__: new A(3), n: 4 }];
for (let round = 0; round < 3; round++)
    for (const o of all) console.log(call(o, round), read(o));
A.prototype.m = function (x) { return 'new' + x + this.n; };
for (const o of all) console.log(call(o, 5), read(o));
Object.defineProperty(A.prototype, 'g', { get() { return 'other' + this.n; }, configurable: true });
for (const o of all) console.log(read(o));
Object.defineProperty(all[0], 'g', { value: 'own' });
all[1].m = new Proxy(function () { return 'target'; }, { apply: (f, self, args) => 'proxied' + self.n + args });
for (const o of all) console.log(call(o, 6), read(o));
delete A.prototype.g;
for (const o of all) console.log(read(o));
for (const o of [undefined, null, 1, 'text', Symbol.iterator, {}, { m: 1 }])
    try { console.log(String(read(o))); call(o, 1); } catch (e) { console.log(e.name, e.message.replace(/\(reading.*/, '')); }
const proxy = new Proxy({}, { get: (t, key, self) => key === 'm' ? () => 'trap' : 'trapped ' + String(key) });
console.log(call(proxy, 1), read(proxy));
class Late { set g(v) { this.v = v; } }
console.log(read(new Late()));
function Old(n) { this.n = n; }
Old.prototype.m = function (x, y) { return [this.n, x, y, arguments.length].join(); };
console.log(call(new Old(7), 8), new Old(7).m(), new Old(1).m(1, 2, 3));
const sloppy = { m() { return typeof this; }, strict() { 'use strict'; return typeof this; } };
for (const key of ['m', 'strict']) console.log(sloppy[key].call(1));
const { m } = sloppy;
console.log(m(), (0, sloppy.strict)());
function* walk(o) { try { yield o.m(1); yield o.g; } catch (e) { yield e.name; } finally { yield 'end'; } }
console.log([...walk(new B(9))].join(), [...walk({})].join(), [...walk({ m() { throw new RangeError(); } })].join());
class C { async m(x) { return x * 2; } *gen() { yield this.k; } k = 5; }
new C().m(4).then((v) => console.log(v, [...new C().gen()]));
