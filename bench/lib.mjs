// What the benchmarks share: running commands with their CPU time, servers with theirs, medians, tables.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const sinew = process.env.SINEW ?? path.join(root, 'build/compiler/sinew');
export const work = fs.mkdtempSync(path.join(os.tmpdir(), 'sinew-bench-'));
process.on('exit', () => fs.rmSync(work, { recursive: true, force: true }));

export const median = (values) => values.slice().sort((a, b) => a - b)[values.length >> 1];
export const geometricMean = (values) => Math.exp(values.reduce((sum, x) => sum + Math.log(x), 0) / values.length);
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Runs to the end; { seconds of CPU, seconds of wall, stdout }.
export function timed(command, args, options = {}) {
  const script = 'TIMEFORMAT="%U %S %R"; time "$@"';
  const result = spawnSync('bash', ['-c', script, 'bash', command, ...args], { encoding: 'utf8', maxBuffer: 1 << 28, timeout: 300_000, ...options });
  const times = result.stderr.trim().split('\n').at(-1).split(' ').map(Number);
  if (result.status !== 0 || times.length !== 3) throw new Error(`${command} ${args.join(' ')} failed: ${result.stderr.slice(0, 500)}`);
  return { cpu: times[0] + times[1], wall: times[2], stdout: result.stdout };
}

export function build(source, name, args = []) {
  const out = path.join(work, name);
  const result = spawnSync(sinew, ['build', source, '-o', out, ...args], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`sinew build ${source}: ${result.stderr}`);
  return out;
}

// Compiles bench/NAME.c; the path of the program.
export function compileC(name, args = []) {
  const out = path.join(work, [name, ...args].join(''));
  const result = spawnSync('cc', ['-O2', path.join(root, 'bench', `${name}.c`), '-o', out, '-lm', ...args], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`cc ${name}.c: ${result.stderr}`);
  return out;
}

export async function freePort() {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

// The full path of a command that the user has installed, or undefined.
export function installed(command) {
  return (process.env.PATH ?? '').split(':').map((folder) => path.join(folder, command)).find((file) => fs.existsSync(file));
}

async function accepts(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => { socket.destroy(); resolve(true); });
    socket.on('error', () => resolve(false));
  });
}

// Starts a server that listens on the port; stop() ends it and its children.
export async function serve(command, args, port) {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore'] });
  for (let i = 0; i < 400 && !(await accepts(port)); i++) await pause(10);
  return {
    pid: child.pid,
    cpu: () => tree(child.pid).reduce((sum, pid) => sum + cpuOf(pid), 0),
    rss: () => tree(child.pid).reduce((sum, pid) => sum + rssOf(pid), 0),
    stop: () => new Promise((resolve) => {
      child.on('exit', resolve);
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 3000).unref();
    }),
  };
}

function tree(pid) {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(tree)];
}
const ticks = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout);
function cpuOf(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}
function rssOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

// Called before a piece of work; what it returns, called after it, gives the share of all processors that was used meanwhile by
// others than the server and the children of this process.
export function processorUse(server) {
  const own = () => server.cpu() + childrenCpu();
  const [busyBefore, allBefore] = machineTimes(), ownBefore = own();
  return () => {
    const [busy, all] = machineTimes();
    return Math.max(0, (busy - busyBefore) / ticks - (own() - ownBefore)) / ((all - allBefore) / ticks);
  };
}
function machineTimes() {
  const times = fs.readFileSync('/proc/stat', 'utf8').split('\n')[0].trim().split(/ +/).slice(1, 9).map(Number);
  const all = times.reduce((sum, x) => sum + x, 0);
  return [all - times[3] - times[4], all];
}
// Of the children that have ended.
function childrenCpu() {
  const fields = fs.readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticks;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

// How busy the machine was with other things: load average before the run, and the spread of a fixed piece of work.
export function noise() {
  const times = [];
  for (let i = 0; i < 9; i++) {
    const start = process.hrtime.bigint();
    for (let k = 0, x = 1; k < 3e6; k++) x = (x * 1103515245 + 12345) % 2147483648;
    times.push(Number(process.hrtime.bigint() - start));
  }
  return `load ${os.loadavg()[0].toFixed(2)} on ${os.cpus().length} cores; a fixed loop varied by ${Math.round((Math.max(...times) / Math.min(...times) - 1) * 100)} %`;
}

// Horizontal bars of the numbers in one column of the rows; rows without a number there are left out.
function barChart(title, rows, column) {
  const width = 760, left = 300, line = 18;
  const bars = rows.map((row) => [row[0].replaceAll('*', ''), Number(String(row[column]).replaceAll('*', ''))])
    .filter(([, value]) => Number.isFinite(value) && value > 0);
  const longest = Math.max(...bars.map(([, value]) => value));
  const parts = [`<text x="10" y="22" font-size="15">${title}</text>`];
  bars.forEach(([name, value], i) => {
    const y = 36 + i * line, length = Math.max(1, (value / longest) * (width - left - 80));
    parts.push(`<text x="${left - 8}" y="${y + 12}" text-anchor="end">${name}</text>`,
      `<rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="${line - 4}" fill="${name.startsWith('sinew') ? '#0a7d4f' : '#5b7fa6'}"/>`,
      `<text x="${(left + length + 5).toFixed(1)}" y="${y + 12}">${value}</text>`);
  });
  const height = 46 + bars.length * line;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="12">` +
    `<rect width="100%" height="100%" fill="white"/>${parts.join('')}</svg>\n`;
}

// Writes bench/results/NAME.md, .json and .svg: `plot` is a picture, or { title, column } for bars of a column of the table.
export function report(name, { title, note, head, rows, plot }) {
  const file = (ending) => path.join(root, 'bench/results', `${name}.${ending}`);
  const picture = typeof plot === 'string' ? plot : barChart(plot.title, rows, plot.column);
  const text = `# ${title}\n\n${note}\n\n![${title}](${name}.svg)\n\n${table(head, rows)}\n`;
  const machine = { processor: os.cpus()[0].model, cores: os.cpus().length, system: `${os.type()} ${os.release()}`, node: process.versions.node };
  fs.mkdirSync(path.dirname(file('md')), { recursive: true });
  fs.writeFileSync(file('md'), text);
  fs.writeFileSync(file('svg'), picture);
  fs.writeFileSync(file('json'), JSON.stringify({ title, note, date: new Date().toISOString(), machine,
    rows: rows.map((row) => Object.fromEntries(head.map((column, i) => [column, row[i]]))) }, null, 1) + '\n');
  console.log(`${text}\nwritten to ${path.relative(process.cwd(), file('md'))}, .json and .svg`);
}
