// The libFuzzer targets (tools/fuzz) over their corpora alone: each input is one test.
import fs from 'node:fs';
import path from 'node:path';
import { run } from './process.mjs';

const BUILD_AND_RUN_MS = 600_000;

export async function fuzzCorpora({ root, note }) {
    const probe = await run('clang', ['-x', 'c', '-fsanitize=fuzzer,address', '-', '-o', '/dev/null'], {
        input: 'int LLVMFuzzerTestOneInput(const char *data, unsigned long size) { return 0; }',
    });
    if (probe.status !== 0) {
        note('fuzz: no clang with its fuzzer library here (tools/fuzz installs them)');
        return [];
    }
    const corpora = path.join(root, 'tests/fuzz/corpus');
    const results = [];
    for (const target of fs.readdirSync(corpora)) {
        const result = await run(path.join(root, 'tools/fuzz'), [target, '--seconds', '0'], { cwd: root, timeout: BUILD_AND_RUN_MS });
        const inputs = fs.readdirSync(path.join(corpora, target));
        const detail = (result.stdout + result.stderr).split('\n').slice(-30).join('\n');
        results.push(...inputs.map((input) => ({
            id: `fuzz/${target}/${input}`,
            ok: result.status === 0 || new RegExp(`^Executed ${path.join('tests/fuzz/corpus', target, input)} in`, 'm').test(result.stderr),
            detail,
        })));
    }
    return results;
}
