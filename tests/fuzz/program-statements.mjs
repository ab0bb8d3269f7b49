// Random statements for random programs (programs.mjs), by subject. Each form is a function of a writer, which has the
// expressions of program-expressions.mjs over its variables, and `inner`, further statements.
// Invariant: what a statement does ends soon, and no text or array grows without end: loops over variables of any value
// trim them.
import { NUMBERS } from './program-expressions.mjs';

const TYPED = ['Int32Array', 'Uint8Array', 'Float64Array', 'Uint32Array', 'Int16Array', 'Float32Array',
    'Uint8ClampedArray', 'Int8Array'];

// What statements see: variables of any value, a depth, and whether they stand in a loop.
class Writer {
    constructor(g, names, depth, inLoop) {
        Object.assign(this, { g, names, depth, inLoop });
    }
    e(depth = 1, ...more) { return this.g.any([...this.names, ...more], depth); }
    get v() { return this.g.pick(this.names); }
    pick(...items) { return this.g.pick(items); }
    inner(inLoop = this.inLoop, ...more) {
        if (this.depth === 0)
            return `${this.v} = ${this.e(2)};`;
        return statements(this.g, [...this.names, ...more], this.depth - 1, inLoop);
    }
    get trim() { return this.names.map((name) => `${name} = trim(${name});`).join(' '); }
}

const plain = [
    (w) => `${w.v} = ${w.e(3)};`,
    (w) => `${w.v} ${w.pick('+=', '-=', '*=', '|=', '^=', '<<=', '>>>=', '/=', '%=', '&&=', '||=', '??=')} ${w.e()};`,
    (w) => `${w.v}${w.pick('++', '--')};`,
    (w) => `A[(${w.e()}) & 7] = ${w.e()};`,
    (w) => `T[(${w.e()}) & 7] = ${w.e()};`,
    (w) => `${w.v} = ${w.g.text(w.names, 2)};`,
    (w) => `if (${w.e(2)}) { ${w.inner()} } else { ${w.inner()} }`,
    (w) => `if (${w.e()}) { ${w.inner()} } else if (${w.e()}) { ${w.inner()} }`,
    (w) => w.inLoop && w.g.chance(3) ? `if (${w.e()}) ${w.pick('break', 'continue')};` : `${w.v} = ${w.e(3)};`,
];

const loops = [
    (w, i = `i${w.g.fresh()}`) => `for (let ${i} = ${w.pick('0', '1', '5')}; ${i} <`
        + ` ${w.pick('5', 'A.length', '9')}; ${i}++) {`
        + ` ${w.trim} ${w.inner(true)} ${w.v} += ${i}; }`,
    (w) => `for (let q of [${w.e()}, ${w.e()}, 3]) { ${w.trim} ${w.v} += q; ${w.inner(true, 'q')} }`,
    (w, i = `i${w.g.fresh()}`) => `{ let ${i} = ${w.pick('0', '3', '6')}; do { ${w.trim} ${w.inner(true)} }`
        + ` while (${i}++ < 6 && ${w.e()}); ${w.v} = ${i}; }`,
    (w, i = `i${w.g.fresh()}`) => `{ let ${i} = 7; while (${i}-- > ${w.pick('0', '3', '-1')}) { ${w.trim}`
        + ` ${w.inner(true)} } ${w.v} = ${i}; }`,
    (w, n = w.g.fresh()) => `outer${n}: for (let i${n} = 0; i${n} < 4; i${n}++) { for (let j${n} = i${n}; j${n}`
        + ` < 5; j${n}++) { ${w.trim} if (${w.e()})`
        + ` ${w.pick('continue', 'break')} outer${n}; ${w.inner(true)} if (j${n} > 3) {`
        + ` ${w.pick('break', 'continue', `continue outer${n}`)}; } ${w.v} += j${n}; } }`,
    (w, n = w.g.fresh()) => `block${n}: { ${w.v} = ${w.e()}; if (${w.e()}) break block${n}; ${w.inner(false)} }`,
    (w) => `for (let k in ${w.pick('O', 'A', '{ b: 1, 2: 2, a: 3, 1: 4 }', '"xyz"',
        'Object.create(O, { own: { value: 1, enumerable: true } })')}) {`
        + ` ${w.trim} ${w.v} = k + ${w.e()}; ${w.inner(true, 'k')} }`,
    (w) => `{ const fs = []; for (let i = 0; i < 3; i++) { fs.push(() => i++ + ${w.v}); if (i & 1) fs[i](); }`
        + ` ${w.v} = fs.map((f) => f()).join(); }`,
    (w) => `for (const [k, v] of ${w.pick('Object.entries(O)', 'new Map([[1, 2], ["a", -0]])', 'A.entries()',
        '[[1, [2]], []]')}) { ${w.v} = ${w.e(2, 'k', 'v')};`
        + ` ${w.pick('', 'if (k) break;', 'continue;')} }`,
];

