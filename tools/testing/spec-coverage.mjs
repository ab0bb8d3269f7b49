// Which built-ins of the specification are missing: asks a program that Sinew has compiled, and this node, for each name of
// tests/conformance/spec-builtins.txt; then which properties of node's globals Sinew has not.
//
//   tools/spec-coverage [--sinew FILE]
//
// Exits 1 when Sinew lacks a built-in of the table.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const { values: options } = parseArgs({ options: { sinew: { type: 'string', default: path.join(root, 'build/compiler/sinew') } } });

const table = fs.readFileSync(path.join(root, 'tests/conformance/spec-builtins.txt'), 'utf8').split('\n')
    .filter((line) => line && !line.startsWith('#')).map((line) => /^(\S+) (\S+): (.*)$/.exec(line))
    .map(([, clause, holder, names]) => ({ clause, holder, names: names.split(' ') }));

// Runs in both engines. Prints a JSON text: the names of the table that are missing, and what each global object holds.
function ask(table) {
    const hidden = {
        '%TypedArray%': Object.getPrototypeOf(Int8Array),
        '%GeneratorFunction%': Object.getPrototypeOf(function* () {}).constructor,
        '%GeneratorPrototype%': Object.getPrototypeOf(function* () {}).prototype,
        '%AsyncGeneratorPrototype%': Object.getPrototypeOf(async function* () {}).prototype,
        '%AsyncIteratorPrototype%': Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype),
    };
    const lookUp = (holder) => holder.split('.').reduce((object, name) => object?.[name], { ...hidden, __proto__: globalThis });
    const keyOf = (name) => (name.startsWith('@@') ? Symbol[name.slice(2)] : name);
    const missing = [];
    for (const { clause, holder, names } of table) {
        const object = lookUp(holder);
        for (const name of names)
            if (!object || keyOf(name) === undefined || !Object.hasOwn(object, keyOf(name)))
                missing.push(`${clause} ${holder}.${name}`);
    }
    const held = {};
    for (const name of Object.getOwnPropertyNames(globalThis)) {
        const value = globalThis[name];
        if ((typeof value !== 'object' && typeof value !== 'function') || value === null || value === globalThis)
            continue;
        held[name] = Object.getOwnPropertyNames(value);
        if (typeof value === 'function' && typeof value.prototype === 'object' && value.prototype)
            held[`${name}.prototype`] = Object.getOwnPropertyNames(value.prototype);
    }
    console.log(JSON.stringify({ missing, held }));
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sinew-coverage-'));
const file = path.join(folder, 'ask.cjs');
fs.writeFileSync(file, `(${ask})(${JSON.stringify(table)});`);
const asked = (command, args) => JSON.parse(execFileSync(command, [...args, file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
const sinew = asked(options.sinew, ['run']), node = asked(process.execPath, []);
fs.rmSync(folder, { recursive: true });

const total = table.reduce((sum, { names }) => sum + names.length, 0);
console.log(`${total - sinew.missing.length} of ${total} built-ins of the specification; node ${process.version}: ${total - node.missing.length}`);
for (const name of sinew.missing)
    console.log(`  missing: ${name}`);

console.log('of node and not here:');
for (const [holder, names] of Object.entries(node.held)) {
    const own = sinew.held[holder];
    if (!own && holder.endsWith('.prototype') && !sinew.held[holder.slice(0, -10)])
        continue; // said already
    const lacking = own ? names.filter((name) => !own.includes(name)) : ['(all of it)'];
    if (lacking.length > 0)
        console.log(`  ${holder}: ${lacking.join(' ')}`);
}
process.exitCode = sinew.missing.length > 0 ? 1 : 0;
