#!/usr/bin/env node
// Compiled servers, driven over sockets: what only a whole program shows.
//
//   programs.test.mjs SINEW [NAME]     runs the tests whose name contains NAME; ends with `N passed, N failed`
import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { get, pause, withServer, workersOf } from './client.mjs';
import { heavyTest, runTests, test } from './suite.mjs';

const [sinew, only] = process.argv.slice(2);
const handlers = path.join(import.meta.dirname, 'handlers');
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'sinew-programs-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));

function build(name, ...args) {
    const out = path.join(scratch, `${name}${args.join('')}`);
    const result = spawnSync(sinew, ['build', path.join(handlers, `${name}.mjs`), '-o', out, '--cc=tcc', ...args], { encoding: 'utf8' });
    assert.equal(result.status, 0, result.stderr);
    return out;
}

const metricsPort = (server) => Number(/metrics on http:\/\/127\.0\.0\.1:(\d+)\//.exec(server.stderr)[1]);

async function metric(server, name) {
    const answer = await fetch(`http://127.0.0.1:${metricsPort(server)}/metrics`, { signal: AbortSignal.timeout(10_000) });
    const text = await answer.text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)[1]);
}

const residentBytes = (pid) => 1024 * Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);

// Resolves to the answer's content, or to what went wrong.
function ask(port, target) {
    return new Promise((resolve) => {
        let text = '';
        const socket = net.connect({ port, host: '127.0.0.1' }, () => socket.write(get(target, 'Connection: close\r\n')));
        socket.on('data', (data) => (text += data));
        socket.on('error', (error) => resolve(error.message));
        socket.on('close', () => resolve(text.slice(text.indexOf('\r\n\r\n') + 4)));
    });
}

heavyTest('10000 requests that wait at once on one worker fit into a gigabyte', () =>
    withServer(build('waiting'), ['--workers', '1', '--metrics', '0', '--wall-ms', '60s'], async (server) => {
        const count = 10_000;
        const answers = [];
        const worker = workersOf(server)[0];
        for (let i = 0; i < count; i++) {
            answers.push(ask(server.port, i % 2 ? '/bell' : '/timer'));
            if (i % 200 === 199)
                await pause(5);
        }
        let most = 0;
        let resident = 0;
        let isOver = false;
        const all = Promise.all(answers).finally(() => (isOver = true));
        while (!isOver) {
            most = Math.max(most, await metric(server, 'sinew_agents').catch(() => 0)); /* this process is busy too, and may be late */
            resident = Math.max(resident, residentBytes(worker));
            await pause(50);
        }
        const wrong = (await all).filter((text, i) => text !== (i % 2 ? 'bell' : 'timer'));
        assert.equal(wrong.length, 0, wrong[0]);
        console.log(`# ${most} agents at once, ${Math.round(resident / 2 ** 20)} MB`);
        assert.ok(most > count / 4, 'this machine was too busy to make so many requests at once');
        assert.ok(resident < (2 ** 30 * most) / count, `${resident} bytes for ${most} requests`);
    }));

const evaluated = (text) => `/run?text=${encodeURIComponent(text)}`;

test('evaluated code belongs to its request', () =>
    withServer(build('evaluating'), ['--workers', '1'], async ({ port }) => {
        assert.equal(await ask(port, '/sum'), '3');
        assert.equal(await ask(port, '/async'), '10');
        assert.equal(await ask(port, '/deep'), '1');
        assert.equal(await ask(port, evaluated('var left = 1; Array.prototype.left = 2; left')), '1');
        assert.equal(await ask(port, evaluated('typeof left + typeof [].left')), 'undefinedundefined');
        assert.match(await ask(port, evaluated('a b')), /^SyntaxError: /);
        assert.equal(await ask(port, '/deeper'), 'SyntaxError: nested too deeply');
        assert.match(await ask(port, evaluated('(function f() { f() })()')), /^RangeError: Maximum call stack/);
    }));

