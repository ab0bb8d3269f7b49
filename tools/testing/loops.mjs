// Long loops of the runtime (tests/hostile/loops.mjs): each comes to its end or is ended by its limits, beside light requests
// that go on being answered, and the server lives on.
import path from 'node:path';
import { inParallel, pause, run, withServer } from './process.mjs';

const MINUTES = 60_000;
const LIGHT_P99_MS = 100; // on a busy machine; a quiet one stays below 20

async function lightBeside(port, isOver) {
    const times = [];
    while (!isOver()) {
        const start = performance.now();
        const response = await fetch(`http://127.0.0.1:${port}/light`, { signal: AbortSignal.timeout(5000) });
        if ((await response.text()) !== 'ok')
            throw new Error(`a light request got ${response.status}`);
        times.push(performance.now() - start);
        await pause(5);
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}

async function problemOf(port, name) {
    let isOver = false;
    const light = lightBeside(port, () => isOver);
    const response = await fetch(`http://127.0.0.1:${port}/${name}`, { signal: AbortSignal.timeout(15_000) });
    await response.text();
    isOver = true;
    const p99 = await light;
    if (response.status !== 200 && response.status !== 503)
        return `it got ${response.status}`;
    return p99 > LIGHT_P99_MS ? `light p99 ${p99.toFixed(0)} ms beside it` : '';
}

export async function loops({ root, sinew, scratch }) {
    const program = path.join(scratch, 'loops');
    const built = await run(sinew, ['build', path.join(root, 'tests/hostile/loops.mjs'), '-o', program, '--cc', 'tcc'], { timeout: 2 * MINUTES });
    if (built.status !== 0)
        return [{ id: 'loops/build', ok: false, detail: built.stderr }];
    return withServer(program, (port) => ['--port', String(port), '--workers', '1', '--cpu-ms', '2000'], async (port) => {
        const names = (await (await fetch(`http://127.0.0.1:${port}/names`)).text()).split('\n');
        return inParallel(1, names, async (name) => {
            const detail = await problemOf(port, name).catch((error) => `${error.message} (${error.cause?.code ?? ''})`);
            return { id: `loops/${name}`, ok: detail === '', detail: `  ${detail}` };
        });
    });
}
