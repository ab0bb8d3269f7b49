// Long loops of the runtime (tests/hostile/loops.mjs): each comes to its end or is ended by its limits, beside light requests
// that go on being answered, without long stretches between yields; and the server lives on.
import path from 'node:path';
import { inParallel, pause, run, withServer } from './process.mjs';

const MINUTES = 60_000;
// Of CPU time, so that other work on the machine counts little; the longest stretch here takes 9 ms of it (a journal of 2^17 entries
// that grows), all others below 5 on a machine that is not too busy. A loop that never yields takes seconds.
const STRETCH_MS = 20;

async function lightBeside(port, isOver) {
    while (!isOver()) {
        const response = await fetch(`http://127.0.0.1:${port}/light`, { signal: AbortSignal.timeout(5000) });
        if ((await response.text()) !== 'ok')
            throw new Error(`a light request got ${response.status}`);
        await pause(5);
    }
}

async function problemOf(port, name, output) {
    const before = output();
    let isOver = false;
    const light = lightBeside(port, () => isOver);
    const response = await fetch(`http://127.0.0.1:${port}/${name}`, { signal: AbortSignal.timeout(15_000) });
    await response.text();
    isOver = true;
    await light;
    if (response.status !== 200 && response.status !== 503)
        return `it got ${response.status}`;
    const news = output().startsWith(before) ? output().slice(before.length) : output();
    return /a stretch of .*/.exec(news)?.[0] ?? '';
}

export async function loops({ root, sinew, scratch }) {
    const program = path.join(scratch, 'loops');
    const built = await run(sinew, ['build', path.join(root, 'tests/hostile/loops.mjs'), '-o', program, '--cc', 'tcc'], { timeout: 2 * MINUTES });
    if (built.status !== 0)
        return [{ id: 'loops/build', ok: false, detail: built.stderr }];
    return withServer(program, (port) => ['--port', String(port), '--workers', '1', '--cpu-ms', '2000'], async (port, output) => {
        const names = (await (await fetch(`http://127.0.0.1:${port}/names`)).text()).split('\n');
        return inParallel(1, names, async (name) => {
            const detail = await problemOf(port, name, output).catch((error) => `${error.message} (${error.cause?.code ?? ''})`);
            return { id: `loops/${name}`, ok: detail === '', detail: `  ${detail}` };
        });
    }, { env: { SINEW_STRETCH_MS: String(STRETCH_MS) } });
}