const exceptions = [
    (w) => `try { ${w.inner()} if (${w.e()}) throw ${w.e()}; } catch (e) { ${w.v} = typeof e; }`,
    (w, n = w.g.fresh()) => `L${n}: for (const k of ["p", "q", "r"]) { ${w.trim} try { if (k === "q") {`
        + ` ${w.pick('continue', 'break')} L${n}; } ${w.v} = ${w.e(2)}; }`
        + ` catch ({ message: m = "none" }) { ${w.v} = typeof m; } finally { ${w.v}++; } }`,
    (w) => `{ const r = (() => { try { ${w.pick('return', 'throw')} ${w.e()}; } catch (e) { return [e, ${w.e()}]; }`
        + ` finally { ${w.pick(`${w.v} = ${w.e()};`, `${w.v}++;`, `return ${w.e()};`)} } })(); ${w.v} = show(r); }`,
    (w) => `try { try { throw ${w.e()}; } finally { ${w.inner()} } } catch (e) { ${w.v} = e; } finally { ${w.v}`
        + ` = ${w.e()}; }`,
    (w) => `try { ${w.pick(`${w.v} = late; let late = 1;`, 'const fixed = 1; fixed = 2;', 'null.p;',
        'undefined[0] = 1;', '(void 0)();', 'new (() => 1);',
        '[].reduce((a) => a);', 'BigInt(0.5);', '"x".repeat(-1);', 'new Array(-1);', '({}).p.q;',
        'Symbol() + "";', 'missing;', '[...1];', 'const { z } = null;',
        '1n + 1;', 'Object.freeze(A.slice()).push(1);', 'class P extends null {} new P;', '1 in 1;',
        'decodeURI("%");', 'new (class { #x; static t(o) { return o.#x; } }).t;')}`
        + ` ${w.v} = ${w.e()}; } catch (e) { ${w.v} = e.name; log(${w.v}); }`,
    (w, n = w.g.fresh()) => `for (let i${n} = 0; i${n} < 5; i${n}++) { try { try { if (i${n} === 1) continue; if`
        + ` (i${n} === 3) break; if (${w.e()}) throw i${n}; }`
        + ` finally { ${w.v} = i${n}; ${w.pick('', `if (i${n} === 2) continue;`)} } } catch (e) { ${w.v} = e +`
        + ` 1; } }`,
    (w) => `{ class Own extends Error { constructor(m) { super(m, { cause: ${w.e()} }); this.extra = ${w.e()}; }`
        + ` get name() { return "Own"; } }`
        + ` try { throw new Own(${w.e()}); } catch (e) { ${w.v} = e instanceof Own ? e.message : 0; ${w.v} =`
        + ` show(e.cause); log(String(e)); } }`,
];

const switches = [
    (w) => `switch (${w.e()}) { case ${w.g.pick(NUMBERS)}: ${w.v} = ${w.e()}; ${w.pick('break;', '')} case`
        + ` ${w.e()}: ${w.v}++; break; default: ${w.v} -= 1; }`,
    (w) => `switch (typeof ${w.v}) { case "number": ${w.v} = Number.isInteger(${w.v}); break; case "string":`
        + ` ${w.v} = ${w.v} + 1; default: ${w.v} = null ?? ${w.e()}; }`,
    (w) => `switch ((${w.e()}) & 7) { case 0: case 1: ${w.inner()} break; default: ${w.v} = ${w.e()}; case 2: {`
        + ` let c = ${w.e()}; ${w.v} = c; } ${w.pick('break;', '')}`
        + ` case 3: ${w.v} = "three"; break; case 4: ${w.inner()} case 5: ${w.v} = ${w.e()}; }`,
    (w) => `switch (String(${w.v})) { case "1": let s = ${w.e()}; ${w.v} = s; break; case "a": case "NaN":`
        + ` ${w.v} = ${w.e()}; break; case ${w.e()} + "": ${w.v} = 0; }`,
];

