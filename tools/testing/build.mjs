// The builds that the tests use: build/ (release, by tools/setup) and build-asan/ (address and undefined-behaviour checks).
import fs from 'node:fs';
import path from 'node:path';
import { run } from './process.mjs';

const MINUTES = 60_000;

async function must(command, args, root) {
    const result = await run(command, args, { cwd: root, timeout: 15 * MINUTES });
    if (result.status !== 0)
        throw new Error(`${command} ${args.join(' ')} failed:\n${(result.stdout + result.stderr).split('\n').slice(-40).join('\n')}`);
}

export async function buildRelease({ root }) {
    await must('tools/setup', [], root);
    return [{ id: 'build/release', ok: true }];
}

export async function buildAsan({ root }) {
    const folder = path.join(root, 'build-asan');
    const options = ['--buildtype=debug', '-Doptimization=1', '-Db_sanitize=address,undefined', '-Db_lundef=false'];
    if (!fs.existsSync(path.join(folder, 'build.ninja')))
        await must('meson', ['setup', folder, ...options], root);
    await must('ninja', ['-C', folder], root);
    return [{ id: 'build/asan', ok: true }];
}
