// @command run --test262
// $262.agent of test262's host: agents are processes, which see the same bytes, and wake each other in the order in which they
// came. Jobs and timers of the agent that starts one are its own.
const { agent } = $262;
const words = new Int32Array(new SharedArrayBuffer(64));
const show = (...values) => print(values.join(' '));
const [READY, TURN, SUM, ASYNC] = [0, 4, 5, 6];
Promise.resolve().then(() => print('a job of the first agent'));

function fetchReport() {
    for (;;) {
        const report = agent.getReport();
        if (report !== null)
            return report;
        agent.sleep(1);
    }
}

function until(index, value) {
    while (Atomics.load(words, index) !== value)
        agent.sleep(1);
}

agent.start(`
    $262.agent.report(typeof print + typeof words + Object.keys($262.agent));
    var shared;
    $262.agent.receiveBroadcast((buffer, number) => {
        shared = new Int32Array(buffer);
        $262.agent.report(number + ' ' + Object.getOwnPropertyNames($262.agent).sort());
        $262.agent.receiveBroadcast((again, big) => {
            new Int32Array(again)[8] = 8;
            $262.agent.report(typeof big + big + (again.byteLength === shared.byteLength));
        });
    });
    Atomics.waitAsync(shared, ${ASYNC}, 0).value.then((how) => $262.agent.report('async ' + how + ' \u{1f600}'));
    Atomics.add(shared, ${READY}, 1);
`);
print(fetchReport());
agent.broadcast(words.buffer, -7);
print(fetchReport());
agent.broadcast(words.buffer, 2n ** 62n);
show(fetchReport(), words[8]);
until(READY, 1);
show(Atomics.notify(words, ASYNC), fetchReport());

for (let i = 0; i < 3; i++)
    agent.start(`
        $262.agent.receiveBroadcast((buffer) => {
            const shared = new Int32Array(buffer);
            for (let i = 0; i < 10000; i++)
                Atomics.add(shared, ${SUM}, 1);
            while (Atomics.load(shared, ${READY}) !== ${i} + 1);
            Atomics.add(shared, ${READY}, 1);
            $262.agent.report(Atomics.wait(shared, ${TURN}, 0) + ' ${i}');
        });
    `);
agent.broadcast(words.buffer);
until(READY, 4);
agent.sleep(100);
print(words[SUM]);
for (let i = 0; i < 3; i++)
    show(Atomics.notify(words, TURN, 1), fetchReport());
show(Atomics.notify(words, TURN), Atomics.wait(words, TURN, 0, 10));

try {
    agent.broadcast(new SharedArrayBuffer(8, { maxByteLength: 16 }));
} catch (error) {
    print(error.name);
}

setTimeout(() => {
    print('a timer of the first agent');
    Atomics.waitAsync(words, ASYNC, 0).value.then((how) => print(`woken by another agent: ${how}`));
    agent.start(`$262.agent.receiveBroadcast((buffer) => {
        $262.agent.sleep(20);
        Atomics.notify(new Int32Array(buffer), ${ASYNC});
    })`);
    agent.broadcast(words.buffer);
    agent.start(`Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`);
}, 0);
