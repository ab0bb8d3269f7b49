#!/usr/bin/env node
// Random programs, compiled and compared with node: numbers of all kinds through loops, calls, closures, generators, classes,
// exceptions and typed arrays, which is what the optimiser's passes must not change.
//
//   tools/fuzz-diff [--from N] [--count N] [--jobs N] [--sinew PATH] [--cc NAME] [--level 1]
//
// A number is a program, always the same one. Programs that differ are kept as program-N.js in the working directory.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import vm from 'node:vm';
import { inParallel } from '../../tools/testing/process.mjs';
import { sinewRunner } from '../../tools/testing/test262-engines.mjs';

const { values: options } = parseArgs({
    options: {
        from: { type: 'string', default: '1' },
        count: { type: 'string', default: '1000' },
        jobs: { type: 'string', default: '1' },
        sinew: { type: 'string', default: 'build/compiler/sinew' },
        cc: { type: 'string', default: 'tcc' },
        level: { type: 'string', default: '1' },
    },
});

const anything = ['0', '1', '-1', '2147483647', '-2147483648', '4294967295', '0.5', '-0', 'NaN', 'Infinity', '1e10', '9007199254740991',
    '"3"', '"a"', 'true', 'null', 'undefined', '[4]', '({valueOf(){return 5}})'];
const numbers = ['0', '1', '-1', '2', '3', '5', '7', '16', '31', '100', '1000', '0.5', '1.25', '65535', '2147483647'];
const typedArrays = ['Int32Array', 'Uint8Array', 'Float64Array', 'Uint32Array', 'Int16Array', 'Float32Array', 'Uint8ClampedArray'];

class Generator {
    constructor(seed) {
        this.state = seed * 7919 + 13;
        this.functions = [];
    }
    below(n) {
        this.state = (Math.imul(this.state, 1103515245) + 12345) >>> 0;
        return (this.state >>> 8) % n;
    }
    pick(items) { return items[this.below(items.length)]; }

    expression(names, depth) {
        const e = () => this.expression(names, depth - 1);
        if (depth <= 0 || this.below(5) === 0)
            return this.pick(this.below(3) ? names : this.below(4) ? numbers : anything);
        const forms = [
            () => `(${e()} + ${e()})`, () => `(${e()} + ${e()})`, () => `(${e()} - ${e()})`, () => `(${e()} - ${e()})`,
            () => `(${e()} * ${e()})`, () => `(${e()} / ${e()})`, () => `(${e()} % ${e()})`,
            () => `(${e()} ${this.pick(['&', '|', '^', '<<', '>>', '>>>'])} ${e()})`,
            () => `(${e()} ${this.pick(['<', '<=', '>', '>=', '==', '===', '!=', '!=='])} ${e()})`,
            () => `(${e()} ? ${e()} : ${e()})`, () => `(- ${e()})`, () => `(~${e()})`, () => `(+ ${e()})`, () => `((${e()}) | 0)`,
            () => `Math.${this.pick(['floor', 'abs', 'sqrt', 'trunc', 'round', 'sign', 'ceil', 'fround', 'clz32'])}(${e()})`,
            () => `Math.${this.pick(['min', 'max', 'imul'])}(${e()}, ${e()})`,
            () => `Math.floor(${this.pick(names)} / ${this.pick(['2', '3', '10'])})`,
            () => `A[${e()} & 7]`, () => `T[(${e()}) & 7]`,
            () => this.functions.length ? `${this.pick(this.functions)}(${e()}, ${e()})` : e(),
        ];
        return this.pick(forms)();
    }

