// A sample of test262, where TEST262 names a checkout: nothing fails but what is known to, and all of that still does.
import path from 'node:path';
import { run } from './process.mjs';

const SAMPLE = '500';

export async function suiteSample({ root, sinew, note }) {
    if (!process.env.TEST262) {
        note('test262: TEST262 names no checkout');
        return [];
    }
    const args = [process.env.TEST262, '--sample', SAMPLE, '--sinew', sinew];
    const { status, stdout, stderr } = await run(path.join(root, 'tools/test262'), args, { timeout: 900_000 });
    return [{ id: 'test262/sample', ok: status === 0, detail: stdout.slice(-2000) + stderr }];
}
