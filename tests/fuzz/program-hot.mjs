// Random hot functions for random programs (programs.mjs): loops of many rounds over numbers, which the compiler
// unboxes, specialises and hoists; and now and then a surprise, for which what it assumed does not hold.
// Invariant: the variables x, y, z and a never hold a text, which would grow.
import { EDGES, NUMBERS } from './program-expressions.mjs';

// What the loops find, of all the program's functions.
export const HOT_PRELUDE = `const I = [1, 2, 3, 4, 5, 6, 7, 8], D = [0.5, 1.5, -0, 2.25, NaN, 1e9, 7, -3.5];
const S = [{ v: 1 }, { v: 2.5 }, { v: 3, w: 0 }, { w: 0, v: 4 }];
const G = [[1, 2, 3, 4], [0.5, 1, 2, 3], [1, , 3, 4], [-0, 1, 2, 3]];
class Acc { constructor(v) { this.v = v; this.sum = 0; } next(p) { this.sum += p; return this.v; } }
class Twice extends Acc {
    next(p) { return super.next(p) * 2; }
    get half() { return this.sum / 2; }
    set half(h) { this.sum = h * 2; }
}
class Odd { #n = 1; sum = 0; v = 0.5; next(p) { this.#n += p & 1; return this.#n; } }
const K = [new Acc(1), new Twice(2), new Odd(), { v: 1, sum: 2, next: (p) => p + 1 }];
const F = [(p) => p + 1, function (p, q, r = 2) { return p * q + r; }, (...p) => p.length,
    function (p) { return arguments.length + p; }];
function* count(n) { for (let i = 0; i < n; i++) yield i * 1.5; }
function risky(p) { if (p > 100) throw p; return p + 1; }
const W = "a1b\\u00e9,\\u0151 zZ-09_xy", L = new Map();`;

// Terms beside those of all numbers; each takes a source of further numbers.
const terms = [() => 'o.p', () => 'o.q', () => 'k.sum', () => 'I.length', (n) => `add(${n()})`, (n) => `k.next(${n()})`,
    (n) => `S[${n()} & 3].v`, (n) => `G[${n()} & 3][${n()} & 3]`, (n) => `K[${n()} & 3].next(${n()})`,
    (n) => `F[${n()} & 3](${n()}, ${n()})`, (n) => `W.charCodeAt(${n()} & 15)`, () => 'text.length', () => '+ok',
    () => '(u ?? 3)', () => 'stack.length', (n) => `(L.get(${n()} & 3) ?? 1)`, (n) => `(W[${n()} & 7] < "b" ? 1 : 2)`,
    (n) => `String(${n()}).length`, (n) => `(head?.v ?? ${n()})`];

// What a loop may meet once, in the midst of its rounds.
const surprises = ['I[3] = 0.5', 'D[2] = true', 'o.p = null', 'o.q = { valueOf: () => 3 }', 'o.z = 1', 'delete o.q',
    'z = undefined', 'S[1] = { w: 1, v: 2 }', 'I.length = 5', 'I.push(1)', 'T[99] = 1', 'I[20] = 3', 'F[0] = () => 1',
    'G[1] = D', 'K[1].next = F[0]', 'G[0][2] = undefined', 'k = K[2]', 'u = null', 'L.clear()',
    'Acc.prototype.next = function (p) { return -p; }'];

