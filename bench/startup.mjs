// Start to first answer, idle memory, size of the binary: the hello handler beside node, and beside the least that it can be.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { build, compileC, freePort, median, noise, report, root, serve } from './lib.mjs';

const handlers = path.join(root, 'bench/handlers');
const programs = {
  sinew: build(path.join(handlers, 'hello.mjs'), 'hello'),
  'sinew --static': build(path.join(handlers, 'hello.mjs'), 'hello-static', ['--static']),
};
const floors = { 'floor: a child that answers': compileC('floor'), 'the same, linked statically': compileC('floor', ['-static-pie']) };
const before = noise();
const targets = {
  ...Object.fromEntries(Object.entries(programs).map(([name, binary]) => [name, (port) => [binary, ['--port', String(port), '--workers', '1']]])),
  ...Object.fromEntries(Object.entries(floors).map(([name, binary]) => [name, (port) => [binary, [String(port), 'supervised']]])),
  'node, node:http': (port) => [process.execPath, [path.join(handlers, 'node-hello.mjs'), String(port)]],
};

// Milliseconds from the start of the process to the first byte of an answer; a new connection is tried without a pause.
async function firstAnswer(command, args, port) {
  const start = process.hrtime.bigint();
  const child = spawn(command, args, { stdio: 'ignore' });
  for (;;) {
    const got = await new Promise((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: t\r\n\r\n'));
      socket.on('data', () => { socket.destroy(); resolve(true); });
      socket.on('error', () => resolve(false));
    });
    if (got) break;
  }
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  await new Promise((resolve) => { child.on('exit', resolve); child.kill('SIGTERM'); });
  return ms;
}

const STARTS = 15;
const times = Object.fromEntries(Object.keys(targets).map((name) => [name, []]));
for (let i = 0; i < STARTS; i++) {
  for (const [name, command] of Object.entries(targets)) {
    const port = await freePort();
    times[name].push(await firstAnswer(...command(port), port));
  }
}
const rows = [];
for (const [name, command] of Object.entries(targets)) {
  const port = await freePort();
  const server = await serve(...command(port), port);
  const memory = server.rss();
  await server.stop();
  const size = fs.statSync(programs[name] ?? floors[name] ?? process.execPath).size;
  rows.push([name, median(times[name]).toFixed(1), Math.min(...times[name]).toFixed(1), memory.toFixed(1), (size / 1e6).toFixed(1)]);
}
report('startup', { title: 'Start, memory, size', rows, plot: { title: 'Milliseconds from start to first answer', column: 1 },
  note: `Hello handler, one worker, medians of ${STARTS} starts in turn; ${before}. Memory is resident, of all processes of the server, idle.`,
  head: ['server', 'ms to first answer', 'least', 'MB resident', 'MB binary'] });