    statement(names, depth, inLoop) {
        const e = (d = 2, more = []) => this.expression([...names, ...more], d);
        const name = () => this.pick(names);
        const inner = (loops) => depth > 0 ? this.statements(names, depth - 1, loops) : '';
        const number = this.below(1000);
        const forms = [
            () => `${name()} = ${e(3)};`,
            () => `${name()} ${this.pick(['+=', '-=', '*=', '|=', '^=', '<<=', '>>>='])} ${e()};`,
            () => `${name()}${this.pick(['++', '--'])};`,
            () => `A[(${e(1)}) & 7] = ${e()};`,
            () => `T[(${e(1)}) & 7] = ${e()};`,
            () => `if (${e()}) { ${inner(inLoop)} } else { ${inner(inLoop)} }`,
            () => `for (let i${number} = ${this.pick(['0', '1', '5'])}; i${number} < ${this.pick(['5', 'A.length', '9'])}; i${number}++) {`
                + ` ${inner(true)} ${name()} += i${number}; }`,
            () => `for (const q of [${e(1)}, ${e(1)}, 3]) { ${name()} += q; ${inner(true)} }`,
            () => `switch (${e()}) { case ${this.pick(numbers)}: ${name()} = ${e(1)}; ${this.below(2) ? 'break;' : ''}`
                + ` case ${e(1)}: ${name()}++; break; default: ${name()} -= 1; }`,
            () => `try { ${this.statement(names, 0, false)} if (${e(1)}) throw ${e(1)}; } catch (e) { ${name()} = typeof e; }`,
            () => `{ let c = ${e(1)}; const h = (p) => { c += p; ${name()} = ${e(2, ['c', 'p'])}; return c; };`
                + ` ${name()} = h(${e(1)}) + h(2); }`,
            () => `{ function* g(p) { let z = p; for (let i = 0; i < 3; i++) { try { z = ${e(2, ['z', 'i'])}; const r = yield z;`
                + ` if (r) z += r; } finally { ${name()} = i; } } return z; }`
                + ` for (const q of g(${e(1)})) { ${name()} = q; ${this.below(3) ? '' : 'break;'} } }`,
            () => `{ const o = { p: ${e(1)}, q: ${e(1)}, get r() { return this.p - this.q; } }; o.p -= o.q; o.q *= ${e(1)};`
                + ` ${name()} = o.p + o.r * o.q; const { p, ...rest } = o; ${name()} = rest.q; }`,
            () => `{ class K { #v = ${e(1)}; constructor(x) { this.x = x; } get v() { return this.#v; } set v(w) { this.#v = w - this.x; }`
                + ` m(k) { return k > 0 ? this.m(k - 1) + this.x : this.#v; } } class L extends K { m(k) { return super.m(k) * 2; } }`
                + ` const k = new ${this.pick(['K', 'L'])}(${e(1)}); k.v = ${e(1)}; ${name()} = k.m(3); ${name()} += k.v; }`,
            () => `L${number}: for (const k of ["p", "q", "r"]) { try { if (k === "q") { ${this.pick(['continue', 'break'])} L${number}; }`
                + ` ${name()} = ${e(2)}; } catch ({ message: m = "none" }) { ${name()} = m.length; } finally { ${name()}++; } }`,
            () => `{ const r = (() => { try { ${this.below(2) ? `return ${e(1)};` : `throw ${e(1)};`} } catch (e) { return [e, ${e(1)}]; }`
                + ` finally { ${this.below(3) ? `${name()} = ${e(1)};` : `return ${e(1)};`} } })(); ${name()} = typeof r; }`,
            () => `{ const [s = ${e(1)}, , ...t] = [${e(1)}, ...[${e(1)}, ${e(1)}], ${e(1)}]; ${name()} = s; ${name()} = t.length + t[0]; }`,
            () => `{ const fs = []; for (let i = 0; i < 3; i++) { fs.push(() => i++ + ${this.pick(names)}); if (i & 1) fs[i](); }`
                + ` ${name()} = fs.map((f) => f()).join(); }`,
            () => `{ const it = (function* () { try { const got = yield* (function* () { const x = yield ${e(1)}; return x; })(); yield got; }`
                + ` catch (e) { yield e; } finally { yield 9; } })(); it.next(); ${name()} = it.${this.pick(['next', 'throw', 'return'])}(${e(1)}).value;`
                + ` ${name()} = it.next().done; }`,
            () => `{ const text = \`<\${${e(1)}}>\` + ${e(1)}; ${name()} = text.length > 30 ? text.charCodeAt(3) : text; }`,
            () => `switch (typeof ${this.pick(names)}) { case "number": ${name()} = Number.isInteger(${this.pick(names)}); break;`
                + ` case "string": ${name()} = ${this.pick(names)} + 1; default: ${name()} = null ?? ${e(1)}; }`,
            () => inLoop && this.below(3) === 0 ? `if (${e()}) ${this.pick(['break', 'continue'])};` : `${name()} = ${e(3)};`,
        ];
        return this.pick(forms)();
    }

