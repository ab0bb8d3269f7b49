// The p99 of light requests beside heavy ones, open loop: Sinew against node, node with two worker threads, node cluster.
//   node bench/isolation.mjs [--seconds S] [--rate R] [--kinds loop,sort,regexp,json] [--repeat N] [--quick]
// The heavy request is sized so that it takes 16.8 ms (genuine) or 1 ms (fast) in V8 on this machine; the total load is the
// same for all servers, and is lowered for a mix, which then lasts longer, where it would keep one thread of Sinew's busy for
// more than half of the time. Servers that serve by one thread have a processor for themselves, and the generator another one, which
// it polls; the others have all processors, which the generator shares where there are but two. With --repeat each row is the
// quietest of N runs: the one in which the generator itself was least late. Writes bench/results/isolation.md and isolation.svg.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build, compileC, freePort, noise, processorUse, report, root, serve, work } from './lib.mjs';

const { values: options } = parseArgs({ options: {
  seconds: { type: 'string', default: '10' }, rate: { type: 'string', default: '120' }, repeat: { type: 'string', default: '1' },
  kinds: { type: 'string', default: 'loop,sort,regexp,json' }, quick: { type: 'boolean', default: false },
} });
const seconds = options.quick ? 3 : Number(options.seconds);
const handlers = path.join(root, 'bench/handlers');
const handler = path.join(handlers, 'isolation.mjs');
const load = compileC('load');
const before = noise();
const binary = build(handler, 'isolation');

// How much work makes `ms` milliseconds in V8, warm.
const { default: inProcess } = await import(pathToFileURL(handler).href);
// By CPU time, since other work on the machine may stretch the other kind.
function sizeFor(kind, ms) {
  const once = (n) => {
    const start = process.cpuUsage();
    inProcess.fetch(new Request(`http://t/heavy?kind=${kind}&n=${n}`));
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e3;
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
  sinew: { threads: 1, command: (port) => [binary, '--port', port, '--workers', '1'] },
  node: { threads: 1, command: (port) => [process.execPath, path.join(handlers, 'node-adapter.mjs'), handler, port] },
  'node, 2 threads': { threads: 2, command: (port) => [process.execPath, path.join(handlers, 'node-threads.mjs'), handler, port] },
  'node cluster': { threads: 2, command: (port) => [process.execPath, path.join(handlers, 'node-cluster.mjs'), handler, port] },
  'sinew, all cores': { threads: 2, command: (port) => [binary, '--port', port] },
};

// Which processors the server has, and which one the generator polls: none where it must share.
const processors = os.availableParallelism();
const ownsProcessor = ({ threads }) => processors > Math.max(2, threads) || (processors === 2 && threads === 1);
const placed = (server, words) => (ownsProcessor(server) ? ['taskset', '-c', `1-${processors - 1}`, ...words] : words);
const generatorArgs = (server) => (ownsProcessor(server) ? ['--busy', '0'] : []);

const fullRate = Number(options.rate);

// Requests a second at which the heavy ones keep a thread of Sinew's busy for half of the time, fullRate at most.
async function sustainableRate(share, heavyPath) {
  if (share === 0) return fullRate;
  const port = String(await freePort());
  const server = await serve(binary, ['--port', port, '--workers', '1'], port);
  const ask = async (count) => { for (let i = 0; i < count; i++) await (await fetch(`http://127.0.0.1:${port}${heavyPath}`)).text(); };
  await ask(10);
  const cpuBefore = server.cpu();
  await ask(20);
  const cpu = (server.cpu() - cpuBefore) / 20;
  await server.stop();
  return Math.min(fullRate, Math.round(0.5 / (share * cpu)));
}

// One run on a fresh server: what the generator saw, and how much the rest of the machine did meanwhile.
async function measure(server, { share, heavyPath, rate }) {
  const port = String(await freePort());
  const [command, ...args] = placed(server, server.command(port));
  const running = await serve(command, args, port);
  const run = (duration, seed) => JSON.parse(spawnSync(load, ['--port', port, '--rate', String(rate), '--seconds', String(duration),
    '--heavy', String(share), '--seed', String(seed), '--heavy-path', heavyPath, ...generatorArgs(server)], { encoding: 'utf8' }).stdout);
  run(1.5, 7);
  const others = processorUse(running);
  const result = run((seconds * fullRate) / rate, 42);
  const othersShare = others();
  await running.stop();
  return { ...result, others: othersShare };
}

async function quietest(server, mix) {
  let best = null;
  for (let i = 0; i < Number(options.repeat); i++) {
    const result = await measure(server, mix);
    if (!best || result.lateness.p99 < best.lateness.p99) best = result;
  }
  return best;
}

const kinds = options.kinds.split(',');
const mixes = [['pure light', 0, 'loop', 1], ['5 % fast', 0.05, 'loop', 1]];
for (const kind of kinds) mixes.push([`5 % ${kind}`, 0.05, kind, 16.8], [`20 % ${kind}`, 0.2, kind, 16.8]);

const rows = [], bars = [];
const shown = (x) => x.toFixed(x < 10 ? 2 : 1);
for (const [mix, share, kind, ms] of mixes) {
  const heavyPath = `/heavy?kind=${kind}&n=${sizeFor(kind, ms)}`;
  const rate = await sustainableRate(share, heavyPath);
  for (const [name, server] of Object.entries(servers)) {
    const { light, heavy, lateness, errors, unanswered, others } = await quietest(server, { share, heavyPath, rate });
    rows.push([mix, name, rate, shown(light.p50), shown(light.p99), shown(light.p999), heavy.count ? shown(heavy.p50) : '',
      shown(lateness.p50), shown(lateness.p99), `${Math.round(others * 100)} %`, errors + unanswered]);
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
report('isolation', { title: 'Light requests beside heavy ones', plot: plot(), rows, note: `Open loop, ${Math.round(fullRate * seconds)} requests a row at so many a second as \`rate\` says, Poisson arrivals of one seed, latency in ms from the ` +
  `intended send time; heavy requests take 16.8 ms in V8 (fast: 1 ms). One worker or process where nothing else is said. ${before}. ` +
  (Number(options.repeat) > 1 ? `Each row is the quietest of ${options.repeat} runs. ` : '') +
  'How quiet the machine was: the generator\'s own lateness, and the share of all processors that other programs and the kernel used.',
  head: ['mix', 'server', 'rate', 'light p50', 'light p99', 'light p99.9', 'heavy p50', 'lateness p50', 'lateness p99', 'others', 'errors'] });
