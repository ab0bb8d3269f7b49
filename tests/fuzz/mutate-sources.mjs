// Truncates and mutates JavaScript sources and gives each result to the compiler's front end: it must answer with exit
// status 0 or 1, in time, whatever the text is.
//
//     node tests/fuzz/mutate-sources.mjs [--command "build/compiler/sinew check"] [--count N] [--seed S] FILE...
//
// The same seed gives the same texts. A text that crashes or hangs the compiler is kept in the temporary folder and named.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';

const options = { command: 'build/compiler/sinew check', count: '20', seed: '1' };
const files = [];
for (let i = 2; i < process.argv.length; i++) {
  const argument = process.argv[i];
  if (argument.startsWith('--')) options[argument.slice(2)] = process.argv[++i];
  else files.push(argument);
}

let state = Number(options.seed) >>> 0 || 1;
function random(limit) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % limit;
}

const pieces = [
  '(', ')', '[', ']', '{', '}', '`', '${', '"', "'", '/', '//', '/*', '*/', '<!--', '-->', '=>', '...', '?.', '??', '**', '#x',
  '\\u{41}', '\\u', '\r', '\u2028', '\u200b', '\0', ';', ',', ':', '=', '++', '@', 'async ', 'await ', 'yield ', 'let ', 'using ',
  'function* ', 'class ', 'static ', 'get ', 'export default ', 'import ', 'with(', 'for(', 'of ', 'in ', 'new.target', 'super',
  '0b', '1_', '08n', 'label: ', 'case 1:', 'default:', 'return ', 'extends ', '#!', '\ud800',
];

const mutations = [
  (text) => text.slice(0, random(text.length + 1)),
  (text) => text.slice(random(text.length + 1)),
  (text) => {
    const at = random(text.length + 1);
    return text.slice(0, at) + pieces[random(pieces.length)] + text.slice(at);
  },
  (text) => {
    const at = random(text.length + 1);
    return text.slice(0, at) + text.slice(at + 1 + random(8));
  },
  (text) => {
    const from = random(text.length + 1), to = random(text.length + 1), length = random(40);
    return text.slice(0, to) + text.slice(from, from + length) + text.slice(to);
  },
  (text) => {
    const at = random(text.length + 1);
    return text.slice(0, at) + String.fromCharCode(random(0x100)) + text.slice(at + 1);
  },
];

function mutate(text) {
  const rounds = 1 + random(4);
  for (let i = 0; i < rounds; i++) text = mutations[random(mutations.length)](text);
  return text;
}

const folder = mkdtempSync(join(tmpdir(), 'sinew-mutate-'));
const [program, ...args] = options.command.split(' ');
let runs = 0, failures = 0;
for (const file of files) {
  const source = readFileSync(file, 'utf8');
  for (let i = 0; i < Number(options.count); i++) {
    const path = join(folder, `${runs++}-${basename(file, extname(file))}${extname(file)}`);
    writeFileSync(path, mutate(source));
    const result = spawnSync(program, [...args, path], { timeout: 20000, encoding: 'utf8', maxBuffer: 1 << 26 });
    if (result.status === 0 || result.status === 1) {
      rmSync(path);
      continue;
    }
    failures++;
    console.log(`${path}: ${result.signal ?? `status ${result.status}`}\n${(result.stderr ?? '').slice(0, 2000)}`);
  }
}
if (!failures) rmSync(folder, { recursive: true });
console.log(`${runs} texts, ${failures} failures`);
process.exitCode = failures ? 1 : 0;
