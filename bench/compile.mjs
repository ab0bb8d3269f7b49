// Compile time without any cache: the hello handler, and a bundle of a megabyte that npm brings into a temporary folder.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { median, noise, report, root, sinew, timed, work } from './lib.mjs';

const before = noise();
const rows = [];

// Seconds of wall clock and megabytes of the largest process, the C compiler's included.
function compile(source, args, name) {
  const env = { ...process.env, SINEW_CACHE: path.join(work, `cache-${name}`) };
  const script = `${sinew} build ${source} -o ${path.join(work, 'out')} ${args.join(' ')}`;
  const measure = `import resource, subprocess, sys, time
begin = time.monotonic()
subprocess.run(sys.argv[1], shell=True, check=True, stdout=subprocess.DEVNULL)
print(time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)`;
  const [wall, memory] = timed('python3', ['-c', measure, script], { env, timeout: 1_800_000 }).stdout.split(' ').map(Number);
  return { wall, memory };
}

const hello = path.join(root, 'bench/handlers/hello.mjs');
for (const args of [['--cc', 'tcc'], ['--cc', 'gcc', '-O1'], ['--cc', 'gcc', '-O2']]) {
  const runs = Array.from({ length: 5 }, (_, i) => compile(hello, args, `${args.join('')}-${i}`));
  rows.push([`hello, ${args.slice(1).join(' ')}`, (median(runs.map((r) => r.wall)) * 1e3).toFixed(0), median(runs.map((r) => r.memory)).toFixed(0)]);
}

// acorn, lodash and date-fns, all that they export.
function bringBundle() {
  const folder = path.join(work, 'bundle');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const packages = ['acorn@8.14.0', 'lodash@4.17.21', 'date-fns@2.30.0'];
  const npm = spawnSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd: folder });
  if (npm.status !== 0) return undefined;
  const entry = path.join(folder, 'entry.mjs');
  fs.writeFileSync(entry, `import * as acorn from 'acorn';
import _ from 'lodash';
import * as dates from 'date-fns';
const tree = acorn.parse('const answer = [1, 2, 3].map((x) => x * 2);', { ecmaVersion: 'latest' });
console.log(tree.body[0].type, _.groupBy(['one', 'two'], 'length'), dates.formatISO(dates.addDays(new Date(2026, 0, 30), 3)));
`);
  return entry;
}
const bundle = bringBundle();
for (const args of bundle ? [['--cc', 'tcc'], ['--cc', 'gcc', '-O1'], ['--cc', 'gcc', '-O2']] : []) {
  const { wall, memory } = compile(bundle, args, `bundle-${args.join('')}`);
  rows.push([`bundle of 1 MB, ${args.slice(1).join(' ')}`, (wall * 1e3).toFixed(0), memory.toFixed(0)]);
  console.error(rows.at(-1).join('  '));
}
if (!bundle) console.error('bench/compile: npm did not bring the packages; the bundle is left out');
report('compile', { title: 'Compile time', rows, plot: { title: 'Milliseconds', column: 1 },
  note: `\`sinew build\` with an empty cache: the hello handler (medians of 5), and acorn, lodash and date-fns together; ${before}. Memory is that of the largest process.`,
  head: ['what', 'ms', 'MB'] });
