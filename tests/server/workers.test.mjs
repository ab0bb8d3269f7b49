#!/usr/bin/env node
// Workers and their supervisor: stops, deaths, restarts, the sandbox, metrics and lists. echo.c is the server.
//
//   workers.test.mjs ECHO_SERVER [NAME]     runs the tests whose name contains NAME; ends with `N passed, N failed`
import assert from 'node:assert/strict';
import { Client, exchange, get, pause, post, startServer, statuses, withServer, workersOf } from './client.mjs';
import { runTests, test } from './suite.mjs';

const [program, only] = process.argv.slice(2);
const one = ['--workers', '1'];

test('a stop lets requests under way finish and refuses new ones', async () => {
    const server = await startServer(program, one);
    const sleeper = exchange(server.port, get('/sleep?400'), { quiet: 1000 });
    await pause(100);
    const stopped = server.stop();
    await pause(100);
    const late = await exchange(server.port, get('/hello'));
    assert.equal(late.text, '');
    const { text, closed } = await sleeper;
    assert.deepEqual([statuses(text), closed], [[200], true]);
    assert.match(text, /\r\nConnection: close\r\n/);
    assert.equal(await stopped, 0);
});

test('a worker that dies is replaced', () =>
    withServer(program, one, async (server) => {
        process.kill(workersOf(server)[0], 'SIGKILL');
        await pause(300);
        assert.deepEqual(statuses((await exchange(server.port, get('/hello'))).text), [200]);
        assert.match(server.stderr, /was killed by signal 9/);
    }));

test('a worker that hangs in native code is replaced', () =>
    withServer(program, ['--workers', '2', '--hang-ms', '600'], async (server) => {
        const hung = exchange(server.port, get('/hang'), { quiet: 3000 });
        await pause(100);
        for (let i = 0; i < 20; i++)
            assert.deepEqual(statuses((await exchange(server.port, get('/hello', 'Connection: close\r\n'))).text), [200]);
        assert.equal((await hung).text, '');
        assert.match(server.stderr, /gave no sign of life for 600 ms/);
    }));

test('a worker in its sandbox neither writes files nor executes programs', async () => {
    const answers = [];
    for (const mode of ['on', 'off'])
        await withServer(program, [...one, '--sandbox', mode], async ({ port }) =>
            answers.push((await exchange(port, get('/escape'))).text.split('\r\n\r\n')[1]));
    assert.deepEqual(answers, ['write 0 execute 0 read 1\n', 'write 1 execute 1 read 1\n']);
});

test('metrics count what happened, in every worker', () =>
    withServer(program, ['--workers', '2', '--metrics', '0', '--cpu-ms', '50'], async (server) => {
        await exchange(server.port, get('/hello').repeat(5), { wanted: 5 });
        await exchange(server.port, get('/spin?60000'), { quiet: 500 });
        await exchange(server.port, 'BAD\r\n\r\n');
        const port = Number(/metrics on http:\/\/127\.0\.0\.1:(\d+)\//.exec(server.stderr)[1]);
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        const value = (name) => Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1]);
        assert.equal(value('sinew_requests_total'), 6);
        assert.equal(value('sinew_responses_total{class="2xx"}'), 5);
        assert.equal(value('sinew_responses_total{class="4xx"}'), 1);
        assert.equal(value('sinew_responses_total{class="5xx"}'), 1);
        assert.equal(value('sinew_agents_ended_total{reason="cpu"}'), 1);
        assert.equal(value('sinew_request_duration_seconds_count'), 6);
        assert.equal(value('sinew_wait_seconds_count'), 1);
        assert.equal(value('sinew_workers'), 2);
        assert.ok(value('sinew_preemptions_total') > 10);
        assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 404);
    }));

test('metrics stand on a path of the main port where that is asked for', () =>
    withServer(program, ['--workers', '2', '--metrics', '/figures'], async ({ port }) => {
        await exchange(port, get('/hello'));
        const { text } = await exchange(port, get('/figures?x'));
        assert.match(text, /\r\nContent-Type: text\/plain; version=0\.0\.4; charset=utf-8\r\n/);
        assert.match(text, /\nsinew_requests_total 2\n/);
        for (const other of [post('/figures', 'Content-Length: 0\r\n'), get('/figures/x'), get('/agents')])
            assert.doesNotMatch((await exchange(port, other)).text, /sinew/);
    }));

