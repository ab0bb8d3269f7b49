const log = [];
const l = (x) => (log.push(x), x);
class A { }
const B = class Inner extends (l('heritage'), A) {
    [l('one')]() { return Inner; }
    static [l('two')]() {}
    get [l('three')]() { return 3; }
    static async *[l('four')]() {}
};
console.log(log.join(), new B().one() === B, typeof Inner, B.name);
class C { static self = C; static get() { return C; } }
const D = C;
C = null;
console.log(D.get() === D, D.self === D, C);
console.log(Object.getOwnPropertyNames(B.prototype).join(), Object.getOwnPropertyNames(B).join());
const m = Object.getOwnPropertyDescriptor(B.prototype, 'one');
console.log(m.enumerable, m.writable, m.configurable);
console.log(typeof class {}, (class {}).prototype.constructor.name === '', Object.getPrototypeOf(B) === A);
class E { constructor() { this.a = arguments.length; } static of() { return new this(...arguments); } }
console.log(E.of(1, 2, 3).a);
class Getters { static get a() { return 1; } static set a(v) { this.b = v; } 'quoted name'() { return 'q'; } 12() { return 12; } get() { return 'get'; } set() { return 'set'; } static() { return 'static'; } async() { return 'async'; } static static() { return 's'; } }
Getters.a = 5;
const g = new Getters();
console.log(Getters.a, Getters.b, g['quoted name'](), g[12](), g.get(), g.set(), g.static(), g.async(), Getters.static());
