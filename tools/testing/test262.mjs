// Runs test262, the conformance suite of ECMA-262, from a checkout that the user names.
//
//   tools/test262 CHECKOUT [--only WORD,...] [--every N] [--jobs N] [--parse] [--json FILE] [--verbose]
//
// --every N takes each Nth test; --parse runs the front end alone (`sinew check`), over the tests that must be refused by it and
// those that must not. Tests of intl402, Temporal and proposals are left out (see `unwanted`). Each test runs as its flags say:
// sloppy and strict, or once. Prints the failures by folder, and `N passed, N failed`.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inParallel, run } from './process.mjs';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

const hostText = `{\n${fs.readFileSync(path.join(root, 'tools/testing/test262-host.js'), 'utf8')}}\n`;

// Features of proposals that are not in ECMA-262 yet, and Temporal.
const unwanted = new Set([
    'Temporal', 'ShadowRealm', 'decorators', 'import-defer', 'source-phase-imports', 'source-phase-imports-module-source',
    'explicit-resource-management', 'Intl-enumeration', 'Intl.Locale', 'canonical-tz', 'upsert', 'import-text', 'import-bytes',
    'immutable-arraybuffer', 'nonextensible-applies-to-private', 'await-dictionary', 'joint-iteration', 'iterator-sequencing',
    'legacy-regexp', 'Atomics.pause', 'regexp-unicode-property-escapes-emoji', 'stable-array-sort-proposal', 'cross-realm',
]);

function frontMatter(text) {
    const yaml = /\/\*---\r?\n?([\s\S]*?)---\*\//.exec(text)?.[1] ?? '';
    const list = (name) => {
        const inline = new RegExp(`^ *${name}: *\\[([^\\]]*)\\]`, 'm').exec(yaml);
        if (inline)
            return inline[1].split(',').map((word) => word.trim()).filter(Boolean);
        const block = new RegExp(`^ *${name}:[ \\t]*\\r?\\n((?: +- .*\\r?\\n?)*)`, 'm').exec(yaml);
        return block ? [...block[1].matchAll(/- +(\S+)/g)].map((match) => match[1]) : [];
    };
    const negative = /^ *negative: *\r?\n((?: {2,}.*\r?\n?)*)/m.exec(yaml)?.[1];
    return {
        flags: new Set(list('flags')),
        includes: list('includes'),
        features: list('features'),
        negative: negative && { phase: /phase: *(\S+)/.exec(negative)[1], type: /type: *(\S+)/.exec(negative)[1] },
    };
}

function findTests(checkout, words) {
    const found = [];
    for (const folder of ['language', 'built-ins', 'annexB'])
        for (const name of fs.readdirSync(path.join(checkout, 'test', folder), { recursive: true }))
            if (name.endsWith('.js') && !name.includes('_FIXTURE') && !name.includes('.sinew.'))
                found.push(path.join(folder, name));
    return found.filter((name) => words.length === 0 || words.some((word) => name.includes(word))).sort();
}

// The ways in which a test is to be run.
function variants({ flags }) {
    if (flags.has('module'))
        return ['module'];
    if (flags.has('raw') || flags.has('noStrict'))
        return ['sloppy'];
    return flags.has('onlyStrict') ? ['strict'] : ['sloppy', 'strict'];
}

class Suite {
    constructor(checkout, scratch, sinew, parseOnly) {
        Object.assign(this, { checkout, scratch, sinew, parseOnly, harness: new Map(), mirrored: new Map() });
    }

    harnessFile(name) {
        if (!this.harness.has(name))
            this.harness.set(name, fs.readFileSync(path.join(this.checkout, 'harness', name), 'utf8'));
        return this.harness.get(name);
    }

    prefixFor({ flags, includes }, variant) {
        if (flags.has('raw'))
            return '';
        const names = ['assert.js', 'sta.js', ...(flags.has('async') ? ['doneprintHandle.js'] : []), ...includes];
        const strict = variant === 'strict' ? '"use strict";\n' : '';
        return strict + hostText + [...new Set(names)].map((name) => this.harnessFile(name)).join('\n') + '\n';
    }

    // Modules import files beside them, and themselves: so a test stands in a copy of its folder, under its own name.
    placeOf(test, variant) {
        const folder = path.dirname(test);
        const key = `${variant}/${folder}`;
        if (!this.mirrored.has(key)) {
            const copy = path.join(this.scratch, key);
            fs.mkdirSync(copy, { recursive: true });
            for (const name of fs.readdirSync(path.join(this.checkout, 'test', folder)))
                if (/_FIXTURE|\.json$/.test(name))
                    fs.cpSync(path.join(this.checkout, 'test', folder, name), path.join(copy, name), { recursive: true });
            this.mirrored.set(key, copy);
        }
        return path.join(this.mirrored.get(key), path.basename(test));
    }

