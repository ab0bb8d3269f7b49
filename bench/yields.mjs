// What the checks at loop back-edges cost: each kernel with them and without, which the C compiler's text is stripped of.
//   node bench/yields.mjs [name ...]    from bench/kernels and, where present, ../shared/cases/kernels
import fs from 'node:fs';
import path from 'node:path';
import { build, geometricMean, noise, report, root, timed, work } from './lib.mjs';

const rounds = Number(process.env.ROUNDS ?? 5);
const folders = [path.join(root, 'bench/kernels'), path.join(root, '../shared/cases/kernels')].filter((dir) => fs.existsSync(dir));
const wanted = process.argv.slice(2);
const before = noise();

// A C compiler that takes the checks out of what it is given.
const stripping = path.join(work, 'cc-without-checks');
fs.writeFileSync(stripping, `#!/bin/sh
for argument; do
  case $argument in
    *.c) sed -i -e 's/js_unlikely(--fuel == 0)/0/' \\
      -e 's/js_likely([^|]* < l[0-9]*) || js_next_strip(\\([^,]*\\), \\([^&]*\\), &l[0-9]*, &fuel)/\\1 < \\2/' "$argument" ;;
  esac
done
exec gcc "$@"
`, { mode: 0o755 });

const rows = [], ratios = [];
for (const file of folders.flatMap((dir) => fs.readdirSync(dir).filter((f) => f.endsWith('.js')).sort().map((f) => path.join(dir, f)))) {
  const name = path.basename(file, '.js');
  if (wanted.length && !wanted.includes(name)) continue;
  const checked = build(file, name, ['--cc', 'gcc']), plain = build(file, `${name}-plain`, ['--cc', stripping]);
  const times = { checked: [], plain: [] };
  for (let i = 0; i < rounds; i++) {
    times.checked.push(timed(checked, []).cpu);
    times.plain.push(timed(plain, []).cpu);
  }
  const [a, b] = [Math.min(...times.checked), Math.min(...times.plain)];
  ratios.push(a / b);
  rows.push([name, a.toFixed(3), b.toFixed(3), ((a / b - 1) * 100).toFixed(1)]);
  console.error(rows.at(-1).join('  '));
}
rows.push(['**geometric mean**', '', '', `**${((geometricMean(ratios) - 1) * 100).toFixed(1)}**`]);
report('yields', { title: 'Checks at loop back-edges', rows, plot: { title: 'Seconds of CPU with the checks', column: 1 },
  note: `Seconds of CPU of the whole process, least of ${rounds} runs in turn; ${before}.`, head: ['kernel', 'with', 'without', '% more'] });
