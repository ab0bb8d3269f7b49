#!/usr/bin/env node
// The HTTP layer and the scheduler below JavaScript, driven over sockets: echo.c is the server.
//
//   http.test.mjs ECHO_SERVER [NAME]     runs the tests whose name contains NAME; ends with `N passed, N failed`
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execFileSync, spawnSync } from 'node:child_process';
import { exchange, get, pause, post, startServer, statuses, withServer } from './client.mjs';
import { runTests, test } from './suite.mjs';

const [program, only] = process.argv.slice(2);
const one = ['--workers', '1'];
const after = get('/after', 'Connection: close\r\n');

// Raw requests: what is sent, the statuses that must come, and whether the connection ends by itself.
const rawRows = [
    ['answers and keeps the connection', get('/hello'), [200], false],
    ['closes when asked to', get('/hello', 'Connection: close\r\n'), [200], true],
    ['answers pipelined requests in order', get('/1') + get('/spin?5') + get('/hello') + after, [200, 200, 200, 200], true],
    ['answers a hundred pipelined requests', get('/hello').repeat(99) + after, Array(100).fill(200), true],
    ['reads a request that comes in bytes', [...get('/hello')], [200], false],
    ['skips an empty line before a request', `\r\n${get('/hello')}`, [200], false],
    ['skips two empty lines before a request', `\r\n\r\n${get('/hello')}`, [200], false],
    ['skips two empty lines that come in bytes', [...`\r\n\r\n`].flatMap((byte) => [byte, 20]).concat(get('/hello')), [200], false],
    ['skips two empty lines between requests', `${get('/hello')}\r\n\r\n${after}`, [200, 200], true],
    ['refuses more empty lines than it skips', `${'\r\n'.repeat(5)}${get('/hello')}`, [400], true],
    ['refuses as many that come in bytes', [...'\r\n'.repeat(5)].flatMap((byte) => [byte, 20]).concat(get('/hello')), [400], true],
    ['reads content by its length', post('/x', 'Content-Length: 5\r\n', `hello${after}`), [200, 200], true],
    ['reads chunked content', post('/x', 'Transfer-Encoding: chunked\r\n', `3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nT: v\r\n\r\n${after}`), [200, 200], true],
    ['skips content that nobody reads', post('/hello', 'Content-Length: 5\r\n', `hello${after}`), [200, 200], true],
    ['asks for content that waits for that', [post('/x', 'Content-Length: 2\r\nExpect: 100-continue\r\n'), 60, 'hi'], [100, 200], false],
    ['does not ask for content that nobody reads', post('/hello', 'Content-Length: 2\r\nExpect: 100-continue\r\n'), [200], true],
    ['does not ask twice for content that came', post('/x', 'Content-Length: 2\r\nExpect: 100-continue\r\n', 'hi'), [200], false],
    ['answers after a half-close', [get('/sleep?50'), null], [200], true],
    ['refuses content cut short by a half-close', [post('/x', 'Content-Length: 5\r\n', 'he'), null], [400], true],
    ['refuses a bad request after a good one', `${get('/hello')}BAD\r\n\r\n`, [200, 400], true],
    ['refuses a bad chunk', post('/x', 'Transfer-Encoding: chunked\r\n', '3\r\nabcX\r\n'), [400], true],
    ['does not answer what follows a refusal', `GET / HTTP/1.1\r\n\r\n${get('/hello')}`, [400], true],
    ['does not answer what follows the last request', get('/hello', 'Connection: close\r\n') + get('/hello'), [200], true],
    ['keeps a 1.0 connection that asks for it', 'GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', [200], false],
    ['closes a 1.0 connection', 'GET /hello HTTP/1.0\r\n\r\n', [200], true],
];

for (const [name, parts, expected, closes] of rawRows)
    test(name, () =>
        withServer(program, one, async ({ port }) => {
            const { text, closed } = await exchange(port, parts, { wanted: expected.length });
            assert.deepEqual(statuses(text), expected, text);
            assert.equal(closed, closes, closes ? 'the connection stayed open' : 'the connection was closed');
        }));

test('HEAD gets the length and no content', () =>
    withServer(program, one, async ({ port }) => {
        const { text } = await exchange(port, `HEAD /hello HTTP/1.1\r\nHost: h\r\n\r\n`);
        assert.match(text, /\r\nContent-Length: 13\r\n/);
        assert.ok(text.endsWith('\r\n\r\n'));
    }));

test('a streamed answer is chunked, and whole', () =>
    withServer(program, one, async ({ port }) => {
        const { text } = await exchange(port, get('/stream?3'));
        assert.match(text, /\r\nTransfer-Encoding: chunked\r\n/);
        assert.ok(text.endsWith(`${`3e8\r\n${'x'.repeat(1000)}\r\n`.repeat(3)}0\r\n\r\n`));
        const old = await exchange(port, 'GET /stream?3 HTTP/1.0\r\n\r\n');
        assert.ok(old.closed && old.text.endsWith(`\r\n\r\n${'x'.repeat(3000)}`));
    }));