const closures = [
    (w) => `{ let c = ${w.e()}; const h = (p) => { c += p; ${w.v} = ${w.e(2, 'c', 'p')}; c = trim(c); return c;`
        + ` }; ${w.v} = h(${w.e()}) + h(2); }`,
    (w) => `{ let c = ${w.e()}; const get = () => c, set = (p) => { c = p; }, twice = (f) => (p) => f(f(p));`
        + ` set(${w.e()}); ${w.v} = get();`
        + ` ${w.v} = twice((p) => ${w.e(2, 'p', 'c')})(${w.e()}); }`,
    (w) => `{ function few(p, q = ${w.e(1, 'p')}, ...r) { ${w.v} = r.length; return ${w.e(2, 'p', 'q')}; }`
        + ` ${w.v} = few(${w.pick('', '1', `${w.e()}, undefined`, `1, ${w.e()}, 3, 4`)});`
        + ` ${w.v} = few.length; }`,
    (w) => `{ function mapped(p, q) { arguments[0] = ${w.e()}; ${w.pick('q', 'p')} = ${w.e(1, 'p')}; return`
        + ` [arguments.length, arguments[0], arguments[1], p, q, [...arguments].length]; }`
        + ` ${w.v} = show(mapped(${w.pick('', '1', `1, ${w.e()}`, '1, 2, 3')})); }`,
    (w) => `{ const o = { k: ${w.e()}, m() { return [1, 2].map(() => this.k); }, f: function () { return typeof`
        + ` this; }, a: () => ${w.e()} };`
        + ` const { m, f } = o; try { ${w.v} =`
        + ` ${w.pick('o.m()', 'm.call({ k: 5 })', 'm.bind(o)()', '(0, o.f)()', 'o?.a()', 'o["m"]()')} + ""; }`
        + ` catch (e) { ${w.v} = e.name; } }`,
    (w) => `{ const count = (() => { let n = 0; return { up: (by = 1) => n += by, get n() { return n; } }; })();`
        + ` count.up(); count.up(${w.e()}); ${w.v} = count.n; }`,
    (w) => `${w.v} = (function fact(n) { return n <= 1 ? ${w.e()} : fact(n - 1) + n; })(${w.pick('3', '7')});`,
];

const classes = [
    (w) => `{ class K { #v = ${w.e()}; constructor(x) { this.x = x; } get v() { return this.#v; } set v(w) {`
        + ` this.#v = w - this.x; }`
        + ` m(k) { return k > 0 ? this.m(k - 1) + this.x : this.#v; } } class L extends K { m(k) { return`
        + ` super.m(k) * 2; } }`
        + ` const k = new ${w.pick('K', 'L')}(${w.e()}); k.v = ${w.e()}; ${w.v} = k.m(3); ${w.v} += k.v; }`,
    (w) => `{ class S { static #n = 0; static made = []; id = ++S.#n; [${w.pick('"c" + 1', '`d`', '3')}] =`
        + ` ${w.e()}; static { this.made.push(${w.e()}); }`
        + ` static get n() { return S.#n; } #secret() { return this.id + ${w.e()}; } tell() { return`
        + ` this.#secret(); } static has(o) { return #secret in o; } }`
        + ` const s = new S(), t = new S(); ${w.v} = show([s.tell(), t.tell(), S.n, S.made, S.has(s), S.has({}),`
        + ` s]); }`,
    (w) => `{ class Base { constructor(p) { log(new.target.name); this.p = p; this.init?.(); } static make(...a)`
        + ` { return new this(...a); } toString() { return "B" + this.p; } }`
        + ` class Mid extends Base { f = ${w.e()}; init() { this.g = this.f; } constructor(...a) {`
        + ` ${w.pick('', 'log(1);')} super(...a); this.h = super.toString(); } }`
        + ` class Leaf extends Mid { get p() { return ${w.e()}; } set p(x) { this.q = x; } toString() { return`
        + ` super.toString() + "L"; } }`
        + ` const o = ${w.pick('Leaf', 'Mid', 'Base')}.make(${w.e()}); ${w.v} = \`\${o}\`; ${w.v} = show(o); }`,
    (w) => `{ const mixin = (B) => class extends B { z = ${w.e()}; m() { return [super.m?.(), this.z]; } };`
        + ` class R { m() { return ${w.e()}; } }`
        + ` ${w.v} = show(new (mixin(${w.pick('R', 'Object', 'mixin(R)')}))().m()); }`,
    (w) => `{ class List extends Array { sum() { return this.reduce((a, b) => a + b, 0); } } const l =`
        + ` List.from([1, ${w.e()}, 3]); ${w.v} = l.map((x) => x).sum();`
        + ` ${w.v} = l.filter(Boolean) instanceof List; ${w.v} = l.length; }`,
    (w) => `{ class C { #p = 1; static inc(o) { return o.#p ${w.pick('+= 2', '++', '**= 2', '??= 5', '||= 3')};`
        + ` } get ["g" + 1]() { return this.#p; } static async *ag() {} }`
        + ` try { const c = new C(); C.inc(c); ${w.v} = c.g1; C.inc(${w.pick('c', '{}', 'null')}); ${w.v} =`
        + ` c.g1; } catch (e) { ${w.v} = e.name; } }`,
    (w) => `{ function Old(p) { if (!new.target) return new Old(p); this.p = p;`
        + ` ${w.pick('', 'return { other: 1 };', 'return 5;')} } Old.prototype.get = function () { return this.p; };`
        + ` ${w.v} = show(${w.pick('Old', 'new Old')}(${w.e()})); try { ${w.v} = new Old(${w.e()}).get(); }`
        + ` catch (e) { ${w.v} = e.name; } }`,
];

