// super in methods of classes and of object literals, in arrows, statics and accessors; new.target through Reflect.
class A {
    who() { return `A.who of ${this.name}`; }
    static make() { return `A.make of ${this.name}`; }
    get value() { return `A.value of ${this.name}`; }
    set value(v) { this.stored = `A set ${v}`; }
}
class B extends A {
    name = 'b';
    who() { return `B over ${super.who()}`; }
    arrow() { return (() => super.who())(); }
    static make() { return `B over ${super.make()}`; }
    get value() { return `B over ${super.value}`; }
    set value(v) { super.value = v + 1; }
    key(k) { return super[k](); }
}
const b = new B();
b.value = 1;
console.log(b.who(), '|', b.arrow(), '|', B.make(), '|', b.value, '|', b.stored, '|', b.key('who'));
const parent = { hello() { return `hello from ${this.id}`; } };
const child = { __proto__: parent, id: 'child', hello() { return `${super.hello()}!`; } };
const borrowed = { id: 'borrowed', hello: child.hello };
console.log(child.hello(), borrowed.hello());
function F() { return new.target; }
class G { constructor() { this.target = new.target.name; } }
console.log(F() === undefined, new F() instanceof F, Reflect.construct(G, [], B).target, new (class extends G {})().target === '');
class Args extends Array { constructor(...args) { super(...args); } sum() { return this.reduce((x, y) => x + y, 0); } }
console.log(new Args(1, 2, 3).sum(), new Args(1, 2, 3).map((x) => x * 2) instanceof Args, Args.from([1]).length);