    async runVariant(test, text, info, variant) {
        const file = this.placeOf(test, variant);
        fs.writeFileSync(file, this.prefixFor(info, variant) + text);
        const kind = variant === 'module' ? [] : ['--script'];
        const args = this.parseOnly ? ['check', ...kind, file] : ['run', '--cc=tcc', '--test262', ...kind, file];
        const result = await run(this.sinew, args, { timeout: 20_000, env: { TZ: 'UTC', NO_COLOR: '1' } });
        const fault = this.parseOnly ? faultOfCheck(info, result) : faultOfRun(info, result);
        fs.rmSync(file);
        return { id: `${test} (${variant})`, ok: !fault, detail: fault };
    }

    async runTest(test) {
        const text = fs.readFileSync(path.join(this.checkout, 'test', test), 'utf8');
        const info = frontMatter(text);
        if (info.features.some((feature) => unwanted.has(feature)) || info.flags.has('CanBlockIsFalse'))
            return [];
        const results = [];
        for (const variant of variants(info))
            results.push(await this.runVariant(test, text, info, variant));
        return results;
    }
}

const firstError = (text) => text.split('\n').filter((line) => line.trim() && !/^\s+at /.test(line)).slice(0, 3).join(' ').slice(0, 200);
const isEarly = ({ negative }) => negative && (negative.phase === 'parse' || negative.phase === 'early' || negative.phase === 'resolution');

function faultOfCheck(info, result) {
    if (result.timedOut || result.signal || result.status > 1)
        return `ended by ${result.signal ?? `status ${result.status}`}`;
    if (isEarly(info))
        return result.status === 1 ? null : 'accepted, though it must be refused';
    return result.status === 0 ? null : firstError(result.stderr);
}

function faultOfRun(info, result) {
    const isRefused = result.status === 1 && /error\[SN\d+\]/.test(result.stderr);
    if (result.timedOut)
        return 'timed out';
    if (result.signal)
        return `ended by ${result.signal}`;
    if (isEarly(info))
        return isRefused ? null : 'accepted, though it must be refused';
    if (isRefused)
        return `refused: ${firstError(result.stderr)}`;
    if (info.negative)
        return result.status !== 0 && result.stderr.includes(info.negative.type) ? null : `no ${info.negative.type}: ${firstError(result.stderr)}`;
    if (result.status !== 0)
        return firstError(result.stderr);
    if (info.flags.has('async') && !result.stdout.includes('Test262:AsyncTestComplete'))
        return `not complete: ${result.stdout.slice(0, 200)}`;
    return null;
}

function summary(results) {
    const folders = new Map();
    for (const { id, ok } of results) {
        const folder = id.split('/').slice(0, 3).join('/').replace(/\/[^/]*\.js.*$/, '');
        const counts = folders.get(folder) ?? { passed: 0, failed: 0 };
        counts[ok ? 'passed' : 'failed']++;
        folders.set(folder, counts);
    }
    return [...folders].filter(([, counts]) => counts.failed > 0).sort((a, b) => b[1].failed - a[1].failed);
}

const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        only: { type: 'string', default: '' },
        every: { type: 'string', default: '1' },
        jobs: { type: 'string', default: String(os.availableParallelism()) },
        sinew: { type: 'string', default: path.join(root, 'build/compiler/sinew') },
        parse: { type: 'boolean', default: false },
        json: { type: 'string' },
        verbose: { type: 'boolean', default: false },
    },
});
if (positionals.length !== 1 || !fs.existsSync(path.join(positionals[0], 'harness'))) {
    console.error('usage: tools/test262 CHECKOUT [--only WORD,...] [--every N] [--jobs N] [--parse] [--json FILE] [--verbose]');
    process.exit(2);
}

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'sinew-test262-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));
fs.writeFileSync(path.join(scratch, 'package.json'), '{"type": "module"}');

const suite = new Suite(positionals[0], scratch, options.sinew, options.parse);
const tests = findTests(positionals[0], options.only.split(',').filter(Boolean)).filter((_, index) => index % Number(options.every) === 0);
const results = (await inParallel(Number(options.jobs), tests, (test) => suite.runTest(test))).flat();
const failed = results.filter((result) => !result.ok);

if (options.verbose)
    for (const { id, detail } of failed)
        console.log(`FAIL ${id}: ${detail}`);
for (const [folder, counts] of summary(results).slice(0, 60))
    console.log(`${String(counts.failed).padStart(6)} of ${String(counts.passed + counts.failed).padStart(6)} fail in ${folder}`);
if (options.json)
    fs.writeFileSync(options.json, JSON.stringify(failed, null, 1));
console.log(`${results.length - failed.length} passed, ${failed.length} failed (${(100 * (1 - failed.length / Math.max(1, results.length))).toFixed(2)} %)`);
process.exitCode = failed.length > 0 ? 1 : 0;
