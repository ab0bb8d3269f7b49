// The p99 of light requests beside heavy ones, open loop: Sinew against node, node with two worker threads, node cluster.
//   node bench/isolation.mjs [--seconds S] [--rate R] [--kinds loop,sort,regexp,json] [--quick]
// The heavy request is sized so that it takes 16.8 ms (genuine) or 1 ms (fast) in V8 on this machine; the total load is the
// same for all servers. Writes bench/results/isolation.md and isolation.svg.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build, freePort, noise, report, root, serve, table, work } from './lib.mjs';

const { values: options } = parseArgs({ options: {
  seconds: { type: 'string', default: '10' }, rate: { type: 'string', default: '120' },
  kinds: { type: 'string', default: 'loop,sort,regexp,json' }, quick: { type: 'boolean', default: false },
} });
const seconds = options.quick ? 3 : Number(options.seconds);
const handlers = path.join(root, 'bench/handlers');
const handler = path.join(handlers, 'isolation.mjs');
const load = path.join(work, 'load');
if (spawnSync('cc', ['-O2', path.join(root, 'bench/load.c'), '-o', load, '-lm'], { stdio: 'inherit' }).status !== 0) process.exit(1);
const before = noise();
const binary = build(handler, 'isolation');

// How much work makes `ms` milliseconds in V8, warm.
const { default: inProcess } = await import(pathToFileURL(handler).href);
function sizeFor(kind, ms) {
  const once = (n) => {
    const start = process.hrtime.bigint();
    inProcess.fetch(new Request(`http://t/heavy?kind=${kind}&n=${n}`));
    return Number(process.hrtime.bigint() - start) / 1e6;
  };
  for (let i = 0; i < 30; i++) once(200);
  let n = 200;
  for (let i = 0; i < 8; i++) {
    const times = [once(n), once(n), once(n), once(n), once(n)].sort((a, b) => a - b);
    n = Math.max(1, Math.round((n * ms) / times[2]));
  }
  return n;
}

const servers = {
  sinew: (port) => [binary, ['--port', String(port), '--workers', '1']],
  node: (port) => [process.execPath, [path.join(handlers, 'node-adapter.mjs'), handler, String(port)]],
  'node, 2 threads': (port) => [process.execPath, [path.join(handlers, 'node-threads.mjs'), handler, String(port)]],
  'node cluster': (port) => [process.execPath, [path.join(handlers, 'node-cluster.mjs'), handler, String(port)]],
  'sinew, all cores': (port) => [binary, ['--port', String(port)]],
};
const kinds = options.kinds.split(',');
const mixes = [['pure light', 0, 'loop', 1], ['5 % fast', 0.05, 'loop', 1]];
for (const kind of kinds) mixes.push([`5 % ${kind}`, 0.05, kind, 16.8], [`20 % ${kind}`, 0.2, kind, 16.8]);

const rows = [], bars = [];
for (const [mix, share, kind, ms] of mixes) {
  const n = sizeFor(kind, ms);
  for (const [name, command] of Object.entries(servers)) {
    const port = await freePort();
    const server = await serve(...command(port), port);
    const run = (duration, seed) => JSON.parse(spawnSync(load, ['--port', String(port), '--rate', options.rate, '--seconds', String(duration),
      '--heavy', String(share), '--seed', String(seed), '--heavy-path', `/heavy?kind=${kind}&n=${n}`], { encoding: 'utf8' }).stdout);
    run(1.5, 7);
    const { light, heavy, lateness, errors, unanswered } = run(seconds, 42);
    await server.stop();
    const f = (x) => x.toFixed(x < 10 ? 2 : 1);
    rows.push([mix, name, f(light.p50), f(light.p99), f(light.p999), heavy.count ? f(heavy.p50) : '', f(lateness.p99), errors + unanswered]);
    bars.push({ mix, name, p99: light.p99 });
    console.error(rows.at(-1).join('  '));
  }
}

// Horizontal bars on a logarithmic scale, grouped by mix.
function plot() {
  const width = 900, left = 260, height = 16, scale = (ms) => Math.max(1, ((Math.log10(ms) + 1.3) / 5) * (width - left - 90));
  const colours = ['#0a7d4f', '#b3402a', '#d98b2b', '#7a5fb0', '#4fb38a'];
  const names = Object.keys(servers);
  let y = 40;
  const parts = [`<text x="10" y="22" font-size="15">99th percentile of light requests, ms (logarithmic)</text>`];
  for (const mix of mixes.map(([name]) => name)) {
    parts.push(`<text x="10" y="${y + 12}" font-weight="bold">${mix}</text>`);
    for (const bar of bars.filter((b) => b.mix === mix)) {
      parts.push(`<text x="${left - 8}" y="${y + 12}" text-anchor="end">${bar.name}</text>`,
        `<rect x="${left}" y="${y}" width="${scale(bar.p99).toFixed(1)}" height="${height - 3}" fill="${colours[names.indexOf(bar.name)]}"/>`,
        `<text x="${(left + scale(bar.p99) + 5).toFixed(1)}" y="${y + 12}">${bar.p99.toFixed(2)}</text>`);
      y += height;
    }
    y += 10;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>${parts.join('')}</svg>\n`;
}
fs.mkdirSync(path.join(root, 'bench/results'), { recursive: true });
fs.writeFileSync(path.join(root, 'bench/results/isolation.svg'), plot());
report('isolation', `# Light requests beside heavy ones\n\nOpen loop, ${options.rate} requests a second for ${seconds} s, Poisson arrivals of one seed, latency in ms from the ` +
  `intended send time; heavy requests take 16.8 ms in V8 (fast: 1 ms). One worker or process where nothing else is said. ${before}. ` +
  `The generator's own lateness says how quiet the machine was.\n\n![p99 of light requests](isolation.svg)\n\n` +
  table(['mix', 'server', 'light p50', 'light p99', 'light p99.9', 'heavy p50', 'lateness p99', 'errors'], rows));
