// Runs test262, the conformance suite of ECMA-262, from a checkout that the user names; --help says how.
// Invariant: a run of a test (sloppy, strict or module) has one verdict, which is kept by its name: so a stopped sample goes on
// where it ended, and the list of known failures holds paths and nothing of the suite itself.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkRunner, engineRunner, sinewRunner } from './test262-engines.mjs';
import { KnownFailures } from './test262-known.mjs';
import { Log, printReport } from './test262-report.mjs';
import { Suite } from './test262-suite.mjs';
import { inParallel } from './process.mjs';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

const usage = `usage: tools/test262 CHECKOUT [options]
  --filter WORD,...  only tests whose path contains one of the words
  --sample N         N tests of those, always the same ones, of every engine
  --seed TEXT        another sample for each text
  --jobs N           as many at once (as there are processors)
  --cc CC            compile with this (tcc)
  --sinew FILE       the compiler (build/compiler/sinew)
  --engine COMMAND   run another engine: {file} and {kind} (script or module) are filled in; "node" stands for this node
  --parse            the front end alone: what must be refused and what must not
  --timeout S        for a run of a test (20)
  --log FILE         keeps the verdicts there, a JSON line each; a second call with the same file goes on where the first ended
  --json FILE        writes totals, folders, features and failures
  --known FILE       the known failures (tests/conformance/test262-known.txt); fails both ways
  --update-known     writes that list anew for the tests that ran
  --verbose          prints each failure
Tests of intl402, Temporal and proposals are left out.`;

const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        filter: { type: 'string', default: '' },
        sample: { type: 'string' },
        seed: { type: 'string', default: '' },
        jobs: { type: 'string', default: String(os.availableParallelism()) },
        cc: { type: 'string', default: 'tcc' },
        sinew: { type: 'string', default: path.join(root, 'build/compiler/sinew') },
        engine: { type: 'string' },
        parse: { type: 'boolean', default: false },
        timeout: { type: 'string', default: '20' },
        log: { type: 'string' },
        json: { type: 'string' },
        known: { type: 'string', default: path.join(root, 'tests/conformance/test262-known.txt') },
        'update-known': { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
    },
});
if (options.help) {
    console.log(usage);
    process.exit(0);
}
if (positionals.length !== 1 || !fs.existsSync(path.join(positionals[0], 'harness'))) {
    console.error(usage);
    process.exit(2);
}

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'sinew-test262-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => process.exit(130));

const timeout = Number(options.timeout) * 1000;
const runner = options.engine ? engineRunner(options.engine, timeout)
    : options.parse ? checkRunner({ ...options, timeout }) : sinewRunner({ ...options, timeout, scratch });
const suite = new Suite(positionals[0], scratch, runner);
const log = new Log(options.log);
const tests = suite.find(options.filter.split(',').filter(Boolean), options.sample && Number(options.sample), options.seed);

function inBatches(items, length) {
    return Array.from({ length: Math.ceil(items.length / length) }, (_, i) => items.slice(i * length, (i + 1) * length));
}

const started = performance.now();
let fresh = 0;
const testRuns = tests.flatMap((test) => suite.runsOf(test));
const batches = inBatches(testRuns.filter(({ id }) => !log.find(id)), runner.batchLength);
await inParallel(Number(options.jobs), batches, async (batch) => {
    for (const verdict of await suite.runAll(batch)) {
        fresh++;
        log.add(verdict);
        if (options.verbose && !verdict.ok)
            console.log(`FAIL ${verdict.id}: ${verdict.detail}`);
    }
});
const results = testRuns.map(({ id }) => log.find(id));
const elapsed = performance.now() - started;

const report = printReport(results, { fresh, elapsed });
if (options.json)
    fs.writeFileSync(options.json, `${JSON.stringify(report, null, 1)}\n`);
if (!options.engine && !options.parse) {
    const known = new KnownFailures(options.known);
    if (options['update-known'])
        known.update(results);
    else
        process.exitCode = known.report(results) ? 0 : 1;
}