const generators = [
    (w) => `{ function* g(p) { let z = p; for (let i = 0; i < 3; i++) { try { z = trim(${w.e(2, 'z', 'i')});`
        + ` const r = yield z; if (r) z += r; } finally { ${w.v} = i; } } return z; }`
        + ` for (const q of g(${w.e()})) { ${w.v} = q; ${w.pick('', '', 'break;')} } }`,
    (w) => `{ const it = (function* () { try { const got = yield* (function* () { const x = yield ${w.e()};`
        + ` return x; })(); yield got; }`
        + ` catch (e) { yield e; } finally { ${w.pick('yield 9;', '', 'return 8;')} } })(); it.next(); ${w.v} =`
        + ` it.${w.pick('next', 'throw', 'return')}(${w.e()}).value; ${w.v} = it.next().done; }`,
    (w) => `{ const o = { *[Symbol.iterator]() { yield*`
        + ` ${w.pick('[1, 2]', '"ab"', 'new Set([3, 3, 4])', 'A.slice(0, 2)')}; yield ${w.e()}; } }; ${w.v} =`
        + ` show([...o, ...o]);`
        + ` const [first, ...rest] = o; ${w.v} = show(rest); ${w.v} = Math.max(...o); }`,
    (w) => `{ const closing = { i: 0, [Symbol.iterator]() { return this; }, next() { return { done: this.i > 4,`
        + ` value: this.i++ }; }, return(x) { log("closed"); return {}; } };`
        + ` try { for (const q of closing) { if (q === ${w.pick('1', '2', '9')})`
        + ` ${w.pick('break', 'throw q', 'continue')}; ${w.v} = q; } } catch (e) { ${w.v} = e; } const`
        + ` [c0${w.pick('', ', ...c1', ', c2')}] = closing; ${w.v} = c0; }`,
    (w) => `{ function* fib() { let [a, b] = [0, 1]; for (;;) { yield a; [a, b] = [b, a + b]; } } let last; for`
        + ` (const n of fib()) { if (n > ${w.pick('50', '1e6')}) break; last = n; } ${w.v} = last; }`,
    (w) => `{ const g = function* (...a) { const x = (yield a.length) + (yield ${w.e()}); return x; }; const it`
        + ` = g(1, ${w.e()}); ${w.v} = show([it.next(), it.next(${w.e()}), it.next(${w.e()}), it.next()]); }`,
];

