// The unit test programs of one build folder.
import fs from 'node:fs';
import path from 'node:path';
import { run } from './process.mjs';

// A collector that reads stacks and a fiber that switches them are not what leak and use-after-return checks expect.
export const sanitizers = {
    ASAN_OPTIONS: 'detect_leaks=0:detect_stack_use_after_return=0:abort_on_error=0',
    UBSAN_OPTIONS: 'print_stacktrace=1:halt_on_error=1',
};

export function unitTests(folder) {
    return async ({ root }) => {
        const place = path.join(root, folder, 'tests/unit');
        const programs = fs.readdirSync(place).filter((name) => /^test_\w+$/.test(name)).sort();
        const results = [];
        for (const program of programs) {
            const result = await run(path.join(place, program), [], { cwd: root, timeout: 180_000, env: sanitizers });
            results.push(...resultsOf(`${folder}/${program}`, result));
        }
        return results;
    };
}

// The HTTP layer below JavaScript, by a server in C, and compiled servers, driven over sockets.
export async function serverTests({ root, sinew }) {
    const echo = path.join(root, 'build/tests/server/echo_server');
    const results = [];
    for (const [name, program] of [['http', echo], ['workers', echo], ['programs', sinew]]) {
        const result = await run('node', [path.join(root, `tests/server/${name}.test.mjs`), program], { cwd: root, timeout: 180_000 });
        results.push(...resultsOf(`server/${name}`, result));
    }
    return results;
}

// One result a test, by the names of the failed ones and the counts of the closing line.
function resultsOf(id, result) {
    const closing = /^(\d+) passed, (\d+) failed$/m.exec(result.stdout);
    const detail = (result.stdout + result.stderr).split('\n').slice(-30).join('\n');
    if (!closing || (result.status !== 0 && closing[2] === '0'))
        return [{ id, ok: false, detail: `ended by ${result.signal ?? `status ${result.status}`}\n${detail}` }];
    const failed = [...result.stdout.matchAll(/^not ok: (\w+)$/gm)].map((match) => ({ id: `${id}/${match[1]}`, ok: false, detail }));
    const passed = Array.from({ length: Number(closing[1]) }, (_, index) => ({ id: `${id}/${index}`, ok: true }));
    return [...failed, ...passed];
}
