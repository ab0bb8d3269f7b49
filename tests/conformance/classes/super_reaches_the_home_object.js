class A { m() { return 'A.m ' + this.n; } get g() { return 'A.g ' + this.n; } set s(v) { this.set = 'A.s ' + v; } static st() { return 'A.st ' + this.name; } }
class B extends A {
    n = 'b';
    m() { return super.m() + '/B'; }
    get g() { return super.g + '/B'; }
    set s(v) { super.s = v + '!'; }
    static st() { return super.st() + '/B'; }
    arrows() { return (() => () => super.m())()(); }
    computed(k) { return super[k](); }
    assign() { super.fresh = 1; return Object.hasOwn(this, 'fresh'); }
    missing() { return super.nothing; }
    update() { super.count = 1; this.count = 5; super.count++; return this.count; }
    field = super.m();
    async later() { return super.m(); }
    *gen() { yield super.m(); }
    del() { try { delete super.m; } catch (e) { return e.name + ': ' + e.message; } }
    tagged() { return super.m`x`; }
}
const b = new B();
b.s = 'v';
console.log(b.m(), b.g, b.set, B.st(), b.arrows(), b.computed('m'));
console.log(b.assign(), b.missing(), b.update(), b.field, [...b.gen()].join(), b.del(), b.tagged());
b.later().then(console.log);
const base = { hello() { return 'hello ' + this.who; } };
const derived = { __proto__: base, who: 'me', hello() { return super.hello() + '!'; }, get x() { return super.hello; } };
console.log(derived.hello(), derived.x === base.hello);
Object.setPrototypeOf(derived, { hello() { return 'changed'; } });
console.log(derived.hello());
class S { static x = 1; static f = () => super.toString === Function.prototype.toString; static { this.y = super.name; } }
console.log(S.f(), JSON.stringify(S.y));
