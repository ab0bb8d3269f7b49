// The tests of a checkout of test262: which there are, in which ways each is to be run, and with what before it.
import fs from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { faultOf } from './test262-verdict.mjs';

const hostFile = path.join(path.dirname(fileURLToPath(import.meta.url)), 'test262-host.js');

// Features that are left out: those that the suite itself lists as proposals, Temporal, and the [[IsHTMLDDA]] object (B.3.6), which
// only a browser has.
function unwantedFeatures(checkout) {
    const [proposals] = fs.readFileSync(path.join(checkout, 'features.txt'), 'utf8').split('## Standard language features');
    return new Set(['Temporal', 'IsHTMLDDA', ...proposals.split('\n').filter((line) => /^\w/.test(line))]);
}

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

function variantsOf({ flags }) {
    if (flags.has('module'))
        return ['module'];
    if (flags.has('raw') || flags.has('noStrict'))
        return ['sloppy'];
    return flags.has('onlyStrict') ? ['strict'] : ['sloppy', 'strict'];
}

const digest = (text) => createHash('sha1').update(text).digest('hex');

export class Suite {
    constructor(checkout, scratch, runner) {
        Object.assign(this, { checkout, scratch, runner, texts: new Map(), mirrored: new Map() });
        this.unwanted = unwantedFeatures(checkout);
        this.hostText = `{\n${fs.readFileSync(hostFile, 'utf8')}}\n`;
        fs.writeFileSync(path.join(scratch, 'package.json'), '{"type": "module"}');
    }

    // The paths of the tests that contain one of `words`; of them `sampleSize`, chosen by a hash of seed and path: the same
    // for every engine.
    find(words, sampleSize, seed = '') {
        const found = [];
        for (const folder of ['language', 'built-ins', 'annexB'])
            for (const name of fs.readdirSync(path.join(this.checkout, 'test', folder), { recursive: true }))
                if (name.endsWith('.js') && !name.includes('_FIXTURE'))
                    found.push(path.join(folder, name));
        const wanted = found.filter((name) => words.length === 0 || words.some((word) => name.includes(word))).sort();
        if (!sampleSize || sampleSize >= wanted.length)
            return wanted;
        return wanted.map((name) => [digest(seed + name), name]).sort().slice(0, sampleSize).map(([, name]) => name).sort();
    }

    runsOf(test) {
        const info = frontMatter(fs.readFileSync(path.join(this.checkout, 'test', test), 'utf8'));
        if (info.features.some((feature) => this.unwanted.has(feature)) || info.flags.has('CanBlockIsFalse'))
            return [];
        return variantsOf(info).map((variant) => ({ id: `${test} (${variant})`, test, info, variant }));
    }

    // The verdicts of a few runs, in their order; as many as the runner likes to have at once.
    async runAll(testRuns) {
        const programs = testRuns.map((testRun) => this.write(testRun));
        const results = await this.runner.runAll(programs);
        return testRuns.map(({ id, info }, i) => {
            fs.rmSync(programs[i].file);
            const detail = faultOf(info, results[i], this.runner);
            return { id, ok: !detail, ms: results[i].ms, features: info.features, ...(detail && { detail }) };
        });
    }

    // Writes the text that is to be run: the test's, and before it what cannot be a script of its own.
    write({ test, info, variant }) {
        const text = fs.readFileSync(path.join(this.checkout, 'test', test), 'utf8');
        const file = this.placeOf(test, variant);
        const scripts = this.harnessOf(info).map((name) => path.join(this.checkout, 'harness', name));
        const before = scripts.filter((script) => this.runner.takesScript(this.textOf(script)));
        const prefix = scripts.filter((script) => !before.includes(script)).map((script) => this.textOf(script) + '\n');
        if (this.runner.needsHost && !info.flags.has('raw'))
            prefix.unshift(this.hostText);
        if (variant === 'strict')
            prefix.unshift('"use strict";\n');
        fs.writeFileSync(file, prefix.join('') + text);
        return { file, isModule: variant === 'module', before };
    }

    harnessOf({ flags, includes }) {
        if (flags.has('raw'))
            return [];
        return [...new Set(['assert.js', 'sta.js', ...(flags.has('async') ? ['doneprintHandle.js'] : []), ...includes])];
    }

    textOf(file) {
        if (!this.texts.has(file))
            this.texts.set(file, fs.readFileSync(file, 'utf8'));
        return this.texts.get(file);
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
}