test('evaluated code is ended by the limits of its request, also while it is compiled, and nobody waits for it', () =>
    withServer(build('evaluating'), ['--workers', '1', '--cpu-ms', '1s', '--memory', '32m'], async (server) => {
        for (const target of ['/many', '/grow', '/long', evaluated('for (;;);')]) {
            const heavy = ask(server.port, target);
            await pause(100);
            const times = [];
            for (let i = 0; i < 20; i++) {
                const start = performance.now();
                assert.equal(await ask(server.port, '/light'), 'light');
                times.push(performance.now() - start);
            }
            assert.match(await heavy, target === '/long' ? /NaN|^Service Unavailable/ : /^Service Unavailable/);
            assert.ok(times.sort((a, b) => a - b)[10] < 50, `a light request took ${times[10]} ms beside ${target}`);
        }
        assert.ok(residentBytes(workersOf(server)[0]) < 200 * 2 ** 20);
    }));

test('a program without the evaluator says what links it, or that it may not', async () => {
    const wanted = [[[], /^EvalError: .*build it with --eval$/], [['--eval'], /^1$/], [['--no-eval'], /^EvalError: Code generation from strings/]];
    for (const [options, answer] of wanted)
        await withServer(build('hidden', ...options), ['--workers', '1'], async ({ port }) => assert.match(await ask(port, '/'), answer));
});

test('a request waits for what another one settles where state is shared, and gets its own answer', () =>
    withServer(build('shared', '--state=worker'), ['--workers', '1'], async ({ port }) => {
        const waiting = [ask(port, '/wait'), ask(port, '/wait')];
        await pause(200);
        assert.equal(await ask(port, '/settle'), 'settled');
        assert.deepEqual(await Promise.all(waiting), Array(2).fill('waited for another request'));
    }));

test('nobody sees half of a change where state is shared, also of what requests have made', () =>
    withServer(build('shared', '--state=worker'), ['--workers', '1'], async ({ port }) => {
        assert.equal(await ask(port, '/make'), 'made');
        for (let round = 0; round < 10; round++) {
            const changing = ask(port, '/change');
            const seen = await Promise.all(Array.from({ length: 20 }, () => ask(port, '/check')));
            assert.deepEqual(seen, Array(20).fill('whole'));
            assert.equal(await changing, 'changed');
        }
    }));

test('what weak collections of a worker hold goes with its keys, however their values refer to each other', () =>
    withServer(build('weak', '--state=worker'), ['--workers', '1'], async (server) => {
        for (let i = 0; i < 200; i++) /* 1.6 GB in all */
            assert.equal(await ask(server.port, '/fill'), 'filled');
        assert.ok(residentBytes(workersOf(server)[0]) < 300 * 2 ** 20, `${residentBytes(workersOf(server)[0])} bytes`);
        assert.equal(await ask(server.port, '/kept'), 'kept value of a key, through another, of a symbol, of a proxy, as member');
        const [, dead, made] = (await ask(server.port, '/dead')).match(/^(\d+) of (\d+)$/);
        assert.ok(dead > made / 2, `${dead} of ${made} references are dead`);
        assert.equal(await ask(server.port, '/job'), 'whole');
    }));

test('evaluated code of a worker sees what other requests left, is limited, and leaves no memory behind', () =>
    withServer(build('evaluating', '--state=worker'), ['--workers', '1', '--cpu-ms', '1s'], async (server) => {
        assert.equal(await ask(server.port, evaluated('var left = 1; (function () { return left })()')), '1');
        assert.equal(await ask(server.port, evaluated('left++; typeof left + left')), 'number2');
        assert.match(await ask(server.port, evaluated('a b')), /^SyntaxError: /);
        assert.equal(await ask(server.port, '/async'), '10');
        assert.match(await ask(server.port, evaluated('for (;;);')), /^Service Unavailable/);
        const text = evaluated(`(function (a) { return [${'a, '.repeat(1000)}] })(left).length`);
        const resident = [];
        for (let i = 0; i < 400; i++) {
            assert.equal(await ask(server.port, text), '1000');
            if (i % 200 === 199)
                resident.push(residentBytes(workersOf(server)[0]));
        }
        assert.ok(resident[1] < resident[0] + 16 * 2 ** 20, `resident: ${resident.join(', ')}`);
    }));

