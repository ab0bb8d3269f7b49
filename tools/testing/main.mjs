// The whole test run: sections in order, known failures, the closing line.
//
//   tools/test [--only SECTION,...] [--skip SECTION,...]
//
// A section gives results { id, ok, detail, count = 1 }. tests/known-failures.txt lists ids that are known to fail: such a
// failure is not counted, and a listed one that passes is a failure, so that the list can only shrink.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runConformance, runEvaluator } from '../../tests/run-conformance.mjs';
import { batch } from './batch.mjs';
import { buildAsan, buildRelease } from './build.mjs';
import { checkedServers } from './checked.mjs';
import { run } from './process.mjs';
import { handedKernels, handedPrograms } from './programs.mjs';
import { handlers, hostileHandlers, malformedRequests } from './servers.mjs';
import { fuzzCorpora } from './fuzz.mjs';
import { isolation } from './isolation.mjs';
import { loops } from './loops.mjs';
import { shortSoak } from './soak.mjs';
import { suiteSample } from './suite.mjs';
import { serverTests, unitTests } from './unit.mjs';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

async function layers() {
    const result = await run(path.join(root, 'tools/check-layers'), []);
    return [{ id: 'layers', ok: result.status === 0, detail: result.stdout + result.stderr }];
}

// needs: a folder of handed cases without which the section is skipped.
const sections = [
    { name: 'build', work: buildRelease, isFatal: true },
    { name: 'layers', work: layers },
    { name: 'unit', work: unitTests('build') },
    { name: 'server', work: serverTests },
    { name: 'isolation', work: isolation },
    { name: 'loops', work: loops },
    { name: 'soak', work: shortSoak },
    { name: 'conformance', work: ({ sinew }) => runConformance({ sinew }) },
    { name: 'evaluator', work: ({ sinew }) => runEvaluator({ sinew }) },
    { name: 'batch', work: batch },
    { name: 'test262', work: suiteSample },
    { name: 'programs', work: handedPrograms, needs: 'programs' },
    { name: 'kernels', work: handedKernels, needs: 'kernels' },
    { name: 'handlers', work: handlers, needs: 'handlers' },
    { name: 'http', work: malformedRequests, needs: 'http' },
    { name: 'hostile', work: hostileHandlers, needs: 'hostile' },
    { name: 'fuzz', work: fuzzCorpora },
    { name: 'asan', work: async (context) => [...(await buildAsan(context)), ...(await unitTests('build-asan')(context))] },
    { name: 'asan-servers', work: async (context) => [...(await buildAsan(context)), ...(await checkedServers(context))] },
];

function knownFailures() {
    const text = fs.readFileSync(path.join(root, 'tests/known-failures.txt'), 'utf8');
    return new Set(text.split('\n').map((line) => line.replace(/#.*/, '').trim()).filter(Boolean));
}

/* The sections that the command line chooses; exits with a message where it is wrong. */
function chosenSections() {
    const names = sections.map((section) => section.name);
    const usage = `usage: tools/test [--only SECTION,...] [--skip SECTION,...]\nsections: ${names.join(' ')}`;
    const leave = (text, status) => { (status ? console.error : console.log)(text); process.exit(status); };
    let values;
    try {
        const text = { type: 'string', default: '' };
        ({ values } = parseArgs({ options: { only: text, skip: text, help: { type: 'boolean', short: 'h' } } }));
    } catch (error) {
        leave(`test: ${error.message}\n${usage}`, 2);
    }
    if (values.help)
        leave(usage, 0);
    const [only, skip] = [values.only, values.skip].map((list) => list.split(',').filter(Boolean));
    const unknown = [...only, ...skip].find((name) => !names.includes(name));
    if (unknown)
        leave(`test: there is no section '${unknown}'\n${usage}`, 2);
    return sections.filter(({ name }) => (!only.length || only.includes(name)) && !skip.includes(name));
}

const chosen = chosenSections();

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'sinew-test-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));
const context = {
    root,
    scratch,
    sinew: path.join(root, 'build/compiler/sinew'),
    cases: path.join(root, '../shared/cases'),
    note: (text) => console.log(`skipped: ${text}`),
};

const known = knownFailures();
const totals = { passed: 0, failed: 0, known: 0 };

function count(results) {
    for (const { id, ok, detail, count: weight = 1 } of results) {
        if (known.has(id) && !ok) {
            totals.known += weight;
        } else if (known.has(id)) {
            totals.failed++;
            console.log(`FAIL ${id}: it passes, so it is to go from tests/known-failures.txt`);
        } else if (ok) {
            totals.passed++;
        } else {
            totals.failed += weight;
            console.log(`FAIL ${id}\n${detail ?? ''}`);
        }
    }
}

for (const section of chosen) {
    if (section.needs && !fs.existsSync(path.join(context.cases, section.needs))) {
        context.note(`${section.name}: no handed cases here`);
        continue;
    }
    const start = Date.now();
    let results;
    try {
        results = await section.work(context);
    } catch (error) {
        results = [{ id: section.name, ok: false, detail: error.message }];
    }
    count(results);
    const good = results.filter((result) => result.ok).length;
    console.log(`${section.name}: ${good} of ${results.length} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    if (section.isFatal && good < results.length)
        break;
}

if (totals.known > 0)
    console.log(`known to fail: ${totals.known} (tests/known-failures.txt)`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;
