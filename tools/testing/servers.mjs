// Handed cases that talk to a server: handlers, malformed requests, hostile handlers. Each is judged by its own checker.
import fs from 'node:fs';
import path from 'node:path';
import { run, withServer } from './process.mjs';

const MINUTES = 60_000;
const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

// A copy that can be written to: `npm install` puts packages beside the handlers.
function copyOf(folder, scratch) {
    const copy = path.join(scratch, path.basename(folder));
    fs.cpSync(folder, copy, { recursive: true });
    for (const name of fs.readdirSync(copy, { recursive: true }))
        fs.chmodSync(path.join(copy, name), fs.statSync(path.join(copy, name)).mode | 0o200);
    fs.chmodSync(copy, 0o755);
    return copy;
}

// check-all's output: for each list `NAME  passed of all`, then the failures of that list.
function handlerResults(output, prefix) {
    const results = [];
    let current = null;
    for (const line of output.split('\n')) {
        const header = /^(\S+) +(\d+) of (\d+)$/.exec(line);
        if (header) {
            const [, name, passed, all] = header;
            for (let i = 0; i < Number(passed); i++)
                results.push({ id: `${prefix}/${name}/${i}`, ok: true });
            if (passed !== all) {
                current = { id: `${prefix}/${name}`, ok: false, count: Number(all) - Number(passed), detail: '' };
                results.push(current);
            } else {
                current = null;
            }
        } else if (current && !/^\d+ passed, \d+ failed$/.test(line)) {
            current.detail += `  ${line}\n`;
        }
    }
    return results;
}

// Of the handed handlers `choice` (options of check-all), served as the context says.
export async function checkHandlers({ sinew, scratch, env, buildOptions = [], serverOptions = [] }, folder, mode, choice) {
    const state = mode === 'kept' ? 'worker' : 'request';
    const program = `${quote(scratch)}/{name}-${mode}`;
    const serve = `${quote(sinew)} build --state=${state} ${buildOptions.join(' ')} {handler} -o ${program} && exec ${program} --port {port} ${serverOptions.join(' ')}`;
    const checked = await run('node', ['check-all.mjs', '--state', mode, '--serve', serve, ...choice], { cwd: folder, env, timeout: 10 * MINUTES });
    const found = handlerResults(checked.stdout, `handlers-${mode}`);
    return found.length > 0 ? found : [{ id: `handlers-${mode}`, ok: false, detail: checked.stdout + checked.stderr }];
}

export async function handlers(context) {
    const folder = copyOf(path.join(context.cases, 'handlers'), context.scratch);
    const install = await run('npm', ['install', '--silent', '--no-audit', '--no-fund'], { cwd: folder, timeout: 3 * MINUTES });
    const skip = install.status === 0 ? [] : ['--skip', 'npm-limits,npm-mustache'];
    if (skip.length > 0)
        context.note('handlers npm-limits, npm-mustache: npm install did not work');
    return [...(await checkHandlers(context, folder, 'private', skip)),
            ...(await checkHandlers(context, folder, 'kept', ['--only', 'module-state', ...skip]))];
}

function python() {
    return ['python3', '/usr/bin/python3'].find((name) => !name.startsWith('/') || fs.existsSync(name));
}

async function jsonResults(args, file, timeout, toResult) {
    const checked = await run(python(), args, { timeout });
    if (!fs.existsSync(file))
        return [{ id: path.basename(args[0]), ok: false, detail: checked.stdout + checked.stderr }];
    const data = JSON.parse(fs.readFileSync(file, 'utf8'));
    return (data.rows ?? data).map(toResult);
}

export async function malformedRequests({ sinew, cases, scratch, env, buildOptions = [], serverOptions = [] }) {
    const folder = path.join(cases, 'http');
    const program = path.join(scratch, 'echo');
    const built = await run(sinew, ['build', path.join(folder, 'echo-handler.mjs'), '-o', program, ...buildOptions], { timeout: 2 * MINUTES });
    if (built.status !== 0)
        return [{ id: 'http/build', ok: false, detail: built.stderr }];
    const json = path.join(scratch, 'badinputs.json');
    const args = (port) => [path.join(folder, 'badinputs.py'), '--port', String(port), '--echo', '--quiet', '--json', json];
    return withServer(program, (port) => ['--port', String(port), ...serverOptions], (port, output) =>
        jsonResults(args(port), json, 6 * MINUTES, (row) =>
            ({ id: `http/${row.id}`, ok: row.ok, detail: `  ${row.description}\n  got ${row.got}, want ${row.want} ${row.why}\n${output()}` })), { env });
}

export async function hostileHandlers({ sinew, cases, scratch }) {
    const judge = (name, more) => {
        const json = path.join(scratch, `${name}.json`);
        const args = [path.join(cases, 'hostile/run.py'), '--build', `${quote(sinew)} build {file} -o {out}`, '--cmd', '{out} --port {port}', '--quiet', '--json', json, ...more];
        return jsonResults(args, json, 15 * MINUTES,
            (row) => ({ id: `hostile/${row.name}`, ok: row.ok, detail: `  ${row.outcome}; ${row.why.join('; ')}` }));
    };
    const results = await judge('hostile', []);
    // Rows judge latency and memory too, which other work on the machine can spoil: one that fails gets a second chance.
    const failed = results.filter((row) => !row.ok).map((row) => row.id.split('/')[1]);
    if (failed.length === 0 || failed.length > 5)
        return results;
    const again = await judge('hostile-again', ['--only', failed.map((name) => name.slice(0, 2)).join(',')]);
    return results.map((row) => again.find((other) => other.id === row.id) ?? row);
}
