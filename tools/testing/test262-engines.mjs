// How a program of the suite is run: by Sinew, or by another engine for comparison.
// A program is { file, isModule, before: the scripts that run before it }. A runner has
//   runAll(programs)            the results, in their order: { status, signal, stdout, stderr, timedOut, ms }
//   batchLength                 how many programs it likes to have at once
//   takesScript(text)           whether a file of the harness may be a script of its own; else it stands before the test's text
//   needsHost                   whether print and $262 must be written in JavaScript
//   isRefused(result, type)     whether the text was refused before it ran
//   checksOnly                  whether nothing is run
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './process.mjs';

const env = { TZ: 'UTC', NO_COLOR: '1' };

async function timed(command, args, options) {
    const start = performance.now();
    const result = await run(command, args, { ...options, env: { ...env, ...options.env } });
    return { ...result, ms: Math.round(performance.now() - start) };
}

const refusedBySinew = ({ status, stderr }) => status === 1 && /error\[SN\d+\]/.test(stderr);

// ---- Sinew: a batch is compiled together, and each program runs in a process of its own (compiler/driver/batch.h)

// What `sinew run --batch` says about the programs, by their numbers; `bytes` is latin1.
function readAnswers(bytes) {
    const answers = new Map();
    const text = (from, length) => Buffer.from(bytes.slice(from, from + length), 'latin1').toString();
    for (let at = 0; at < bytes.length;) {
        const end = bytes.indexOf('\n', at);
        const [number, status, ms, out, error] = bytes.slice(at, end).split(' ').map(Number);
        if (end < 0 || end + 1 + out + error > bytes.length)
            break;
        const [stdout, stderr] = [text(end + 1, out), text(end + 1 + out, error)];
        answers.set(number, { status, signal: null, stdout, stderr, timedOut: status === -1, ms });
        at = end + 1 + out + error;
    }
    return answers;
}

export function sinewRunner({ sinew, cc, scratch, timeout, flags = ['--test262'] }) {
    let lists = 0;
    async function runBatch(programs) {
        const list = path.join(scratch, `list-${lists++}`);
        const lines = programs.map(({ file, isModule, before }) => [isModule ? 'module' : 'script', file, ...before].join(' '));
        fs.writeFileSync(list, `${lines.join('\n')}\n`);
        const result = await timed(sinew, ['run', '--batch', `--cc=${cc}`, ...flags, list], {
            timeout: timeout * (programs.length + 2), encoding: 'latin1', env: { SINEW_BATCH_TIMEOUT: String(timeout / 1000) },
        });
        fs.rmSync(list);
        return { result, answers: readAnswers(result.stdout) };
    }
    // One that is not answered for has taken the compiler down with it, or the batch's turn has not come: it runs alone.
    async function runAlone(program) {
        const { result, answers } = await runBatch([program]);
        return answers.get(0) ?? { ...result, status: result.status || 1 };
    }
    return {
        checksOnly: false,
        needsHost: false,
        batchLength: 40,
        takesScript: (text) => !/^(let|const|class) /m.test(text),
        isRefused: refusedBySinew,
        async runAll(programs) {
            const { answers } = await runBatch(programs);
            const results = [];
            for (const [i, program] of programs.entries())
                results.push(answers.get(i) ?? await runAlone(program));
            return results;
        },
    };
}

// ---- one process a program

function singly(runOne, properties) {
    return {
        checksOnly: false, needsHost: true, batchLength: 1, takesScript: () => false, ...properties,
        runAll: (programs) => Promise.all(programs.map(runOne)),
    };
}

export function checkRunner({ sinew, timeout }) {
    const runOne = ({ file, isModule }) => timed(sinew, ['check', '--test262', ...(isModule ? [] : ['--script']), file], { timeout });
    return singly(runOne, { checksOnly: true, needsHost: false, takesScript: () => true, isRefused: refusedBySinew });
}

const nodeHost = fileURLToPath(new URL('./test262-node.mjs', import.meta.url));

export function engineRunner(command, timeout) {
    const words = command === 'node' ? [process.execPath, '--no-warnings', nodeHost, '{kind}', '{file}'] : command.split(' ');
    function runOne({ file, isModule }) {
        const kind = isModule ? 'module' : 'script';
        const [program, ...args] = words.map((word) => word.replace('{file}', file).replace('{kind}', kind));
        return timed(program, args, { timeout, cwd: path.dirname(file) });
    }
    // Another engine does not say when it refused: only a test that must be refused is judged by it.
    return singly(runOne, {
        isRefused: ({ status, stderr }, type) => type !== undefined && status !== 0 && stderr.includes(type),
    });
}
