// Compiled servers under the address and undefined-behaviour sanitizers: the runtime, and the C of the programs (the compiler of
// build-asan/ adds the same checks). Hostile handlers, some of the handed ordinary ones, and malformed requests. What
// they find ends the worker: an answer fails then, or the server says so.
import fs from 'node:fs';
import path from 'node:path';
import { Client, pause, withServer } from '../../tests/server/client.mjs';
import { inParallel, run } from './process.mjs';
import { checkHandlers, malformedRequests } from './servers.mjs';
import { writeEntry } from './soak.mjs';
import { sanitizers } from './unit.mjs';

const SILENT_MS = 20_000;
const ORDINARY = ['async-pipeline', 'binary-protocol', 'html-page', 'json-api', 'module-state', 'text-search'];

// Each is asked once; any end will do.
async function hostile({ root, sinew, cases, scratch, env, buildOptions, serverOptions }) {
    const { entry, targets } = writeEntry(root, cases, scratch);
    const program = path.join(scratch, 'hostile');
    const built = await run(sinew, ['build', '--quiet', entry, '-o', program, ...buildOptions], { timeout: 240_000 });
    if (built.status !== 0)
        return [{ id: 'hostile/build', ok: false, detail: built.stderr }];
    return withServer(program, ['--workers', '1', '--cpu-ms', '400', ...serverOptions], async (server) => {
        const results = await inParallel(2, targets, async (target) => {
            const client = new Client(server.port);
            const status = await Promise.race([client.ask(target), pause(SILENT_MS).then(() => 'none')]);
            client.close();
            return { id: `hostile${target}`, ok: status !== 'none', detail: `no answer within ${SILENT_MS} ms` };
        });
        const found = /^.*(ERROR: |runtime error: )[^]{0,4000}/m.exec(server.stderr);
        return [...results, { id: 'hostile/findings', ok: !found, detail: found?.[0] }];
    }, env);
}

export async function checkedServers(outer) {
    const scratch = path.join(outer.scratch, 'checked');
    fs.mkdirSync(scratch);
    const context = { ...outer, scratch, sinew: path.join(outer.root, 'build-asan/compiler/sinew'), env: sanitizers,
        buildOptions: ['-O0'], serverOptions: ['--stack', '8m', '--wall-ms', '15s', '--hang-ms', '60s'] };
    const results = await hostile(context);
    const has = (name) => fs.existsSync(path.join(outer.cases, name));
    if (has('handlers'))
        results.push(...(await checkHandlers(context, path.join(outer.cases, 'handlers'), 'private', ['--only', ORDINARY.join(',')])));
    if (has('http'))
        results.push(...(await malformedRequests(context)));
    return results.map((result) => ({ ...result, id: `asan/${result.id}` }));
}
