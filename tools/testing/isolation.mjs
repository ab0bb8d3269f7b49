// Isolation of requests: tests/isolation/*.mjs are handlers whose module state one request pollutes (harness.mjs). Another
// request beside it, and one after it, must see the state as start-up left it. Once as it is, once under
// SINEW_CHECK_ISOLATION=1, where the server itself compares the snapshot around each request. And what requests invent is
// gone with them: memory stays flat. turns.mjs is another kind of handler, where timers of the module change what requests do.
import fs from 'node:fs';
import path from 'node:path';
import { inParallel, pause, residentBytes, run, withServer } from './process.mjs';

const MINUTES = 60_000;

async function get(port, where) {
    const response = await fetch(`http://127.0.0.1:${port}/${where}`, { signal: AbortSignal.timeout(60_000) });
    const text = await response.text();
    return response.ok ? text : `status ${response.status}`;
}

// What is wrong with the case, or ''.
async function problemOf(port, name) {
    const base = await get(port, `read/${name}`);
    const polluting = get(port, `pollute/${name}`).catch((error) => `failed: ${error.cause?.code}`);
    await pause(12);
    const beside = await get(port, `read/${name}`);
    const [before, after] = (await polluting).split('\n');
    const later = await get(port, `read/${name}`);
    if (base.startsWith('status'))
        return `read: ${base}`;
    if (before !== base)
        return `the polluting request began with ${before}, not ${base}`;
    if (after === undefined || after.startsWith('lost'))
        return `its own write is lost: ${after}`;
    if (beside !== base)
        return `a request beside it saw ${beside}, not ${base}`;
    if (later !== base)
        return `the next request saw ${later}, not ${base}`;
    return '';
}

async function judge(program, file, env, label) {
    const prefix = `isolation${label}/${path.basename(file, '.mjs')}`;
    try {
        return await withServer(program, (port) => ['--port', String(port), '--workers', '1'], async (port) => {
            const names = (await get(port, 'names')).split('\n');
            return inParallel(1, names, async (name) => {
                const detail = await problemOf(port, name).catch((error) => `${error.message} (${error.cause?.code ?? ''})`);
                return { id: `${prefix}/${name}`, ok: detail === '', detail: `  ${detail}` };
            });
        }, { env });
    } catch (error) {
        return [{ id: prefix, ok: false, detail: error.message }];
    }
}

// Each of the requests uses a few hundred names and classes that were never seen before.
async function flatMemory(program) {
    const ROUNDS = 4, REQUESTS = 300, TOLERANCE = 2 << 20;
    return withServer(program, (port) => ['--port', String(port), '--workers', '1'], async (port, output, pid) => {
        const resident = [];
        for (let round = 0; round < ROUNDS; round++) {
            for (let i = 0; i < REQUESTS; i++)
                await get(port, i % 2 ? 'read/used' : 'read/shapes');
            resident.push(residentBytes(pid));
        }
        const isFlat = resident.at(-1) - resident[0] < TOLERANCE;
        return [{ id: 'isolation/names-do-not-stay', ok: isFlat, detail: `  resident bytes: ${resident.join(', ')}` }];
    });
}

// Of one kind of things: pairs by themselves, and all of them at once. Where the snapshot is compared, which takes long, a part of them.
async function turnsOf(program, kind, isChecked) {
    const env = { TURNS_KIND: kind, SINEW_CHECK_ISOLATION: isChecked ? '1' : '0' };
    const limits = ['--wall-ms', '60s', '--cpu-ms', '30s'];
    return withServer(program, (port) => ['--port', String(port), '--workers', '1', ...limits], async (port) => {
        const names = (await get(port, 'names')).split('\n').filter((name, i) => !isChecked || i % 11 === 0);
        const pairs = ['waiting', 'changed'].flatMap((verb) => names.map((name) => `${verb}/${name}`));
        const wrong = (await inParallel(8, ['reading', 'computing', ...pairs], async (where) => {
            const text = await get(port, where).catch((error) => error.message);
            return text === '' ? [] : [`  ${where}: ${text.slice(0, 500)}`];
        })).flat();
        const id = `isolation${isChecked ? '-checked' : ''}/turns/${kind}`;
        return [{ id, ok: wrong.length === 0, detail: wrong.slice(0, 10).join('\n'), count: names.length }];
    }, { env });
}

async function turns(program) {
    const kinds = (await withServer(program, (port) => ['--port', String(port), '--workers', '1'], (port) => get(port, 'kinds'))).split('\n');
    const work = kinds.flatMap((kind) => [() => turnsOf(program, kind, false), () => turnsOf(program, kind, true)]);
    return (await inParallel(2, work, (each) => each())).flat();
}

export async function isolation({ root, sinew, scratch }) {
    const folder = path.join(root, 'tests/isolation');
    const results = [];
    for (const name of fs.readdirSync(folder).filter((name) => name.endsWith('.mjs') && name !== 'harness.mjs').sort()) {
        const program = path.join(scratch, `isolation-${path.basename(name, '.mjs')}`);
        const built = await run(sinew, ['build', path.join(folder, name), '-o', program, '--cc', 'tcc', '--env=TURNS_KIND'], { timeout: 2 * MINUTES });
        if (built.status !== 0) {
            results.push({ id: `isolation/${name}`, ok: false, detail: built.stderr });
            continue;
        }
        if (name === 'turns.mjs') {
            results.push(...(await turns(program)));
            continue;
        }
        results.push(...(await judge(program, name, {}, '')));
        results.push(...(await judge(program, name, { SINEW_CHECK_ISOLATION: '1' }, '-checked')));
        if (name === 'names.mjs')
            results.push(...(await flatMemory(program)));
    }
    return results;
}
