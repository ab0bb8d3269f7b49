// 13.3.7: the prototype is asked for before the key is converted, the parent before the arguments are evaluated; whether it is a
// constructor is asked after that.
const first = { p: 1 }, second = { p: -1 };
const key = { toString() { Object.setPrototypeOf(object, second); return 'p'; } };
const object = { __proto__: first, read() { return super[key]; }, add() { return super[key] += 10; }, next() { return super[key]++; } };
console.log(object.read(), object.read());
for (const name of ['add', 'next']) {
    Object.setPrototypeOf(object, first);
    console.log(object[name](), Object.keys(object).includes('p'), object.p);
}
let evaluated = 0;
class Parent { constructor(...all) { this.all = all; } }
class Child extends Parent { constructor(change, ...rest) { change?.(); super(evaluated++, ...rest); } }
class Late extends Parent { constructor(change) { super(change()); } }
class Default extends Parent {}
console.log(new Child(null, 7).all, new Child().all);
console.log(new Late(() => { Object.setPrototypeOf(Late, class Other {}); return 1; }).all);
for (const [Class, parent] of [[Child, parseInt], [Late, null], [Default, () => 1]])
    try {
        Object.setPrototypeOf(Class, parent);
        new Class(() => evaluated++);
    } catch (error) {
        console.log(error.name, error.message, evaluated);
    }
