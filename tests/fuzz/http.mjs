#!/usr/bin/env node
// Mutated HTTP requests against the server in C: it must neither die nor stop answering. Best with a build under
// AddressSanitizer.
//
//   http.mjs ECHO_SERVER [SECONDS] [SEED]
import net from 'node:net';
import { exchange, pause, startServer, statuses } from '../server/client.mjs';

const [program, seconds = '10', seed = String(Date.now() % 1e6)] = process.argv.slice(2);

const wholes = [
    'GET /hello HTTP/1.1\r\nHost: t\r\n\r\n',
    'POST /x HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nT: v\r\n\r\n',
    'POST /hello HTTP/1.1\r\nHost: t\r\nContent-Length: 10\r\n\r\n0123456789',
    'POST /y HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc',
    'GET http://a.b?q HTTP/1.1\r\nHost: t\r\n\r\n',
    'GET /sleep?1 HTTP/1.1\r\nHost: t\r\n\r\n',
    'GET /spin?60000 HTTP/1.1\r\nHost: t\r\n\r\n',
    'HEAD /fiber HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
    'POST /stream?200 HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n',
];
const pieces = ['\r\n', '\n', '\r', '\0', ' ', '\t', '-1', 'ffffffffffffffff', ':', ';', ',', 'chunked', 'Content-Length: 5\r\n',
    'Transfer-Encoding: chunked\r\n', '\xff', 'HTTP/1.1', '*', 'a'.repeat(2000)];

// A small generator, so that a seed repeats a run.
let state = Number(seed) >>> 0 || 1;
const random = (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
};
const pick = (list) => list[random(list.length)];

function mutate(text) {
    const at = random(text.length + 1);
    switch (random(4)) {
        case 0:
            return text.slice(0, at) + pick(pieces) + text.slice(at);
        case 1:
            return text.slice(0, at) + text.slice(at + 1 + random(6));
        case 2:
            return text.slice(0, at) + String.fromCharCode(random(256)) + text.slice(at + 1);
        default:
            return random(4) === 0 ? text.slice(0, at) : text;
    }
}

function input() {
    let text = '';
    for (let i = 1 + random(5); i > 0; i--)
        text += pick(wholes);
    for (let i = pick([0, 0, 1, 1, 2, 4, 8]); i > 0; i--)
        text = mutate(text);
    return text;
}

// Sends in random segments, and leaves by FIN, RST or patience.
function attack(port) {
    return new Promise((resolve) => {
        const text = input();
        const socket = net.connect({ port, host: '127.0.0.1' });
        socket.on('error', () => {});
        socket.resume();
        const size = pick([1, 3, 17, 1000, 100_000]);
        for (let at = 0; at < text.length; at += size)
            socket.write(text.slice(at, at + size), 'latin1');
        if (random(3) === 0)
            socket.end();
        setTimeout(() => {
            if (random(2) || socket.connecting)
                socket.destroy();
            else
                socket.resetAndDestroy();
            resolve();
        }, random(20));
    });
}

const server = await startServer(program, ['--workers', '1', '--header-ms', '300', '--body-ms', '300', '--idle-ms', '400',
    '--write-ms', '500', '--cpu-ms', '50', '--wall-ms', '500'], { ASAN_OPTIONS: 'detect_leaks=0' });
const end = Date.now() + Number(seconds) * 1000;
let count = 0;
const work = async () => {
    for (; Date.now() < end; count++)
        await attack(server.port);
};
await Promise.all(Array.from({ length: 8 }, work));
await pause(200);
const alive = statuses((await exchange(server.port, 'GET /hello HTTP/1.1\r\nHost: t\r\n\r\n')).text)[0] === 200;
const status = await server.stop();
const isGood = alive && status === 0 && !/starting another|ERROR|runtime error/.test(server.stderr);
console.log(isGood ? `${count} inputs, seed ${seed}` : `failed, seed ${seed}\n${server.stderr}`);
process.exitCode = isGood ? 0 : 1;
