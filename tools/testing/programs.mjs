// Handed programs with their expected output in a comment, and kernels that are compared with node.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inParallel, run } from './process.mjs';

const env = { TZ: 'UTC', LC_ALL: 'C.UTF-8' };
const width = os.availableParallelism();

function jsFiles(folder) {
    return fs.readdirSync(folder).filter((name) => /\.[cm]?js$/.test(name)).sort().map((name) => path.join(folder, name));
}

// The lines `// | text` of the file's head.
function expectedOutput(text) {
    return [...text.matchAll(/^\/\/ \|(?: (.*))?$/gm)].map((match) => `${match[1] ?? ''}\n`).join('');
}

function compare(id, got, want) {
    if (got.stdout === want && got.status === 0)
        return { id, ok: true };
    const end = got.timedOut ? 'timed out' : `status ${got.status ?? got.signal}`;
    const cut = (text) => text.slice(0, 600);
    return { id, ok: false, detail: `  ${end}\n  want: ${cut(want)}\n  got:  ${cut(got.stdout)}\n  ${cut(got.stderr)}` };
}

export async function handedPrograms({ sinew, cases }) {
    const programs = jsFiles(path.join(cases, 'programs'))
        .map((file) => ({ file, want: expectedOutput(fs.readFileSync(file, 'utf8')) }))
        .filter(({ want }) => want !== ''); // Without one it is a tool that stands beside them.
    return inParallel(width, programs, async ({ file, want }) => {
        return compare(`programs/${path.basename(file)}`, await run(sinew, ['run', file], { env, timeout: 30_000 }), want);
    });
}

const KERNEL_SCALE = 0.02;

export async function handedKernels({ sinew, cases, scratch }) {
    return inParallel(width, jsFiles(path.join(cases, 'kernels')), async (file) => {
        const name = path.basename(file);
        const small = path.join(scratch, `kernel-${name}`);
        const text = fs.readFileSync(file, 'utf8');
        fs.writeFileSync(small, text.replace(/^const SCALE = .*\/\/ @SCALE$/m, `const SCALE = ${KERNEL_SCALE};`));
        const program = `${small}.out`;
        const built = await run(sinew, ['build', small, '-o', program], { timeout: 120_000 });
        if (built.status !== 0)
            return compare(`kernels/${name}`, built, '(it does not build)\n');
        const want = await run('node', [small], { env, timeout: 60_000 });
        return compare(`kernels/${name}`, await run(program, [], { env, timeout: 60_000 }), want.stdout);
    });
}
