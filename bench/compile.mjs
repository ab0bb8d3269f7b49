// Compile time of the hello handler, without any cache, with tcc and with gcc -O2.
import path from 'node:path';
import { median, noise, report, root, sinew, table, timed, work } from './lib.mjs';

const before = noise();
const source = path.join(root, 'bench/handlers/hello.mjs');
const rows = [];
for (const args of [['--cc', 'tcc'], ['--cc', 'gcc', '-O1'], ['--cc', 'gcc', '-O2']]) {
  const walls = [];
  for (let i = 0; i < 5; i++) {
    const env = { ...process.env, SINEW_CACHE: path.join(work, `cache-${args.join('')}-${i}`) };
    walls.push(timed(sinew, ['build', source, '-o', path.join(work, 'out'), ...args], { env }).wall);
  }
  rows.push([args.filter((a) => a !== '--cc').join(' '), (median(walls) * 1e3).toFixed(0)]);
}
report('compile', `# Compile time\n\n\`sinew build\` of the hello handler, empty cache, medians of 5; ${before}.\n\n${table(['C compiler', 'ms'], rows)}`);
