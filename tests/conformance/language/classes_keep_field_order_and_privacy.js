// Fields, static blocks, private names, accessors, computed keys: order of evaluation and brand checks (15.7).
const log = [];
const note = (text) => (log.push(text), text);
class Base {
    constructor() {
        note(`base constructor sees ${this.field}`);
        this.init?.();
    }
    init() { note('base init'); }
}
class Derived extends Base {
    [note('key')] = note('value');
    field = 'set';
    #secret = 42;
    static #count = 0;
    static [note('static key')] = note('static value');
    static { note(`static block ${this.#count} ${super.name}`); }
    init() { note(`derived init ${#secret in this}`); }
    get secret() { return this.#secret; }
    set secret(value) { this.#secret = value; Derived.#count++; }
    static peek(object) { return object.#secret; }
    static has(object) { return #secret in object; }
    #method() { return `method ${this.#secret}`; }
    call() { return this.#method(); }
    static get count() { return Derived.#count; }
    static async *[Symbol.asyncIterator]() {}
}
const d = new Derived();
d.secret = 43;
d.secret += 1;
console.log(log.join('; '));
console.log(d.secret, Derived.peek(d), d.call(), Derived.count, Derived.has({}), Derived.has(d));
console.log(Object.keys(d).join(), Object.getOwnPropertyNames(Derived.prototype).join(), Derived.name, Derived.length);
for (const attempt of [() => Derived.peek({}), () => Derived(), () => new (class extends null {})(), () => { d.call.call({}); }, () => new (class extends Base { constructor() {} })()])
    try {
        attempt();
    } catch (error) {
        console.log(error.name);
    }
class Counter {
    static #instances = new Map();
    static of(name) {
        return this.#instances.get(name) ?? this.#instances.set(name, new this()).get(name);
    }
    n = 0;
    inc = () => ++this.n;
}
const { inc } = Counter.of('a');
inc(), inc();
console.log(Counter.of('a').n, Counter.of('b').n);
console.log(class {}.name, (class Named {}).name, (class { static name = "own"; }).name);
