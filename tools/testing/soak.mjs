// Endurance: one worker serves hostile handlers, two at a time, beside light requests. What must hold: every request gets an
// end, every light one its answer, and memory is as low at the end as it was once everything had run. The hostile handlers are the loops of
// tests/hostile and, where they are present, the handed ones; one generated entry module holds all of them.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client, pause, withServer, workersOf } from '../../tests/server/client.mjs';
import { run } from './process.mjs';

const LIGHT_EVERY_MS = 10;
const SILENT_MS = 12_000; // wall time ends a request after 7 s, a silent connection is closed after 9 s
const FLAT_SLACK = { share: 0.15, bytes: 48 << 20 };

// The steps of a handed handler that need no content: its header has `// @request GET /a; GET /b`.
function targetsOf(file) {
    const steps = /^\/\/ @request +(.*)$/m.exec(fs.readFileSync(file, 'utf8'))?.[1] ?? 'GET /';
    return steps.split(';').map((step) => /^GET (\/\S*)/.exec(step.trim())?.[1]).filter(Boolean);
}

// One handler that holds all the hostile ones, and the targets of them.
export function writeEntry(root, cases, folder) {
    const files = [path.join(root, 'tests/hostile/loops.mjs')];
    const handed = path.join(cases, 'hostile');
    if (fs.existsSync(handed))
        files.push(...fs.readdirSync(handed).filter((name) => name.endsWith('.mjs')).sort().map((name) => path.join(handed, name)));
    const entry = path.join(folder, 'soak.mjs');
    fs.writeFileSync(entry, `${files.map((file, i) => `import h${i} from ${JSON.stringify(file)};`).join('\n')}
const handlers = [${files.map((_, i) => `h${i}`).join(', ')}];
export default {
    fetch(request, env, context) {
        const url = new URL(request.url);
        if (url.pathname === '/light') return new Response('ok');
        const [, number, rest] = /^\\/(\\d+)(\\/.*)$/.exec(url.pathname);
        const handler = handlers[number];
        return (handler.fetch ?? handler)(new Request(new URL(rest, url)), env, context);
    },
};
`);
    const loops = [...fs.readFileSync(files[0], 'utf8').matchAll(/^ {4}(\w+): \(/gm)].map(([, name]) => `/0/${name}`);
    return { entry, targets: [...loops, ...files.slice(1).flatMap((file, i) => targetsOf(file).map((target) => `/${i + 1}${target}`))] };
}

// What is known of a request that got no answer: what came of one, and what the worker was busy with.
async function describeSilence(server, target, { received, head }) {
    const before = server.stderr.length;
    process.kill(workersOf(server)[0], 'SIGUSR1');
    await pause(500);
    return `${target} had no answer after ${SILENT_MS / 1000} s: ${received} bytes (${JSON.stringify(head.slice(0, 200))})\n${server.stderr.slice(before)}`;
}

async function answerOf(client, target) {
    let timer;
    const silence = new Promise((resolve) => (timer = setTimeout(resolve, SILENT_MS, 'silent')));
    const status = await Promise.race([client.ask(target), silence]);
    clearTimeout(timer);
    return status;
}

async function hammer(server, targets, isOver) {
    const record = { count: 0, statuses: {}, silent: [] };
    const one = async () => {
        const client = new Client(server.port);
        while (!isOver()) {
            const target = targets[record.count++ % targets.length];
            const status = await answerOf(client, target);
            record.statuses[status] = (record.statuses[status] ?? 0) + 1;
            if (status === 'silent')
                record.silent.push(await describeSilence(server, target, client.answer));
            if (status === 'silent' || record.count % 7 === 0)
                client.close();
        }
        client.close();
    };
    await Promise.all([one(), one()]);
    return record;
}

async function light(port, isOver) {
    const client = new Client(port);
    const record = { times: [], failed: 0 };
    while (!isOver()) {
        const begin = performance.now();
        const status = await client.ask('/light');
        const took = performance.now() - begin;
        record.times.push(took);
        record.failed += status !== 200;
        await pause(Math.max(0, LIGHT_EVERY_MS - took));
    }
    client.close();
    record.times.sort((a, b) => a - b);
    return record;
}

const residentOf = (pid) => 1024 * Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);

// The lowest tenth of a stretch of samples: what stays while requests come and go.
function floorOf(samples) {
    const sorted = samples.slice().sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 10)] ?? 0;
}

// { problems: [text], summary: text }
export async function soak({ root, sinew, cases, scratch, seconds, log }) {
    const { entry, targets } = writeEntry(root, cases, scratch);
    const program = path.join(scratch, 'soak');
    const built = await run(sinew, ['build', entry, '-o', program, '--cc=tcc'], { timeout: 120_000 });
    if (built.status !== 0)
        return { problems: [built.stderr], summary: '' };
    return withServer(program, ['--workers', '1', '--cpu-ms', '300'], async (server) => {
        const worker = workersOf(server)[0];
        const end = Date.now() + seconds * 1000;
        const isOver = () => Date.now() >= end;
        const resident = [];
        const watch = async () => {
            while (!isOver() && workersOf(server)[0] === worker) {
                resident.push(residentOf(worker));
                if (log)
                    fs.appendFileSync(log, `${resident.length},${resident.at(-1)}\n`);
                await pause(1000);
            }
        };
        const [hostile, lights] = await Promise.all([hammer(server, targets, isOver), light(server.port, isOver), watch()]);
        const third = Math.floor(resident.length / 3);
        const early = floorOf(resident.slice(third, 2 * third));
        const late = floorOf(resident.slice(2 * third));
        const problems = [...hostile.silent];
        if (workersOf(server)[0] !== worker)
            problems.push(`the worker died:\n${server.stderr.split('\n').slice(-8).join('\n')}`);
        if (lights.failed > 0)
            problems.push(`${lights.failed} light requests failed`);
        if (late > early * (1 + FLAT_SLACK.share) + FLAT_SLACK.bytes)
            problems.push(`memory grows: ${early} bytes, later ${late}`);
        const mb = (bytes) => Math.round(bytes / 2 ** 20);
        return { problems, summary: `${seconds} s: ${hostile.count} hostile requests (${JSON.stringify(hostile.statuses)}), ${lights.times.length} light ones, ` +
            `p99 ${lights.times[Math.floor(lights.times.length * 0.99)].toFixed(1)} ms, at most ${lights.times.at(-1).toFixed(0)} ms, ` +
            `${lights.failed} failed; ` +
            `resident ${mb(early)} MB, later ${mb(late)} MB, at most ${mb(Math.max(...resident))} MB` };
    });
}

// The short form, a section of the test run.
export async function shortSoak(context) {
    const { problems, summary } = await soak({ ...context, seconds: 18 });
    console.log(`# ${summary}`);
    return [{ id: 'soak', ok: problems.length === 0, detail: problems.join('\n') }];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' }, log: { type: 'string' } } });
    const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'sinew-soak-'));
    const { problems, summary } = await soak({ root, scratch, sinew: path.join(root, 'build/compiler/sinew'),
        cases: path.join(root, '../shared/cases'), seconds: Number(values.minutes) * 60, log: values.log });
    fs.rmSync(scratch, { recursive: true, force: true });
    console.log(summary);
    for (const problem of problems)
        console.log(`FAIL ${problem}`);
    process.exit(problems.length > 0 ? 1 : 0);
}