test('a request keeps what it took out of the snapshot, also where a callback replaced it and the collector ran', () =>
    withServer(build('replaced'), ['--workers', '1', '--metrics', '0'], async (server) => {
        const before = await metric(server, 'sinew_collections_total');
        const answers = await Promise.all(Array.from({ length: 10 }, () => ask(server.port, '/')));
        assert.deepEqual(answers, Array(10).fill('whole, replaced'));
        assert.ok(await metric(server, 'sinew_collections_total') > before, 'the collector did not run');
    }));

test('a request that suspends itself runs nothing meanwhile, and holds nobody up', () =>
    withServer(build('suspending'), ['--workers', '1', '--wall-ms', '2s'], async ({ port }) => {
        const slept = [ask(port, '/700'), ask(port, '/700')];
        await pause(100);
        const start = performance.now();
        for (let i = 0; i < 5; i++)
            assert.equal(await ask(port, '/light'), 'light');
        assert.ok(performance.now() - start < 500, 'a light request waits for one that sleeps');
        assert.deepEqual(await Promise.all(slept), Array(2).fill('timed-out 0 1'));
        assert.match(await ask(port, '/endless'), /^Internal Server Error/);
        assert.match(await ask(port, '/60000'), /^Service Unavailable/);
    }));

test('a request cannot suspend where others see its state', () =>
    withServer(build('suspending', '--state=worker'), ['--workers', '1'], async ({ port }) => assert.equal(await ask(port, '/10'), 'TypeError')));

test('a request follows the turns of modules when it waits, and sees what a promise announces', () =>
    withServer(build('turns'), ['--workers', '1'], async ({ port }) => {
        const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(port, i % 4 ? '/follow' : '/compute')));
        answers.forEach((text, i) => assert.equal(text, i % 4 ? 'true 1' : 'true true true'));
        assert.equal(await ask(port, '/stop'), 'true'); /* a request has no effect on a timer of the module */
    }));

test('a turn of a module that is ended for its CPU time has changed nothing', () =>
    withServer(build('turns'), ['--workers', '1', '--cpu-ms', '100'], async (server) => {
        while (!server.stderr.includes('top-level code exceeded its CPU time'))
            assert.match(await ask(server.port, '/halves'), /^(0 0 {2}|1 1 1 )0$/);
        assert.equal(await ask(server.port, '/halves'), '1 1 1 0');
    }));

test('where requests leave their names, a worker that holds too many is replaced, and no request is lost', () =>
    withServer(build('inventing', '--state=worker'), ['--workers', '1', '--names', '20000', '--metrics', '0'], async (server) => {
        const first = workersOf(server)[0];
        for (let i = 0; i < 300; i += 5) {
            const answers = await Promise.all([0, 1, 2, 3, 4].map((n) => ask(server.port, `/${(i + n) * 200}/200`)));
            assert.deepEqual(answers, Array(5).fill('200'));
        }
        assert.notEqual(workersOf(server)[0], first);
        assert.match(server.stderr, /another takes its place/);
        assert.ok(await metric(server, 'sinew_names') < 60_000);
        assert.ok(await metric(server, 'sinew_worker_restarts_total') >= 1);
    }));

test('the names of the program itself are not among those', () =>
    withServer(build('inventing', '--state=worker'), ['--workers', '1', '--names', '2000'], async (server) => {
        await pause(400); /* the worker looks every few tens of milliseconds */
        assert.equal(await ask(server.port, '/0/200'), '200');
        await pause(200);
        assert.doesNotMatch(server.stderr, /another takes its place/);
    }));

const evaluate = (port, code) => ask(port, `/?${encodeURIComponent(code)}`);

