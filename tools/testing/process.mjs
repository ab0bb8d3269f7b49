// Running other programs from the tests: bounded in time, ended with everything that they started.
// Invariant: nothing that is started here outlives the call that started it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';

const KEPT_OUTPUT = 4 << 20;

// Resolves to { status, signal, stdout, stderr, timedOut }; status is null when a signal ended the program.
export function run(command, args, { cwd, env, timeout = 60_000, input = '', encoding = 'utf8' } = {}) {
    return new Promise((resolve) => {
        const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, detached: true, stdio: 'pipe' });
        const result = { status: null, signal: null, stdout: '', stderr: '', timedOut: false };
        const timer = setTimeout(() => {
            result.timedOut = true;
            killGroup(child);
        }, timeout);
        for (const name of ['stdout', 'stderr']) {
            child[name].setEncoding(encoding);
            child[name].on('data', (text) => {
                if (result[name].length < KEPT_OUTPUT)
                    result[name] += text;
            });
        }
        child.on('error', (error) => {
            clearTimeout(timer);
            resolve({ ...result, status: 127, stderr: String(error.message) });
        });
        child.on('close', (status, signal) => {
            clearTimeout(timer);
            resolve({ ...result, status, signal });
        });
        child.stdin.on('error', () => {}); // The program need not read it.
        child.stdin.end(input);
    });
}

export function killGroup(child, signal = 'SIGKILL') {
    try {
        process.kill(-child.pid, signal);
    } catch (error) {
        if (error.code !== 'ESRCH')
            throw error;
    }
}

// Starts a server and calls `use(port, output, pid)` (output(): the last it has written) when its port accepts; stops it by
// SIGTERM, after 3 s by SIGKILL.
export async function withServer(command, argsFor, use, { wait = 15_000, env } = {}) {
    const port = await freePort();
    const child = spawn(command, argsFor(port), { env: { ...process.env, ...env }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let isOver = false;
    for (const stream of [child.stdout, child.stderr])
        stream.on('data', (data) => (output = (output + data).slice(-4000)));
    const over = new Promise((resolve) => child.on('close', resolve));
    child.on('exit', () => (isOver = true));
    child.on('error', () => (isOver = true));
    try {
        const deadline = Date.now() + wait;
        while (!(await canConnect(port))) {
            if (isOver || Date.now() > deadline)
                throw new Error(`the server did not open port ${port}: ${output}`);
            await pause(20);
        }
        return await use(port, () => output, child.pid);
    } finally {
        if (child.pid) {
            killGroup(child, 'SIGTERM');
            await Promise.race([over, pause(3000)]);
            killGroup(child);
            await over;
        }
    }
}

// Of a process and its children, in bytes.
export function residentBytes(pid) {
    const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
    return children.reduce((sum, child) => sum + residentBytes(child), kilobytes * 1024);
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export function freePort() {
    return new Promise((resolve, reject) => {
        const probe = net.createServer().on('error', reject);
        probe.listen(0, '127.0.0.1', () => {
            const { port } = probe.address();
            probe.close(() => resolve(port));
        });
    });
}

function canConnect(port) {
    return new Promise((resolve) => {
        const socket = net.connect(port, '127.0.0.1');
        socket.on('error', () => resolve(false));
        socket.on('connect', () => {
            socket.destroy();
            resolve(true);
        });
    });
}

// Calls `work` for each item, `width` at once; the results come in the order of the items.
export async function inParallel(width, items, work) {
    const results = new Array(items.length);
    let next = 0;
    const worker = async () => {
        while (next < items.length) {
            const at = next++;
            results[at] = await work(items[at], at);
        }
    };
    await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
    return results;
}
