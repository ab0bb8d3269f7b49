// A client that sends exact bytes and reads what comes, and a server under test.
import fs from 'node:fs';
import net from 'node:net';
import { spawn } from 'node:child_process';

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Sends the parts (a number is a pause in ms, null a half-close); resolves to { text, closed } when the server closes, or
// when nothing came for `quiet` ms after as many answers as are wanted, or at the limit.
export function exchange(port, parts, { quiet = 150, limit = 5000, read = true, wanted = 1 } = {}) {
    return new Promise((resolve) => {
        const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
        const chunks = [];
        let timer = null;
        const settle = (closed) => {
            clearTimeout(timer);
            clearTimeout(last);
            socket.destroy();
            resolve({ text: Buffer.concat(chunks).toString('latin1'), closed });
        };
        const last = setTimeout(() => settle(false), limit);
        const restart = () => {
            clearTimeout(timer);
            if (statuses(Buffer.concat(chunks).toString('latin1')).length < wanted)
                return;
            timer = setTimeout(() => settle(false), quiet);
        };
        socket.on('data', (data) => {
            chunks.push(data);
            restart();
        });
        socket.on('end', () => settle(true));
        socket.on('error', () => settle(true));
        if (!read)
            socket.pause();
        socket.on('connect', async () => {
            for (const part of [parts].flat()) {
                if (typeof part === 'number')
                    await pause(part);
                else if (part === null)
                    socket.end();
                else
                    socket.write(part, 'latin1');
            }
        });
    });
}

export const get = (target, fields = '') => `GET ${target} HTTP/1.1\r\nHost: h\r\n${fields}\r\n`;
export const post = (target, fields, content = '') => `POST ${target} HTTP/1.1\r\nHost: h\r\n${fields}\r\n${content}`;

export const statuses = (text) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));

// Starts a server on a free port; `stop` resolves to its exit status.
export async function startServer(program, args = [], env = {}) {
    const child = spawn(program, ['--port', '0', ...args], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const server = { child, pid: child.pid, stdout: '', stderr: '', port: 0 };
    child.stdout.on('data', (data) => (server.stdout += data));
    child.stderr.on('data', (data) => (server.stderr += data));
    server.over = new Promise((resolve) => child.on('close', (status, signal) => resolve(signal ?? status)));
    server.stop = async () => {
        child.kill('SIGTERM');
        const killer = setTimeout(() => child.kill('SIGKILL'), 5000);
        const status = await server.over;
        clearTimeout(killer);
        return status;
    };
    for (let i = 0; i < 500 && !server.port; i++) {
        await pause(10);
        server.port = Number(/listening on http:\/\/[^ ]*:(\d+) /.exec(server.stderr)?.[1] ?? 0);
    }
    if (!server.port) {
        child.kill('SIGKILL');
        throw new Error(`the server did not start: ${server.stderr}`);
    }
    return server;
}

export async function withServer(program, args, use, env) {
    const server = await startServer(program, args, env);
    try {
        return await use(server);
    } finally {
        await server.stop();
    }
}

// The process ids of a server's workers.
export const workersOf = ({ pid }) => fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

// How far an answer has come: the head is kept, of the content only how much there was, and its last bytes.
class Answer {
    head = '';
    received = 0;
    #headBytes = 0;
    #length = null; // null: chunked
    #tail = '';

    add(data) {
        const text = data.toString('latin1');
        this.received += data.length;
        if (this.#headBytes) {
            this.#tail = (this.#tail + text).slice(-5);
            return;
        }
        this.head += text;
        this.#headBytes = this.head.indexOf('\r\n\r\n') + 4;
        if (this.#headBytes < 4) {
            this.#headBytes = 0;
            return;
        }
        this.#tail = this.head.slice(this.#headBytes).slice(-5);
        this.head = this.head.slice(0, this.#headBytes);
        this.#length = /\r\nContent-Length: (\d+)/i.exec(this.head)?.[1] ?? null;
    }

    get isComplete() {
        if (this.#length === null)
            return this.#tail === '0\r\n\r\n';
        return this.received >= this.#headBytes + Number(this.#length);
    }

    get status() {
        return Number(this.head.slice(9, 12));
    }
}

// A client that keeps its connection, and opens another when that was closed. `answer`: to what it asked last.
export class Client {
    constructor(port) {
        this.port = port;
        this.socket = null;
    }

    #connect() {
        const socket = net.connect({ port: this.port, host: '127.0.0.1' }).on('error', () => {});
        return socket.on('close', () => this.#forget(socket));
    }

    #forget(socket) {
        if (this.socket === socket)
            this.socket = null;
    }

    // The answer's status, or 0 when the connection broke before it was complete.
    ask(target) {
        const socket = (this.socket ??= this.#connect());
        const answer = (this.answer = new Answer());
        return new Promise((resolve) => {
            const settle = (status) => {
                socket.off('data', onData).off('close', onClose);
                resolve(status);
            };
            const onClose = () => settle(0);
            const onData = (data) => {
                answer.add(data);
                if (!answer.isComplete)
                    return;
                if (/\r\nConnection: close\r\n/i.test(answer.head))
                    this.#forget(socket);
                settle(answer.status);
            };
            socket.on('data', onData).on('close', onClose);
            socket.write(get(target));
        });
    }

    close() {
        this.socket?.destroy();
        this.socket = null;
    }
}
