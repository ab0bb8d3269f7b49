// How a test is run: by Sinew, or by another engine for comparison.
// A runner has run(file, isModule), isRefused(result, type): whether the text was refused before it ran, and checksOnly.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './process.mjs';

const env = { TZ: 'UTC', NO_COLOR: '1' };

export function sinewRunner({ sinew, cc, parse, timeout }) {
    const command = parse ? ['check'] : ['run', `--cc=${cc}`, '--test262'];
    return {
        checksOnly: parse,
        run: (file, isModule) => run(sinew, [...command, ...(isModule ? [] : ['--script']), file], { timeout, env }),
        isRefused: ({ status, stderr }) => status === 1 && /error\[SN\d+\]/.test(stderr),
    };
}

const nodeHost = fileURLToPath(new URL('./test262-node.mjs', import.meta.url));

export function engineRunner(command, timeout) {
    const words = command === 'node' ? [process.execPath, '--no-warnings', nodeHost, '{kind}', '{file}'] : command.split(' ');
    return {
        checksOnly: false,
        run(file, isModule) {
            const kind = isModule ? 'module' : 'script';
            const [program, ...args] = words.map((word) => word.replace('{file}', file).replace('{kind}', kind));
            return run(program, args, { timeout, env, cwd: path.dirname(file) });
        },
        // Another engine does not say when it refused: only a test that must be refused is judged by it.
        isRefused: ({ status, stderr }, type) => type !== undefined && status !== 0 && stderr.includes(type),
    };
}
