// 16.2.1.5: who imports one module of a cycle waits for the first one of it, and has its error.
import './fixtures/cycles/root.mjs';
import './fixtures/cycles/importer.mjs';
import { log } from './fixtures/cycles/log.mjs';
console.log(log.join(', '));
const errors = [];
for (const start of [() => import('./fixtures/cycles/failing.mjs'), () => import('./fixtures/cycles/fine.mjs'),
    () => import('./fixtures/cycles/thrower.mjs'), () => import('./fixtures/cycles/thrown_over.mjs')])
    await start().catch((error) => errors.push(error));
console.log(errors.map((error) => error.message).join(', '), errors[0] === errors[1], errors[2] === errors[3]);