const promises = [
    (w, n = w.g.fresh()) => `{ const wait = async (p) => { await null; if (${w.pick('p', 'false', `${w.e(1)}`)})`
        + ` throw p; return p; };`
        + ` (async () => { try { log("${n}a"); log("${n}" + show(await wait(${w.e()}))); } catch (e) {`
        + ` log("${n}c" + show(e)); } finally { ${w.pick('await 1;', '')} log("${n}f"); } return ${w.e()}; })()`
        + `.then((x) => log("${n}t" + show(x)), (e) => log("${n}e" + show(e))); log("${n}s"); }`,
    (w, n = w.g.fresh()) => `Promise.${w.pick('all', 'allSettled', 'race', 'any')}([${w.e()},`
        + ` Promise.${w.pick('resolve', 'reject')}(${w.e()}), new Promise((f, r) => ${w.pick('f', 'r')}(${w.e()}))])`
        + `.then((x) => log("${n}" + show(x)), (e) => log("${n}!" + show(e)));`,
    (w, n = w.g.fresh()) => `{ async function* ag() { for (let i = 0; i < 3; i++) { try { const r = yield`
        + ` ${w.pick('i', 'Promise.resolve(i)', w.e())}; log("${n}r" + show(r)); } finally { log("${n}i" + i); } } }`
        + ` (async () => { for await (const x of ag()) { log("${n}" + show(x));`
        + ` ${w.pick('', 'if (x) break;', 'await null;')} } for await (const y of [1, Promise.resolve(2)])`
        + ` log("${n}y" + y); })().catch((e) => log("${n}e" + show(e))); }`,
    (w, n = w.g.fresh()) => `Promise.resolve(${w.e()}).then((x) => { if (${w.pick('x', '1', '0')}) throw x;`
        + ` return x; }).catch((e) => [e]).finally(() => log("${n}f")).then((x) => log("${n}" + show(x)));`,
    (w, n = w.g.fresh()) => `{ const thenable = { then(f, r) { log("${n}then");`
        + ` ${w.pick('f(3)', 'r(4)', 'f({ then(g) { g(5); } })', 'throw 6')}; } }; (async () => log("${n}" +`
        + ` show(await thenable)))().catch((e) => log("${n}e" + show(e))); }`,
];

const patterns = [
    (w) => `{ const [s = ${w.e()}, , ...t] = [${w.e()}, ...[${w.e()}, ${w.e()}], ${w.e()}]; ${w.v} = s; ${w.v} =`
        + ` t.length + t[0]; }`,
    (w) => `{ const { a: { b = ${w.e()}, ...inside } = {}, c: [d = ${w.e(1, 'b')}] = [], ...rest } = { a:`
        + ` ${w.pick('undefined', '{ b: 1, z: 2 }', '{ b: undefined, y: 3 }')}, c: [${w.pick('', '4', 'null')}],`
        + ` m: ${w.e()} };`
        + ` ${w.v} = show([b, inside, d, rest]); }`,
    (w) => `[${w.v}, ${w.v}] = [${w.e()}, ${w.e()}];`,
    (w) => `({ p: ${w.v}, ["q"]: ${w.v} = ${w.e()}, length: O.r } =`
        + ` ${w.pick('O', '[1, 2]', '"text"', '{ p: 1 }', '() => 1')});`,
    (w) => `{ const f = ({ x = ${w.e()}, y } = {}, [z] = [x]) => [x, y, z]; ${w.v} =`
        + ` show(f(${w.pick('', '{ y: 2 }', '{ x: null }, [1]', 'undefined, "st"')})); }`,
    (w) => `{ const o = { p: ${w.e()}, q: ${w.e()}, get r() { return this.p - this.q; } }; o.p -= o.q; o.q *=`
        + ` ${w.e()}; ${w.v} = o.p + o.r * o.q; const { p, ...rest } = o; ${w.v} = rest.q; }`,
    (w) => `{ const o = { __proto__: { up: ${w.e()} }, set w(x) { this._w = x; log(show(x)); }, get w() { return`
        + ` this._w; }, ...${w.pick('O', '[5, 6]', 'null', '"hi"')} }; o.w = ${w.e()}; ${w.v} = o.w; o.w`
        + ` ${w.pick('+=', '??=', '||=')} ${w.e()}; ${w.v} = show(o); ${w.v} = o.up; }`,
    (w) => `{ const tag = (s, ...v) => s.raw.join("|") + s.length + v.map((x) => show(x)); ${w.v} =`
        + ` tag\`a\${${w.e()}}\\n\${${w.e()}}\`; const same = () => ((s) => s)\`x\`; ${w.v} = same() === same(); }`,
];