    statements(names, depth, inLoop) {
        return Array.from({ length: 1 + this.below(3) }, () => this.statement(names, depth, inLoop)).join('\n');
    }

    program() {
        const lines = [
            `const A = [1, 2, 3, 4.5, -1, 0, 7, 100], T = new ${this.pick(typedArrays)}(8);`, 'let depth = 0;',
            "const show = (x) => Object.is(x, -0) ? '-0' : typeof x === 'number' ? String(x) : typeof x + ':' + String(x);",
        ];
        for (let f = 0; f < 6; f++) {
            const names = ['a', 'b', 'x', 'y'];
            lines.push(`function f${f}(a, b) { if (++depth > 200) { depth = 0; return 1; } let x = ${this.pick(numbers)},`
                + ` y = ${this.expression(['a', 'b'], 2)};\n${this.statements(names, 2, false)}\nreturn ${this.expression(names, 3)}; }`);
            this.functions.push(`f${f}`);
        }
        for (let call = 0; call < 18; call++) {
            const argument = () => this.pick(this.below(2) ? numbers : anything);
            const f = Math.floor(call / 3);
            lines.push(`depth = 0; try { console.log(${f}, show(f${f}(${argument()}, ${argument()}))); }`
                + ` catch (e) { console.log(${f}, 'throws', e && e.name); }`);
        }
        return [...lines, 'console.log(A.map(show).join(), Array.from(T, show).join());', ''].join('\n');
    }
}

// What node prints for a text: in a realm of its own; null when it runs for too long.
function expected(text) {
    const lines = [];
    try {
        vm.runInNewContext(text, { console: { log: (...values) => lines.push(values.map((v) => (Object.is(v, -0) ? '-0' : String(v))).join(' ')) } }, { timeout: 5000 });
    } catch (error) {
        if (error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
            return null;
        return `${lines.map((line) => `${line}\n`).join('')}throws ${error?.name}`;
    }
    return lines.map((line) => `${line}\n`).join('');
}

function said({ status, stdout, stderr, timedOut }) {
    if (timedOut)
        return 'runs for too long';
    return status === 0 ? stdout : `${stdout}${/^Uncaught (\w+)/m.exec(stderr)?.[0].replace('Uncaught', 'throws') ?? stderr.slice(0, 300)}`;
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sinew-programs-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const runner = sinewRunner({
    sinew: options.sinew, cc: options.cc, scratch: folder, timeout: 20_000, flags: [`-O${options.level}`],
});
const first = Number(options.from), end = first + Number(options.count);
const batches = Array.from({ length: Math.ceil((end - first) / runner.batchLength) }, (_, i) => first + i * runner.batchLength);
let differing = 0, compared = 0;

function compare(n, text, got) {
    const wanted = expected(text);
    if (wanted === null)
        return;
    compared++;
    if (got === wanted)
        return;
    differing++;
    fs.writeFileSync(`program-${n}.js`, text);
    console.log(`program-${n}.js differs\n  want ${JSON.stringify(wanted.slice(0, 200))}\n  got  ${JSON.stringify(got.slice(0, 200))}`);
}

await inParallel(Number(options.jobs), batches, async (from) => {
    const numbers = Array.from({ length: Math.min(runner.batchLength, end - from) }, (_, i) => from + i);
    const programs = numbers.map((n) => {
        const file = path.join(folder, `program-${n}.cjs`), text = new Generator(n).program();
        fs.writeFileSync(file, text);
        return { file, text, isModule: true, before: [] };
    });
    const results = await runner.runAll(programs);
    for (const [i, { file, text }] of programs.entries()) {
        compare(numbers[i], text, said(results[i]));
        fs.rmSync(file);
    }
});
console.log(`${compared} programs compared, ${differing} differ`);
process.exit(differing ? 1 : 0);
