#!/usr/bin/env node
// Random programs, compiled and compared with node: hot loops over numbers, and statements of all kinds
// (program-hot.mjs, program-statements.mjs) inside each other, which the optimiser's passes must not change.
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
import { EDGES, Expressions, NUMBERS } from './program-expressions.mjs';
import { HOT_PRELUDE, hotFunction } from './program-hot.mjs';
import { prelude, statements } from './program-statements.mjs';

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

const tried = (text, prefix) => `try { ${text} } catch (e) { log(${JSON.stringify(prefix)} + show(e)); }`;
const shown = (name, text) => `calls = 0; ${tried(`log("${name} " + show(${text}));`, `${name} throws `)}`;

// Two functions of numbers, hot; of which the second calls the first.
function addHotFunctions(g, lines) {
    const edges = [...EDGES, 'undefined', 'null', 'true', '{ valueOf: () => 2 }'];
    const argument = () => g.pick(g.chance(3) ? edges : NUMBERS);
    for (const name of ['h0', 'h1']) {
        lines.push(hotFunction(g, name));
        for (let call = 0; call < 3; call++)
            lines.push(shown(name, `[${name}(${argument()}, ${argument()}), last]`));
        g.counters.push(name);
    }
}

// Functions of any values, each of which calls those before it.
function addFunctions(g, lines) {
    const names = ['a', 'b', 'x', 'y'];
    for (const name of ['f0', 'f1', 'f2', 'f3']) {
        const parts = Array.from({ length: 2 + g.below(3) }, () => statements(g, names, 2, false));
        lines.push(`function ${name}(a, b) { if (++calls > 60) return 1;`,
            `let x = ${g.pick(NUMBERS)}, y = ${g.any(['a', 'b'], 2)};`,
            ...parts.map((part) => g.chance(2) ? part : tried(part, 'caught ')), `return ${g.any(names, 3)}; }`);
        for (let call = 0; call < 3; call++)
            lines.push(shown(name, `${name}(${g.any(['1', '"s"', '2.5'], 1)}, ${g.any(['3', 'null', '-1'], 1)})`));
        g.functions.push(name);
    }
}

// A function of BigInts, which mix with no other numbers.
function addBigFunction(g, lines) {
    const names = ['a', 'b', 'c'], step = () => `${g.pick(names)} = BigInt.asIntN(200, ${g.big(names, 3)});`;
    lines.push(`function big(a, b) { let c = a; for (let i = 0; i < 20; i++) { ${step()} ${step()} ${step()} }`,
        'return [a, b, c, Number(a), a == Number(a), a < 1.5]; }',
        shown('big', `big(${g.big(['1n'], 1)}, ${g.big(['2n'], 1)})`));
}

function generate(seed) {
    const g = new Expressions(seed), lines = [g.chance(3) ? '"use strict";' : '', prelude(g), HOT_PRELUDE];
    addHotFunctions(g, lines);
    addFunctions(g, lines);
    addBigFunction(g, lines);
    return [...lines, 'log(show([A, M, O, I, D, T, S]));', ''].join('\n');
}

// What node prints for a text: in a realm of its own; null when it runs for too long.
function expected(text) {
    let printed = '';
    const log = (line) => { printed += `${line}\n`; };
    try {
        vm.runInNewContext(text, { console: { log } }, { timeout: 1000, microtaskMode: 'afterEvaluate' });
    } catch (error) {
        return error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? null : `${printed}throws ${error?.name}`;
    }
    return printed;
}

function said({ status, stdout, stderr, timedOut }) {
    if (timedOut)
        return 'runs for too long';
    return status === 0 ? stdout : `${stdout}${/^Uncaught (\w+)/m.exec(stderr)?.[0].replace('Uncaught',
        'throws') ?? stderr.slice(0, 300)}`;
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sinew-programs-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const runner = sinewRunner({
    sinew: options.sinew, cc: options.cc, scratch: folder, timeout: 60_000, flags: [`-O${options.level}`],
});
const first = Number(options.from), end = first + Number(options.count);
const batches = Array.from({ length: Math.ceil((end - first) / runner.batchLength) }, (_,
    i) => first + i * runner.batchLength);
let differing = 0, compared = 0;

function compare(n, text, wanted, got) {
    compared++;
    if (got === wanted)
        return;
    differing++;
    fs.writeFileSync(`program-${n}.js`, text);
    const at = [...wanted].findIndex((unit, i) => unit !== got[i]), from = wanted.lastIndexOf('\n', at) + 1;
    const part = (text) => JSON.stringify(text.slice(from, from + 200));
    console.log(`program-${n}.js differs\n  want ${part(wanted)}\n  got  ${part(got)}`);
}

// Those of the numbers whose programs end in time.
function programsOf(numbers) {
    return numbers.map((n) => {
        const text = generate(n), file = path.join(folder, `program-${n}.cjs`);
        return { n, file, text, wanted: expected(text), isModule: true, before: [] };
    }).filter(({ wanted }) => wanted !== null);
}

await inParallel(Number(options.jobs), batches, async (from) => {
    const programs = programsOf(Array.from({ length: Math.min(runner.batchLength, end - from) }, (_, i) => from + i));
    for (const { file, text } of programs)
        fs.writeFileSync(file, text);
    const results = await runner.runAll(programs);
    for (const [i, { n, file, text, wanted }] of programs.entries()) {
        compare(n, text, wanted, said(results[i]));
        fs.rmSync(file);
    }
});
console.log(`${compared} programs compared, ${differing} differ`);
process.exit(differing ? 1 : 0);