const arrays = [
    (w) => `{ const h = [1, , ${w.e()}, , 5];`
        + ` ${w.pick('h[8] = 1;', 'h.length = 3;', 'delete h[0];', 'h.push(undefined);', 'h.reverse();')} ${w.v}`
        + ` = show(h);`
        + ` ${w.v} = show([h.indexOf(undefined), h.includes(undefined), h.map((x) => ${w.e(1, 'x')}), h.flat(),`
        + ` 1 in h, h.findLast((x) => x), Object.keys(h)]); }`,
    (w) => `{ const m = [3, 1, 2, ${w.e()}]; ${w.v} =`
        + ` show(m.${w.pick('map', 'filter', 'flatMap', 'forEach', 'some', 'every', 'find', 'findIndex')}((x, i,`
        + ` all) => { ${w.pick('if (i < 2) all.push(x);', 'all.pop();', 'all[3] = i;', 'all.length = 2;',
        'delete all[i + 1];', '')} return ${w.e(1, 'x', 'i')}; })); ${w.v} = show(m); }`,
    (w) => `{ const s = [5, 1, , undefined, 10, ${w.g.pick(NUMBERS)}, 2.5, -0, ${w.e()}]; ${w.v} =`
        + ` show(s.${w.pick('sort()', 'toSorted()', 'sort(() => 0)',
        'sort((p, q) => String(p).length - String(q).length)')}); ${w.v} = show(s); }`,
    (w) => `{ const s = [5, 1, , undefined, 10, ${w.g.pick(NUMBERS)}, 2.5, -0]; ${w.v} =`
        + ` show(s.${w.pick('sort((p, q) => p - q)', 'toSorted((p, q) => q - p)',
        'sort((p, q) => { s.length = 3; return p - q; })')}); ${w.v} = show(s); }`,
    (w) => `{ const x = A.slice(); ${w.v} = show([x.splice(${w.pick('1', '-2', '0', '9')}, ${w.pick('0', '2')},`
        + ` ${w.e()}), x.concat([${w.e()}], 7), x.fill(${w.e()}, 2, 4), x.copyWithin(0, 3), x.lastIndexOf(7),`
        + ` x.at(-1), x.with(0, 9), x.toSpliced(0, 3, 1)]); }`,
    (w) => `${w.v} = ${w.pick('A', 'M', '[1, 2, 3]')}.${w.pick('reduce', 'reduceRight')}((p, q) =>`
        + ` trim(${w.e(1, 'p', 'q')}), ${w.e()});`,
    (w) => `{ const u = new ${w.pick('Uint8Array', 'Int16Array', 'Float32Array', 'Uint8ClampedArray')}([1, 300,`
        + ` -1, 2.5, ${w.e()}]); u[9] = 1; u["-0"] = 2; ${w.v} = show([u, u.subarray(1, 3), u.map((x) => x * 2),`
        + ` u.indexOf(1), new Uint8Array(u.buffer, 0, 4), u.toSorted(), [...u.keys()].length, 1.5 in u]); }`,
    (w) => `{ const d = new DataView(new ArrayBuffer(8));`
        + ` d.set${w.pick('Int32', 'Float64', 'Uint16', 'Float32', 'Int8')}(0, ${w.e()}${w.pick('', ', true')});`
        + ` ${w.v} = show([d.getInt16(0), d.getUint32(0, true), d.getFloat64(0), d.getInt8(7)]); }`,
    (w) => `{ const m = new Map([[${w.e()}, 1], [NaN, 2], [-0, 3]]), s = new Set([...m.keys(), ${w.e()}]);`
        + ` m.forEach((v, k) => { if (m.size < 6) m.set(k + "x", v); if (v === 2) m.delete(k); }); ${w.v} =`
        + ` show([[...m], m.get(0), m.has(NaN), s.size, [...s]]); }`,
    (w) => `if (A.length < 20) A.${w.pick('push', 'unshift')}(${w.e()}); else A.length = 8;`,
    (w) => `{ const g = Object.groupBy ? 0 : 1; const e = Object.entries({ x: ${w.e()}, y: 2 }).map(([k, v]) =>`
        + ` k + v); ${w.v} = show([e, Object.fromEntries([["k", ${w.e()}]]), Array.from({ length: 3 }, (_, i) =>`
        + ` ${w.e(1, 'i')}), Array.of(${w.e()}).flat(Infinity)]); }`,
];

