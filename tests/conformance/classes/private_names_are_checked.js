class A {
    #x = 1; #y; static #s = 's'; static count = 0;
    #m(a) { return a + this.#x; }
    get #g() { return this.#y; }
    set #g(v) { this.#y = v * 2; }
    static #sm() { return A.#s; }
    static has(o) { return #x in o; }
    static read(o) { return o.#x; }
    static write(o) { o.#m = 1; }
    static noSetter(o) { o.#only = 1; }
    get #only() { return 1; }
    set #none(v) {}
    static noGetter(o) { return o.#none; }
    run() { this.#x++; this.#x += 5; this.#g = 4; this.#y ??= 0; return [this.#m(1), this.#g, A.#sm(), this?.#x, this.#only].join(); }
    destructure() { [this.#x, { a: this.#y }] = [7, { a: 8 }]; return this.#x + this.#y; }
    inner() { return class { get(o) { return o.#x; } }; }
    arrow = () => this.#x;
}
const a = new A();
console.log(a.run(), a.destructure(), A.has(a), A.has({}), new (a.inner())().get(a), a.arrow());
const t = (f) => { try { return f(); } catch (e) { return e.name + ': ' + e.message; } };
console.log(t(() => A.read({})));
console.log(t(() => A.write(a)));
console.log(t(() => A.noSetter(a)));
console.log(t(() => A.noGetter(a)));
console.log(t(() => A.has(1)));
function make() { return class { #v = 1; static is(o) { return #v in o; } }; }
const P = make(), Q = make();
console.log(P.is(new P()), P.is(new Q()), Q.is(new P()));
class Base { constructor(o) { return o; } }
class Stamp extends Base { #id = 42; static id(o) { return o.#id; } }
const target = {};
new Stamp(target);
console.log(Stamp.id(target), t(() => new Stamp(target)));
console.log(Object.keys(a).join(), JSON.stringify(a));
