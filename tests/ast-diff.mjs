// Compares the AST that `sinew` prints with acorn's, node for node: kinds, ranges, names, operators, values.
//
//     node tests/ast-diff.mjs [--command "build/compiler/sinew build --emit=ast"] [--acorn DIR] FILE...
//
// FILE.mjs is a module; any other file is tried as a module, then as a script. Prints each difference and exits 1 when
// there is one. acorn is a development dependency: `npm install --no-save acorn` first, or give its folder.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const options = { command: 'build/compiler/sinew build --emit=ast', acorn: 'node_modules/acorn' };
const files = [];
for (let i = 2; i < process.argv.length; i++) {
  const argument = process.argv[i];
  if (argument.startsWith('--')) options[argument.slice(2)] = process.argv[++i];
  else files.push(argument);
}
const acorn = createRequire(import.meta.url)(resolve(options.acorn));
const scriptFlag = options['script-flag'] ?? '--script';

function printed(file, isModule) {
  const [program, ...args] = options.command.split(' ');
  if (!isModule) args.push(scriptFlag);
  return JSON.parse(execFileSync(program, [...args, file], { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'pipe'] }));
}

function expected(text, isModule) {
  return acorn.parse(text, {
    ecmaVersion: 'latest', sourceType: isModule ? 'module' : 'script', allowHashBang: true,
    allowReturnOutsideFunction: false,
  });
}

// acorn counts UTF-16 units, sinew bytes.
function byteOffsets(text) {
  const offsets = new Uint32Array(text.length + 1);
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    offsets[i] = bytes;
    const unit = text.charCodeAt(i);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : (unit & 0xFC00) === 0xD800 ? 4 : (unit & 0xFC00) === 0xDC00 ? 0 : 3;
  }
  offsets[text.length] = bytes;
  return offsets;
}

const ignored = new Set(['raw', 'directive', 'start', 'end', 'range', 'loc', 'tail', 'sourceType']);

function* compare(mine, theirs, path, offsets) {
  if (Array.isArray(theirs)) {
    if (!Array.isArray(mine) || mine.length !== theirs.length) {
      yield `${path}: ${Array.isArray(mine) ? mine.length : typeof mine} items, expected ${theirs.length}`;
      return;
    }
    for (let i = 0; i < theirs.length; i++) yield* compare(mine[i], theirs[i], `${path}[${i}]`, offsets);
    return;
  }
  if (typeof theirs === 'bigint' || theirs instanceof RegExp) return;
  if (theirs === null || typeof theirs !== 'object') {
    if (theirs === Infinity && mine === null) return;
    if (mine !== theirs) yield `${path}: ${JSON.stringify(mine)}, expected ${JSON.stringify(theirs)}`;
    return;
  }
  if (mine === null || typeof mine !== 'object') {
    yield `${path}: ${JSON.stringify(mine)}, expected a ${theirs.type}`;
    return;
  }
  if (mine.type !== theirs.type) {
    yield `${path}: a ${mine.type}, expected a ${theirs.type}`;
    return;
  }
  const hasRange = 'start' in mine && 'start' in theirs && theirs.type !== 'Program';
  if (hasRange && (mine.start !== offsets[theirs.start] || mine.end !== offsets[theirs.end]))
    yield `${path} (${mine.type}): bytes ${mine.start}-${mine.end}, expected ${offsets[theirs.start]}-${offsets[theirs.end]}`;
  for (const key of Object.keys(theirs)) {
    if (ignored.has(key)) continue;
    if (key === 'value' && theirs.type === 'Literal' && (theirs.regex || theirs.bigint)) continue;
    if (key === 'bigint') {
      if (BigInt(mine.bigint) !== BigInt(theirs.bigint)) yield `${path}.bigint: ${mine.bigint}`;
      continue;
    }
    if (key === 'expression' && typeof theirs[key] === 'boolean' && theirs.type !== 'ArrowFunctionExpression') continue;
    yield* compare(mine[key], theirs[key], `${path}.${key}`, offsets);
  }
}

let failures = 0;
function report(file, message) {
  failures++;
  console.log(`${file}: ${message}`);
}

for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const modes = file.endsWith('.mjs') ? [true] : file.endsWith('.cjs') ? [false] : [true, false];
  let tree, isModule;
  for (const mode of modes) {
    try {
      tree = expected(text, mode);
      isModule = mode;
      break;
    } catch { /* try the next mode */ }
  }
  if (!tree) continue;
  let mine;
  try {
    mine = printed(file, isModule);
  } catch (error) {
    report(file, `refused: ${String(error.stderr ?? error).split('\n')[0]}`);
    continue;
  }
  const differences = compare(mine, tree, 'program', byteOffsets(text));
  const first = differences.next();
  if (!first.done) report(file, first.value);
}
console.log(`${files.length} files, ${failures} differences`);
process.exitCode = failures ? 1 : 0;
