#!/usr/bin/env node
// Runs the pairs NAME.js (or .mjs, .cjs) + NAME.expect below tests/conformance and tests/golden.
//
//   node tests/run-conformance.mjs [--update] [--node] [--jobs N] [--sinew PATH] [--cc NAME] [--evaluate] [WORD...]
//
// With WORDs, only tests whose path holds one of them. --update writes the .expect files from what comes out; with --node it
// is node that runs the tests, which is how expectations of what the language does are made. --evaluate runs those that are
// run by the evaluator of the IR, as lowering left it and as the passes left it, and expects the same.
// What is compared is standard output, then the exit status when it is not 0, as a line `[exit 3]`. A test says in comments
// of its head how it is run:
//   // @command check            instead of `run`; also `build --emit=ir` and the like; then standard error counts too
//   // @args a b                 arguments of the program
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { inParallel, run } from '../tools/testing/process.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folders = ['tests/conformance', 'tests/golden'];
const LINES_SHOWN = 12;

function findTests(folder, words) {
    const full = path.join(root, folder);
    if (!fs.existsSync(full))
        return [];
    return fs.readdirSync(full, { recursive: true })
        .filter((name) => /\.[cm]?js$/.test(name) && !name.includes('fixtures/'))
        .map((name) => path.join(folder, name))
        .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
        .sort();
}

const expectFile = (test) => path.join(root, test.replace(/\.[cm]?js$/, '.expect'));

function directive(text, name, fallback) {
    const match = new RegExp(`^// @${name} (.*)$`, 'm').exec(text);
    return match ? match[1].trim() : fallback;
}

async function outputOf(test, { sinew, cc, node, evaluated }) {
    const text = fs.readFileSync(path.join(root, test), 'utf8');
    const command = directive(text, 'command', 'run').split(' ');
    const args = directive(text, 'args', '').split(' ').filter(Boolean);
    const compiler = evaluated ? ['--evaluate', evaluated] : command[0] === 'run' ? [`--cc=${cc}`] : [];
    const words = node ? ['node', test, ...args] : [sinew, command[0], ...compiler, ...command.slice(1), test, ...args];
    const result = await run(words[0], words.slice(1), {
        cwd: root,
        timeout: 30_000,
        env: { TZ: 'UTC', LC_ALL: 'C.UTF-8', NO_COLOR: '1' },
    });
    let output = result.stdout;
    if (command[0] !== 'run')
        output += result.stderr;
    if (result.timedOut)
        output += '[timed out]\n';
    else if (result.status !== 0)
        output += `[exit ${result.status ?? result.signal}]\n`;
    return { output, stderr: result.stderr };
}

function difference(got, want) {
    const [gotLines, wantLines] = [got.split('\n'), want.split('\n')];
    const at = gotLines.findIndex((line, index) => line !== wantLines[index]);
    const from = Math.max(0, at === -1 ? gotLines.length - 1 : at);
    const show = (mark, lines) => lines.slice(from, from + LINES_SHOWN).map((line) => `    ${mark} ${line.slice(0, 200)}`);
    return [`    from line ${from + 1}:`, ...show('-', wantLines), ...show('+', gotLines)].join('\n');
}

async function runTest(test, options) {
    const { output, stderr } = await outputOf(test, options);
    const file = expectFile(test);
    if (options.update) {
        fs.writeFileSync(file, output);
        return { id: test, ok: true };
    }
    const want = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
    if (output === want)
        return { id: test, ok: true };
    const detail = want === null ? '    there is no .expect file' : difference(output, want);
    return { id: test, ok: false, detail: `${detail}\n${stderr.split('\n').slice(0, LINES_SHOWN).map((line) => `    ! ${line}`).join('\n')}` };
}

// Resolves to a list of { id, ok, detail }.
export async function runConformance({ words = [], update = false, node = false, jobs = os.availableParallelism(), sinew, cc = 'tcc', under = folders }) {
    const tests = under.flatMap((folder) => findTests(folder, words));
    return inParallel(jobs, tests, (test) => runTest(test, { update, node, sinew, cc }));
}

const isRun = (test) => directive(fs.readFileSync(path.join(root, test), 'utf8'), 'command', 'run') === 'run';

// The same by the evaluator: the oracle for the passes, and the engine of eval.
export async function runEvaluator({ words = [], jobs = os.availableParallelism(), sinew }) {
    const tests = findTests('tests/conformance', words).filter(isRun);
    const runs = tests.flatMap((test) => ['-O0', '-O2'].map((evaluated) => ({ test, evaluated })));
    return inParallel(jobs, runs, async ({ test, evaluated }) => {
        const result = await runTest(test, { sinew, evaluated });
        return { ...result, id: `${test} evaluated ${evaluated}` };
    });
}

async function main() {
    const { values, positionals } = parseArgs({
        allowPositionals: true,
        options: {
            update: { type: 'boolean', default: false },
            node: { type: 'boolean', default: false },
            jobs: { type: 'string', default: String(os.availableParallelism()) },
            sinew: { type: 'string', default: path.join(root, 'build/compiler/sinew') },
            cc: { type: 'string', default: 'tcc' },
            evaluate: { type: 'boolean', default: false },
        },
    });
    const runAll = values.evaluate ? runEvaluator : runConformance;
    const results = await runAll({ ...values, jobs: Number(values.jobs), words: positionals });
    const failed = results.filter((result) => !result.ok);
    for (const { id, detail } of failed)
        console.log(`FAIL ${id}\n${detail}`);
    console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
    process.exitCode = failed.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href)
    await main();