test('the agents of all workers are listed on the metrics port, as text and as JSON', () =>
    withServer(program, ['--workers', '2', '--metrics', '0'], async (server) => {
        const sleepers = ['/sleep?3000&"a"', '/sleep?3001', '/sleep?3002'].map((target) => exchange(server.port, get(target), { limit: 6000 }));
        const where = `http://127.0.0.1:${/metrics on http:\/\/127\.0\.0\.1:(\d+)\//.exec(server.stderr)[1]}/agents`;
        const workers = workersOf(server);
        let text = '';
        for (let tries = 0; tries < 40 && text.match(/sleep/g)?.length !== 3; tries++) {
            await pause(50);
            text = await (await fetch(where)).text();
        }
        for (const worker of workers)
            assert.match(text, new RegExp(`^sinew: \\d agents in worker ${worker}$`, 'm'));
        assert.equal(text.match(/^ {2}\d: waits, age \d+\.\d{3} ms, cpu \d+\.\d{3} ms, memory \d+ KB, timers 1, preempted 0 times\n {4}\/sleep\?300/gm)?.length, 3);
        const list = await (await fetch(where, { headers: { accept: 'text/html, application/json' } })).json();
        assert.deepEqual(list.map(({ task }) => task).sort(), ['/sleep?3000&"a"', '/sleep?3001', '/sleep?3002']);
        assert.ok(list.every((agent) => workers.includes(agent.worker) && agent.state === 'waits' && agent.timers === 1 && agent.age_ms > 0));
        for (const sleeper of sleepers)
            assert.deepEqual(statuses((await sleeper).text), [200]);
    }));

test('a worker that hangs is listed as silent', () =>
    withServer(program, ['--workers', '2', '--metrics', '0', '--hang-ms', '0'], async (server) => {
        const hung = exchange(server.port, get('/hang'), { quiet: 300, limit: 4000 });
        await pause(100);
        const where = `http://127.0.0.1:${/metrics on http:\/\/127\.0\.0\.1:(\d+)\//.exec(server.stderr)[1]}/agents`;
        const list = await (await fetch(where, { headers: { accept: 'application/json' } })).json();
        assert.deepEqual(list.map(({ state }) => state), ['silent']);
        process.kill(list[0].worker, 'SIGKILL');
        assert.equal((await hung).text, '');
    }));

test('SIGUSR1 lists the requests under way', () =>
    withServer(program, one, async (server) => {
        const sleeper = exchange(server.port, get('/sleep?400'), { quiet: 800 });
        await pause(100);
        process.kill(server.pid, 'SIGUSR1');
        await pause(100);
        assert.match(server.stderr, /sinew: 1 agents in worker \d+\n {2}1: waits, age \d+\.\d+ ms, .*\n {4}\/sleep\?400\n/);
        assert.deepEqual(statuses((await sleeper).text), [200]);
    }));

// Clients that ask one thing after another, `width` at once, until told to stop; { failures, successes }, each [begin, end] in ms.
function hammer(port, width, target) {
    const record = { failures: [], successes: [] };
    let isOver = false;
    const ask = async () => {
        const client = new Client(port);
        while (!isOver) {
            const begin = performance.now();
            const status = await client.ask(target);
            record[status === 200 ? 'successes' : 'failures'].push([begin, performance.now()]);
        }
        client.close();
    };
    const clients = Array.from({ length: width }, ask);
    record.stop = () => ((isOver = true), Promise.all(clients));
    return record;
}

for (const workers of [1, 2])
    test(`a worker of ${workers} killed under load takes its requests in flight with it, and service is back within a second`, () =>
        withServer(program, ['--workers', String(workers)], async (server) => {
            const width = 8;
            await pause(1100); /* a worker that lived longer than a second is replaced at once */
            const fast = hammer(server.port, width, '/fiber');
            const slow = hammer(server.port, 4, '/sleep?400');
            await pause(300);
            process.kill(workersOf(server)[0], 'SIGKILL');
            const killed = performance.now();
            await pause(1500);
            await Promise.all([fast.stop(), slow.stop()]);
            const failures = [...fast.failures, ...slow.failures];
            assert.ok(failures.length <= width + 4, `${failures.length} requests failed`);
            assert.ok(failures.every(([begin]) => begin <= killed + 50), 'a request failed that began after the death');
            const back = Math.min(...fast.successes.filter(([begin]) => begin > killed).map(([, end]) => end));
            assert.ok(back - killed < 1000, `service was back after ${back - killed} ms`);
        }));

test('a worker that dies again and again is restarted after longer and longer pauses', () =>
    withServer(program, one, async (server) => {
        const pauses = () => [...server.stderr.matchAll(/starting another(?: in (\d+) ms)?$/gm)].map(([, ms]) => Number(ms ?? 0));
        for (let deaths = 1; deaths <= 4; deaths++) {
            let worker;
            while (!(worker = workersOf(server)[0]))
                await pause(2);
            process.kill(worker, 'SIGKILL');
            while (pauses().length < deaths)
                await pause(2);
        }
        assert.deepEqual(pauses().slice(-3), [100, 200, 400]);
        const begin = performance.now();
        assert.deepEqual(statuses((await exchange(server.port, get('/hello'))).text), [200]);
        assert.ok(performance.now() - begin > 250, 'it was not paused');
        await pause(1100);
        process.kill(workersOf(server)[0], 'SIGKILL');
        while (pauses().length < 5)
            await pause(2);
        assert.equal(pauses()[4], 0);
        assert.deepEqual(statuses((await exchange(server.port, get('/hello'))).text), [200]);
    }));

await runTests(only);
