class Temp {
    static #made = 0;
    static #instances = [];
    #c = 0;
    get f() { return this.#c * 1.8 + 32; }
    set f(v) { this.#c = (v - 32) / 1.8; }
    static { for (let i = 0; i < 3; i++) this.#instances.push(i); var local = 'x'; this.local = local; }
    static get made() { return this.#made; }
    constructor() { Temp.#made++; }
    static #helper = (x) => x + Temp.#made;
    static help(x) { return this.#helper(x); }
    static total() { return this.#instances.length; }
    static { try { throw 1; } catch (e) { this.caught = e; } }
    static { const f = () => this; this.same = f() === Temp; }
}
const t = new Temp();
t.f = 212;
console.log(t.f, Temp.made, Temp.help(10), Temp.total(), Temp.local, Temp.caught, Temp.same);
const o = { get x() { return this._x ?? 'unset'; }, set x(v) { this._x = v; } };
console.log(o.x, (o.x = 3), o.x, Object.keys(o).join());
const p = { get a() { return 1; }, a: 2 };
const q = { a: 2, get a() { return 1; } };
console.log(p.a, q.a, Object.keys({ b: 1, a: 2, b: 3 }).join());
