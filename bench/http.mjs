// HTTP throughput over keep-alive: CPU time a request and requests a second, one Sinew worker beside one node process.
//   node bench/http.mjs hello|json [rounds]
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build, compileC, freePort, installed, median, noise, report, root, serve, work } from './lib.mjs';

const what = process.argv[2] ?? 'hello';
const rounds = Number(process.argv[3] ?? 5);
const handlers = path.join(root, 'bench/handlers');
const before = noise();

function wrkScript() {
  const items = Array.from({ length: 30 }, (_, i) => ({ kind: 'k' + (i % 5), price: i * 1.5, count: i % 7 }));
  const file = path.join(work, 'post.lua');
  fs.writeFileSync(file, `wrk.method = "POST"\nwrk.headers["content-type"] = "application/json"\nwrk.body = [[${JSON.stringify({ items })}]]\n`);
  return ['-s', file];
}

function load(port, seconds) {
  const args = ['-t1', '-c50', `-d${seconds}s`, ...(what === 'json' ? wrkScript() : []), `http://127.0.0.1:${port}/`];
  const out = spawnSync('wrk', args, { encoding: 'utf8' }).stdout;
  const errors = [...out.matchAll(/(?:connect|read|write|timeout|responses:) (\d+)/g)].reduce((sum, m) => sum + Number(m[1]), 0);
  return { errors, requests: Number(/(\d+) requests in/.exec(out)[1]), rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(out)[1]) };
}

const binary = build(path.join(handlers, `${what}.mjs`), what);
const floor = compileC('floor'); // what the kernel alone takes for a request: no server that reads and writes once can be below it
const targets = {
  sinew: (port) => [binary, ['--port', String(port), '--workers', '1']],
  'node, web handler': (port) => [process.execPath, [path.join(handlers, 'node-adapter.mjs'), path.join(handlers, `${what}.mjs`), String(port)]],
  ...(what === 'hello' && { 'floor: recv and send alone': (port) => [floor, [String(port)]] }),
  'node, node:http': (port) => [process.execPath, [path.join(handlers, `node-${what}.mjs`), String(port)]],
  ...(installed('bun') && { bun: (port) => ['env', [`PORT=${port}`, 'bun', 'run', path.join(handlers, `${what}.mjs`)]] }),
  ...(installed('deno') && { deno: (port) => ['deno', ['serve', '--port', String(port), path.join(handlers, `${what}.mjs`)]] }),
};
const results = Object.fromEntries(Object.keys(targets).map((name) => [name, { cpu: [], rate: [], errors: 0 }]));
for (let round = 0; round < rounds; round++) {
  for (const [name, command] of Object.entries(targets)) {
    const port = await freePort();
    const server = await serve(...command(port), port);
    load(port, 1); // each server is warm when it is measured
    const start = server.cpu();
    const { requests, rate, errors } = load(port, 3);
    results[name].errors += errors;
    results[name].cpu.push(((server.cpu() - start) / requests) * 1e6);
    results[name].rate.push(rate);
    await server.stop();
  }
}
const base = results.sinew;
const rows = Object.entries(results).map(([name, { cpu, rate, errors }]) => [
  name, median(cpu).toFixed(1), Math.round(median(rate)), name === 'sinew' ? '' : (median(base.cpu) / median(cpu)).toFixed(2),
  name === 'sinew' ? '' : (median(base.rate) / median(rate)).toFixed(2), errors,
]);
report(what, { title: `${what} over keep-alive`, rows, plot: { title: 'CPU microseconds a request', column: 1 },
  note: `wrk, 1 thread, 50 connections, ${rounds} rounds of 3 s in turn after a second of warming up, medians; ${before}.`,
  head: ['server', 'CPU us a request', 'requests a second', "Sinew's CPU over it", "Sinew's rate over it", 'errors'] });
