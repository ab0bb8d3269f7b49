// `sinew run --batch`, as tools/test262 uses it: each program answers as it would alone, and for itself only.
import fs from 'node:fs';
import path from 'node:path';
import { sinewRunner } from './test262-engines.mjs';

const programs = [
    { id: 'script_before_shares_globals', text: 'print(shared()); shared = null;', wants: { status: 0, stdout: '42\n' } },
    { id: 'programs_see_no_writes_of_others', text: 'print(shared());', wants: { status: 0, stdout: '42\n' } },
    { id: 'refused_program_is_answered_for', text: 'let a, a;', wants: { status: 1, stdout: '' }, says: /error\[SN\d+\]/ },
    { id: 'uncaught_error_ends_its_program_alone', text: 'throw new RangeError("far")', wants: { status: 1 }, says: /RangeError: far/ },
    { id: 'endless_program_is_ended', text: 'for (;;);', wants: { timedOut: true } },
    { id: 'jobs_run_to_the_end', text: 'Promise.resolve(7).then(print); setTimeout(print, 1, 8);', wants: { status: 0, stdout: '7\n8\n' } },
];

export async function batch({ sinew, scratch }) {
    const folder = fs.mkdtempSync(path.join(scratch, 'batch-'));
    const before = path.join(folder, 'before.js');
    fs.writeFileSync(before, 'function shared() { return 42; }');
    const files = programs.map(({ id, text }) => {
        const file = path.join(folder, `${id}.js`);
        fs.writeFileSync(file, text);
        return { file, isModule: false, before: [before] };
    });
    const results = await sinewRunner({ sinew, cc: 'tcc', scratch: folder, timeout: 2000 }).runAll(files);
    return programs.map(({ id, wants, says = /^/ }, i) => {
        const got = results[i];
        const ok = Object.entries(wants).every(([key, value]) => got[key] === value) && says.test(got.stderr);
        return { id: `batch/${id}`, ok, detail: JSON.stringify(got) };
    });
}
