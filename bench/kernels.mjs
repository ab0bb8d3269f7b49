// CPU kernels: whole-process CPU time of the compiled program over node's, same source.
//   node bench/kernels.mjs [name ...]    from bench/kernels and, where present, ../shared/cases/kernels
import fs from 'node:fs';
import path from 'node:path';
import { build, geometricMean, median, noise, report, root, timed } from './lib.mjs';

const rounds = Number(process.env.ROUNDS ?? 5);
const folders = [path.join(root, 'bench/kernels'), path.join(root, '../shared/cases/kernels')].filter((dir) => fs.existsSync(dir));
const wanted = process.argv.slice(2);
const before = noise();
const rows = [], ratios = [];
for (const file of folders.flatMap((dir) => fs.readdirSync(dir).filter((f) => f.endsWith('.js')).sort().map((f) => path.join(dir, f)))) {
  const name = path.basename(file, '.js');
  if (wanted.length && !wanted.includes(name)) continue;
  try {
    const binary = build(file, name);
    const mine = [], theirs = [];
    for (let i = 0; i < rounds; i++) {
      const a = timed(binary, []), b = timed(process.execPath, [file]);
      if (a.stdout !== b.stdout) throw new Error(`prints ${JSON.stringify(a.stdout.slice(0, 80))}, node ${JSON.stringify(b.stdout.slice(0, 80))}`);
      mine.push(a.cpu);
      theirs.push(b.cpu);
    }
    const ratio = median(mine) / median(theirs);
    ratios.push(ratio);
    rows.push([name, median(mine).toFixed(2), median(theirs).toFixed(2), ratio.toFixed(2)]);
  } catch (error) {
    rows.push([name, 'failed', '', String(error.message).split('\n')[0].slice(0, 100)]);
  }
  console.error(rows.at(-1).join('  '));
}
rows.push(['**geometric mean**', '', '', `**${geometricMean(ratios).toFixed(2)}**`]);
report('kernels', { title: 'CPU kernels', rows, plot: { title: 'CPU time, node = 1', column: 3 },
  note: `Seconds of CPU of the whole process, medians of ${rounds} runs in turn; ${before}.`,
  head: ['kernel', 'sinew', `node ${process.versions.node}`, 'ratio'] });