function forms(g, names, depth) {
    const n = (d = 2) => g.number(names, d, terms), v = () => g.pick(names.slice(0, 4));
    const condition = () => g.condition(names, 2), id = g.fresh(), i = `j${id}`;
    const one = () => hotStatement(g, names, depth - 1);
    const inner = () => depth > 0 ? one() + one() : `${v()} = ${n()};`;
    const assignments = [
        () => `${v()} = ${n(3)};`,
        () => `${v()} = ${n(3)};`,
        () => `${v()} = (${n()}) | 0;`,
        () => `${v()} ${g.pick(['+=', '-=', '*=', '^=', '|=', '<<=', '>>=', '>>>=', '%='])} ${n()};`,
        () => `${v()}${g.pick(['++', '--'])};`,
        () => `{ const [s, t] = [${n()}, ${n()}]; ${v()} = s - t; }`,
        () => `[${v()}, ${v()}] = [${n()}, ${n()}];`,
        () => `{ const { p, q = 2, ...rest } = o; ${v()} = p - q; }`,
        () => `ok = ${condition()} ? ${n()} > 1 : !ok; u = ok ? ${n()} : undefined;`,
        () => `text = text.length > 20 ? "" : text + ${n()}; ${v()} += text.length;`,
    ];
    const stores = [
        () => `I[${n()} & 7] = (${n()}) | 0;`,
        () => `D[${n()} & 7] = ${n()};`,
        () => `T[${n()} & 15] = ${n()};`,
        () => `{ const V = ${condition()} ? T : D; V[${n()} & 7] = ${n()}; ${v()} = V[${n()} & 7]; }`,
        () => `G[${n()} & 3][${n()} & 3] = ${n()};`,
        () => `o.${g.pick(['p', 'q'])} ${g.pick(['=', '+=', '-='])} ${n()};`,
        () => `o = { p: ${n()}, q: ${n()}${g.pick(['', '', ', r: 1'])} };`,
        () => `{ const old = o; o = { p: ${n()}, q: 1 }; old.p = ${n()}; ${v()} += old === o ? 1 : old.p; }`,
        () => `k = new ${g.pick(['Acc', 'Twice'])}(${n()});`,
        () => `S[${n()} & 3].v = ${n()};`,
        () => `L.set(${n()} & 3, ${n()});`,
        () => `head = (i | 0) % 10 ? { v: ${n()}, next: head } : null;`
            + ` for (let h = head; h; h = h.next) ${v()} += h.v;`,
        () => `stack.push(${n()}); if (stack.length > 5) ${v()} = stack.${g.pick(['pop', 'shift'])}(); `,
        () => `if (i === ${g.pick(['25', '70'])}) ${g.pick(surprises)};`,
    ];
    const flows = [
        () => `if (${condition()}) { ${inner()} } else { ${inner()} }`,
        () => `if (${condition()}) ${g.pick(['continue', 'break'])};`,
        () => `for (let ${i} = 0; ${i} < ${g.pick(['3', 'I.length', '5'])}; ${i}++) { ${inner()} ${v()} += ${i}; }`,
        () => `{ let ${i} = 3; while (${i}-- > 0 && ${condition()}) { ${inner()} } }`,
        () => `out${id}: for (const q of D)`
            + ` { for (let m = 0; m < 3; m++) { if (q > m) continue out${id}; ${inner()} } }`,
        () => `switch (${n()} & 3) { case 0: ${inner()} break; case 1: ${v()}++; default: ${v()} = ${n()}; }`,
        () => `try { if (${condition()}) throw ${n(1)}; ${inner()} }`
            + ` catch (e) { ${v()} = typeof e === "number" ? e : 1; } ${g.pick(['', `finally { ${v()} = ${n()}; }`])}`,
        () => `try { ${v()} = risky(${n()}); } catch (e) { ${v()} = typeof e === "number" ? -e : 1; }`,
        () => `for (const q of I) ${v()} += q;`,
        () => `for (const q of count(3)) { ${v()} += q; ${g.pick(['', 'if (q > 1) break;'])} }`,
        () => `I.forEach((q, at) => { ${v()} += q * at; });`,
        () => `${v()} = D.map((d) => d * ${n(1)})[${n()} & 7];`,
        () => `${v()} = I.reduce((p, q) => ${g.number(['p', 'q', ...names], 2, terms)}, ${n()});`,
        () => `if (${condition()}) return (last = [x, y, z, id(a)], ${n()});`,
    ];
    return [assignments, assignments, stores, flows];
}

function hotStatement(g, names, depth) {
    return g.pick(g.pick(forms(g, names, depth)))();
}

const LOOPS = ['let i = 0; i < R; i++', 'let i = R; i > 0; i--', 'let i = 0; i < R; i += 2', 'let i = 0.5; i < R; i++',
    'let i = -R; i <= 0; i++', 'let i = 2147483600; i < 2147483600 + R; i++'];

// A function of two numbers that returns one and leaves the others in `last`.
export function hotFunction(g, name) {
    const names = ['x', 'y', 'z', 'a', 'b', 'i'];
    const body = Array.from({ length: 2 + g.below(3) }, () => hotStatement(g, names, 2));
    const rounds = g.counters.length ? 40 : g.pick([90, 90, 90, 1200]); // it may call the one before
    return [`function ${name}(a, b) { if (++calls > 12) return 1;`,
        `const R = ${rounds}, add = (p) => x += p, id = (p) => p, stack = [];`,
        `let x = ${g.pick(NUMBERS)}, y = ${g.pick(EDGES)}, z = a, o = { p: 1, q: 2.5 }, k = new Acc(b);`,
        `let text = "", ok = false, u, head = null;`, `for (${g.pick(LOOPS)}) {`, ...body, '}',
        'last = [x, y, z, a, o.p, o.q, k.sum, text, ok, u, stack]; return x; }'].join('\n');
}
