const log = [];
const key = (k) => (log.push('key ' + k), k);
const val = (v) => (log.push('value ' + v), v);
class A {
    constructor() { log.push('A'); this.init?.(); }
    [key('a')] = val('a');
    static [key('s')] = val('s');
    b = this.a + '!';
    static { log.push('block ' + this.s); }
    static t = this.s + '?';
    ['m' + key('m')]() {}
}
console.log(log.join('|'));
log.length = 0;
class B extends A {
    x = val('x');
    init() { log.push('init ' + this.x); }
    constructor(n) { log.push('before'); super(n); log.push('after ' + this.x); }
    y = () => this.b;
}
const b = new B();
console.log(log.join('|'));
console.log(b.y(), Object.keys(b).join(), A.t);
class C extends A { z = 1; }
console.log(new C().z, Object.keys(new C()).join());
class D { a; 'b'; 1 = 'one'; [Symbol.toStringTag] = 'D'; }
console.log(JSON.stringify(new D()), Object.keys(new D()).join(), String(new D()));
class E { constructor() { return { other: true }; } }
class F extends E { f = 1; g() { return this; } }
console.log(JSON.stringify(new F()));
class G { x = 1; static make() { return new this(); } }
class H extends G { x = super.toString === Object.prototype.toString; }
console.log(H.make().x, new H() instanceof G);
