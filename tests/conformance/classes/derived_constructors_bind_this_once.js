const t = (f) => { try { const r = f(); return typeof r === 'object' ? r.constructor.name : String(r); } catch (e) { return e.name + ': ' + e.message; } };
class A { constructor(v) { this.v = v; this.target = new.target?.name; } }
console.log(t(() => new (class extends A { constructor() { this.x = 1; super(); } })()));
console.log(t(() => new (class extends A { constructor() { super(); super(); } })()));
console.log(t(() => new (class extends A { constructor() {} })()));
console.log(t(() => new (class X extends A { constructor() { return {}; } })()));
console.log(t(() => new (class extends A { constructor() { super(); return 1; } })()));
console.log(t(() => new (class X extends A { constructor() { super(); return undefined; } })()));
console.log(t(() => A()));
console.log(t(() => new (class extends null {})()));
console.log(t(() => class extends 5 {}));
console.log(t(() => { const o = {}; return class extends o {}; }));
class B extends A { constructor(...a) { const f = () => super(...a); f(); this.w = (() => this.v)(); } }
console.log(new B(7).w, new B(7).target);
class C extends A { constructor(late) { try { if (late) super(1); } finally { } } }
console.log(t(() => new C(true)), t(() => new C(false)));
class D extends A { constructor() { try { super(1); return; } finally { this.fin = 1; } } }
console.log(new D().fin);
class E extends A { f = 1; constructor() { (() => { super(3); })(); } }
console.log(new E().f, new E().v);
class F extends Array { sum() { let s = 0; for (const x of this) s += x; return s; } }
const arr = F.from([1, 2, 3]);
console.log(arr.sum(), arr.length, arr instanceof F, arr.map((x) => x * 2) instanceof F);
class G extends Error { constructor(m) { super(m); this.name = 'G'; } }
console.log(String(new G('msg')), new G('x') instanceof Error);
class H extends Map { get(k) { return super.get(k) ?? 'none'; } }
console.log(new H([[1, 2]]).get(1), new H().get(1));
console.log(Reflect.construct(B, [1], C).constructor.name);
class I { constructor() { this.p = Object.getPrototypeOf(this) === new.target.prototype; } }
console.log(new I().p);
