// Compares the AST that `sinew` prints with acorn's, node for node: kinds, ranges, names, operators, values.
//
//     node tests/ast-diff.mjs [--command "build/compiler/sinew build --emit=ast"] [--acorn DIR] FILE|FOLDER...
//     node tests/ast-diff.mjs --packages DIR
//
// A folder stands for the .js, .mjs and .cjs files below it that have at most 2 MB. `--packages` installs acorn and the
// npm packages listed here into DIR, once, and compares all of their files.
//
// FILE.mjs is a module and FILE.cjs a CommonJS module; any other file is what acorn takes first: a module, a script, a
// CommonJS module. Prints each difference and exits 1 when there is one. acorn is a development dependency:
// `npm install --no-save acorn` first, or give its folder.
import { isUtf8 } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const packages = ['semver', 'ms', 'bytes', 'cookie', 'qs', 'path-to-regexp', 'mustache', 'marked', 'lodash', 'date-fns',
  'dayjs', 'uuid', 'nanoid', 'zod', 'itty-router', 'immutable', 'js-yaml', 'acorn', 'hono'];
const sourceName = /\.[cm]?js$/;
const sizeLimit = 2 << 20;

const options = { command: 'build/compiler/sinew build --emit=ast', 'script-flag': '--script' };
const paths = [];
for (let i = 2; i < process.argv.length; i++) {
  const argument = process.argv[i];
  if (argument.startsWith('--')) options[argument.slice(2)] = process.argv[++i];
  else paths.push(argument);
}

function installPackages(folder) {
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) {
    const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
    execFileSync('npm', ['install', ...flags, ...packages], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  options.acorn ??= join(modules, 'acorn');
  paths.push(modules);
}

function* filesOf(path) {
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path, { recursive: true }).sort()) {
    const file = join(path, name);
    if (!sourceName.test(name)) continue;
    const stat = statSync(file);
    if (stat.isFile() && stat.size <= sizeLimit) yield file;
  }
}

if (options.packages) installPackages(options.packages);
const acorn = createRequire(import.meta.url)(resolve(options.acorn ?? 'node_modules/acorn'));

const modes = {
  module: { acorn: { sourceType: 'module' }, flags: [] },
  script: { acorn: { sourceType: 'script' }, flags: [options['script-flag']] },
  commonjs: { acorn: { sourceType: 'script', allowReturnOutsideFunction: true }, flags: [] },
};

function modesOf(file) {
  if (file.endsWith('.mjs')) return [modes.module];
  return file.endsWith('.cjs') ? [modes.commonjs] : Object.values(modes);
}

function printed(file, mode) {
  const [program, ...args] = options.command.split(' ');
  const streams = { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'pipe'] };
  return JSON.parse(execFileSync(program, [...args, ...mode.flags, file], streams));
}

function expected(text, mode) {
  return acorn.parse(text, { ecmaVersion: 'latest', allowHashBang: true, ...mode.acorn });
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

/* Whether the file is UTF-8 and acorn takes it: only then is there something to compare. */
function check(file) {
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) return false;
  const text = bytes.toString();
  let tree, mode;
  for (mode of modesOf(file)) {
    try {
      tree = expected(text, mode);
      break;
    } catch { /* try the next mode */ }
  }
  if (!tree) return false;
  let mine;
  try {
    mine = printed(file, mode);
  } catch (error) {
    report(file, `refused: ${String(error.stderr || error).split('\n')[0]}`);
    return true;
  }
  const first = compare(mine, tree, 'program', byteOffsets(text)).next();
  if (!first.done) report(file, first.value);
  return true;
}

let compared = 0, refused = 0;
for (const path of paths) {
  for (const file of filesOf(path)) {
    if (check(file)) compared++;
    else refused++;
  }
}
console.log(`${compared} files compared, ${refused} not valid, ${failures} differences`);
process.exitCode = failures ? 1 : 0;