const shapes = [
    (w) => `O.${w.pick('p', 'q', 'r')} = ${w.e()};`,
        (w) => `${w.pick('delete O.q', 'delete O.r', 'O.q = 1', 'Reflect.deleteProperty(O, "p")')};`,
    (w) => `{ const o = {}; for (const k of [${w.pick('"a", "b", "a"', '"x", 0, "y"', '1, "1", "z"')}]) { o[k] =`
        + ` (o[k] ?? ${w.e()}) + 1; ${w.pick('', 'delete o.a;')} } ${w.v} = show(o); }`,
    (w) => `for (const o of [{ p: 1 }, { q: 1, p: 2 }, { get p() { return ${w.e()}; } }, Object.create({ p: 4`
        + ` }), [5], "s", ${w.e()}]) { ${w.trim} try { ${w.v} = o.p; o.p = ${w.e()}; ${w.v} = o.p; } catch (e) {`
        + ` ${w.v} = e.name; } }`,
    (w) => `{ const o = { p: ${w.e()} }; Object.defineProperty(o, ${w.pick('"p"', '"h"')}, {`
        + ` ${w.pick('value: 1', 'get() { return 2; }', 'writable: false', 'enumerable: false')} }); try { o.p =`
        + ` ${w.e()}; } catch (e) { log(e.name); } ${w.v} = show([o, Object.getOwnPropertyDescriptor(o, "p")]); }`,
    (w) => `{ const seen = []; const p = new Proxy({ p: 1, q: ${w.e()} }, { get(t, k, r) { seen.push(String(k));`
        + ` return Reflect.get(t, k, r); }, has(t, k) { seen.push("has"); return k in t; }, ownKeys(t) {`
        + ` seen.push("keys"); return Reflect.ownKeys(t); } });`
        + ` ${w.v} = show([p.p, "q" in p, { ...p }, seen]); }`,
    (w) => `{ const o = Object.${w.pick('freeze', 'seal', 'preventExtensions')}({ p: 1, n: { v: 1 } }); try {`
        + ` o.p = ${w.e()}; o.x = 1; delete o.p; o.n.v = 2; } catch (e) { ${w.v} = e.name; } ${w.v} = show(o); }`,
    (w) => `{ const key = Symbol("k"), o = { [key]: ${w.e()}, [Symbol.toPrimitive](h) { return h === "number" ?`
        + ` 3 : h; } }; ${w.v} = show([o + "", +o, \`\${o}\`, o[key], o * 2, o == "default"]); }`,
];

const subjects = [plain, plain, plain, loops, loops, exceptions, switches, closures, classes, generators,
    promises, patterns, arrays, shapes];
const SMALL = [plain, plain, switches, closures, patterns, shapes, arrays];

function statement(g, names, depth, inLoop) {
    const w = new Writer(g, names, depth, inLoop);
    return g.pick(g.pick(depth > 0 ? subjects : SMALL))(w);
}

export function statements(g, names, depth, inLoop) {
    return Array.from({ length: 1 + g.below(3) }, () => statement(g, names, depth, inLoop)).join('\n');
}

// What programs begin with: shared state, and how values are shown.
export const prelude = (g) => `const A = [1, 2, 3, 4.5, -1, 0, 7, 100], M = [1, "a", , null, 2.5, { p: 1 }, -0],`
    + ` O = { p: 1, q: 2.5 };
const T = new ${g.pick(TYPED)}(16);
let calls = 0, lines = 0, last;
function trim(x) {
    if (typeof x === "bigint") return BigInt.asIntN(64, x);
    return typeof x === "string" && x.length > 40 ? x.length : x;
}
function show(x, depth = 0) {
    if (Object.is(x, -0)) return "-0";
    if (typeof x === "bigint") return x + "n";
    if (typeof x === "string") return JSON.stringify(x.length > 60 ? x.slice(0, 60) + x.length : x);
    if (typeof x === "function" || typeof x === "symbol") return typeof x;
    if (typeof x !== "object" || x === null) return String(x);
    if (depth > 2) return "...";
    if (x instanceof Error) return x.name;
    if (!Array.isArray(x))
        return "{" + Object.keys(x).slice(0, 12).map((k) => k + ":" + show(x[k], depth + 1)).join() + "}";
    let text = "[";
    for (let i = 0; i < x.length && i < 20; i++) text += (i in x ? show(x[i], depth + 1) : "hole") + ",";
    return text + x.length + "]";
}
const log = (text) => { if (++lines < 300) console.log(String(text)); };`;