test('direct eval in a request sees the names around it, and what it does dies with the request', () =>
    withServer(build('direct_eval'), ['--workers', '1'], async ({ port }) => {
        assert.equal(await evaluate(port, 'own + " " + read()'), 'own snapshot');
        assert.equal(await evaluate(port, 'kept = "written"; code.length + read()'), '38written');
        assert.equal(await evaluate(port, 'read()'), 'snapshot');
        assert.equal(await evaluate(port, 'globalThis.leak = 1; Array.prototype.leak = 2; [].leak + leak'), '3');
        assert.equal(await evaluate(port, '(0, eval)("var leak2 = 1; typeof leak + [].leak + typeof leak2")'), 'undefinedundefinednumber');
        assert.equal(await evaluate(port, 'typeof leak2'), 'undefined');
        assert.equal(await evaluate(port, '(async () => { await 1; return eval("own + this") })()'), 'own[object Object]');
        assert.match(await evaluate(port, 'let ; let'), /^SyntaxError: /);
        assert.match(await evaluate(port, '(('.repeat(2000)), /^SyntaxError: /);
    }));

test('evaluated code is limited as the request is that evaluates it', () =>
    withServer(build('direct_eval'), ['--workers', '1', '--cpu-ms', '300'], async ({ port }) => {
        const endless = evaluate(port, 'for (;;) eval("1")');
        assert.equal(await evaluate(port, '1 + 1'), '2');
        assert.notEqual(await endless, 'undefined');
        for (const code of ['for (;;);', '(function f() { eval("f()") })()', 'const a = []; for (;;) a.push(eval("[1, 2, 3]"), "x".repeat(1e6))',
                            'eval("0" + "+1".repeat(1e7))', 'eval(`${"[".repeat(1e5)}`)'])
            assert.match(await evaluate(port, code), /^(Service Unavailable\n|.*Error: .*)$/, code);
        assert.equal(await evaluate(port, 'read()'), 'snapshot');
    }));

test('what evaluated code leaves behind is bounded', () =>
    withServer(build('direct_eval'), ['--workers', '1'], async (server) => {
        const rounds = async (from, to) => {
            for (let i = from; i < to; i++)
                assert.equal(await evaluate(server.port, `class C${i} { #p${i} = ${i}; get() { return this.#p${i} } } new C${i}().get()`), String(i));
        };
        await rounds(0, 300);
        const before = residentBytes(workersOf(server)[0]);
        await rounds(300, 1500);
        const grown = residentBytes(workersOf(server)[0]) - before;
        assert.ok(grown < 8 * 2 ** 20, `${grown} bytes`);
    }));

test('--no-eval refuses direct evals', () =>
    withServer(build('direct_eval', '--no-eval'), ['--workers', '1'], async ({ port }) => {
        assert.match(await evaluate(port, '1'), /^EvalError: /);
    }));

await test('forms and blobs go over the network', () =>
    withServer(build('forms'), ['--workers', '1'], async ({ port }) => {
        const url = `http://127.0.0.1:${port}/`;
        const sum = (bytes) => bytes.reduce((all, byte) => (all * 31 + byte) | 0, bytes.length);
        const bytes = Uint8Array.from({ length: 700_000 }, (_, i) => (i * i) >> 3);
        const form = new FormData();
        form.append('text', 'é');
        form.append('file', new Blob([bytes], { type: 'image/x' }), 'a b.bin');
        form.append('empty', new Blob([]), 'none');
        const send = async (body) => (await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(20_000) })).json();
        assert.deepEqual(await send(form), [
            ['text', null, null, sum([0xc3, 0xa9])], ['file', 'a b.bin', 'image/x', sum(bytes)], ['empty', 'none', 'application/octet-stream', 0]]);
        assert.deepEqual(await send(new URLSearchParams('a=b&a=')), [['a', null, null, sum([98])], ['a', null, null, 0]]);
        const answer = await fetch(url);
        assert.deepEqual([answer.headers.get('content-type'), await answer.text()], ['text/x', 'a blob']);
        const refused = await fetch(url, { method: 'POST', body: 'a=b', headers: { 'content-type': 'text/plain' } });
        assert.equal(refused.status, 500);
    }));

runTests(only);
