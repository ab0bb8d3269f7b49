#!/usr/bin/env node
// Random programs, compiled and compared with node: numbers of all kinds through loops, calls, closures, generators, classes,
// exceptions and typed arrays, which is what the optimiser's passes must not change.
//
//   node tests/fuzz/programs.mjs [--from N] [--count N] [--sinew PATH] [--cc NAME] [--level 1]
//
// A number is a program, always the same one. Programs that differ are kept as program-N.js in the working directory.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
    options: {
        from: { type: 'string', default: '1' },
        count: { type: 'string', default: '50' },
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

const output = (command, args) => {
    const run = spawnSync(command, args, { encoding: 'utf8', timeout: 20_000 });
    return run.error ? null : run.stdout + (run.status ? `[exit ${run.status ?? run.signal}]` : '');
};

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sinew-programs-'));
const source = path.join(folder, 'program.js'), binary = path.join(folder, 'program');
let differing = 0;
for (let n = Number(options.from), end = n + Number(options.count); n < end; n++) {
    fs.writeFileSync(source, new Generator(n).program());
    const wanted = output(process.execPath, [source]);
    if (wanted === null || wanted === '[exit 1]')
        continue; /* it runs for too long, or is none */
    let got;
    try {
        execFileSync(options.sinew, ['build', `--cc=${options.cc}`, `-O${options.level}`, source, '-o', binary], { stdio: 'pipe' });
        got = output(binary, []);
    } catch (error) {
        got = String(error.stderr || error);
    }
    if (got === wanted)
        continue;
    differing++;
    fs.copyFileSync(source, `program-${n}.js`);
    console.log(`program-${n}.js differs\n  want ${JSON.stringify(wanted.slice(0, 200))}\n  got  ${JSON.stringify((got ?? 'too long').slice(0, 200))}`);
}
fs.rmSync(folder, { recursive: true });
console.log(`${options.count} programs, ${differing} differ`);
process.exit(differing ? 1 : 0);