test('a client that does not read holds up itself alone', () =>
    withServer(program, one, async ({ port, pid }) => {
        const slow = exchange(port, get('/stream?200000'), { read: false, limit: 1500 });
        await pause(700);
        const worker = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).trim();
        const memory = Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${worker}/status`, 'utf8'))[1]);
        assert.ok(memory < 200_000, `${memory} kB`);
        assert.deepEqual(statuses((await exchange(port, get('/hello'))).text), [200]);
        await slow;
    }));

test('an endless loop is killed, and does not hold up others', () =>
    withServer(program, [...one, '--cpu-ms', '600'], async ({ port }) => {
        const heavy = exchange(port, get('/spin?60000'), { quiet: 3000 });
        await pause(50);
        const times = [];
        for (let i = 0; i < 40; i++) {
            const start = performance.now();
            const socket = await exchange(port, get('/fiber', 'Connection: close\r\n'));
            times.push(performance.now() - start);
            assert.deepEqual(statuses(socket.text), [200]);
        }
        times.sort((a, b) => a - b);
        assert.ok(times[20] < 50, `median ${times[20]} ms`);
        assert.deepEqual(statuses((await heavy).text), [503]);
    }));

test('wall time ends a request that waits', () =>
    withServer(program, [...one, '--wall-ms', '200'], async ({ port }) => {
        const { text, closed } = await exchange(port, get('/sleep?60000'), { quiet: 600 });
        assert.deepEqual(statuses(text), [503]);
        assert.match(text, /\r\nRetry-After: 1\r\n/);
        assert.equal(closed, false);
    }));

test('content past its limit is refused, declared or not', () =>
    withServer(program, [...one, '--body', '1k'], async ({ port }) => {
        const declared = await exchange(port, post('/x', 'Content-Length: 2000\r\n'));
        assert.deepEqual(statuses(declared.text), [413]);
        const chunk = `3e8\r\n${'y'.repeat(1000)}\r\n`;
        const chunked = await exchange(port, post('/x', 'Transfer-Encoding: chunked\r\n', chunk.repeat(2)));
        assert.deepEqual(statuses(chunked.text), [413]);
        assert.ok(declared.closed && chunked.closed);
    }));

test('a large upload that nobody reads is answered', () =>
    withServer(program, one, async ({ port }) => {
        const content = 'z'.repeat(64 << 20);
        const { text, closed } = await exchange(port, post('/hello', `Content-Length: ${content.length}\r\n`, content), { quiet: 2000 });
        assert.deepEqual([statuses(text), closed], [[200], true]);
    }));

test('slow clients time out', () =>
    withServer(program, [...one, '--header-ms', '200', '--body-ms', '200', '--idle-ms', '200'], async ({ port }) => {
        const head = await exchange(port, 'GET / HT', { quiet: 1000 });
        assert.deepEqual([statuses(head.text), head.closed], [[408], true]);
        const content = await exchange(port, post('/x', 'Content-Length: 9\r\n', 'abc'), { quiet: 1000 });
        assert.deepEqual([statuses(content.text), content.closed], [[408], true]);
        const idle = await exchange(port, get('/hello'), { quiet: 1000 });
        assert.deepEqual([statuses(idle.text), idle.closed], [[200], true]);
    }));

test('overload is answered with 503 and Retry-After', () =>
    withServer(program, [...one, '--agents', '2'], async ({ port }) => {
        const sleepers = [exchange(port, get('/sleep?1500'), { limit: 4000 }), exchange(port, get('/sleep?1500'), { limit: 4000 })];
        await pause(400);
        const { text } = await exchange(port, get('/fiber'));
        assert.deepEqual(statuses(text), [503]);
        assert.match(text, /\r\nRetry-After: 1\r\n/);
        for (const sleeper of sleepers)
            assert.deepEqual(statuses((await sleeper).text), [200]);
    }));

test('a port in use and a wrong command line are told apart', () =>
    withServer(program, one, async ({ port }) => {
        const used = spawnSync(program, ['--port', String(port)], { encoding: 'utf8' });
        assert.equal(used.status, 1);
        assert.match(used.stderr, /port \d+ is already in use/);
        const wrong = spawnSync(program, ['--nonsense'], { encoding: 'utf8' });
        assert.equal(wrong.status, 2);
        const help = spawnSync(program, ['--help'], { encoding: 'utf8' });
        assert.equal(help.status, 0);
        assert.match(help.stdout, /--cpu-ms/);
    }));

test('the access log has a line for each request', async () => {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sinew-log-')), 'access.log');
    await withServer(program, [...one, `--access-log=${file}`], async ({ port }) => {
        await exchange(port, get('/hello') + get('/sleep?5'), { wanted: 2 });
    });
    const lines = fs.readFileSync(file, 'utf8').trim().split('\n');
    fs.rmSync(path.dirname(file), { recursive: true });
    assert.equal(lines.length, 2);
    assert.match(lines[0], /^127\.0\.0\.1 - - \[[^\]]+\] "GET \/hello HTTP\/1\.1" 200 13 [\d.]+ms$/);
});

test('the environment sets options, and the command line wins', async () => {
    const server = await startServer(program, ['--workers', '1'], { SINEW_WORKERS: '3', SINEW_BODY: '10' });
    assert.match(server.stderr, /\(1 worker, state=request\)/);
    const { text } = await exchange(server.port, post('/x', 'Content-Length: 11\r\n', 'hello world'));
    assert.deepEqual(statuses(text), [413]);
    assert.equal(await server.stop(), 0);
});

await runTests(only);
