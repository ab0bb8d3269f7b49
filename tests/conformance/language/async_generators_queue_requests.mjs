// Requests to an async generator wait in line; for await closes; errors reach the caller (27.6).
const pause = (value, ms = 0) => new Promise((resolve) => setTimeout(resolve, ms, value));
async function* numbers() {
    try {
        for (let i = 0; ; i++)
            yield pause(i, 1);
    } finally {
        console.log('closed');
    }
}
const it = numbers();
const all = await Promise.all([it.next(), it.next(), it.next(), it.return('end'), it.next()]);
console.log(JSON.stringify(all));
for await (const n of numbers())
    if (n === 2)
        break;
for await (const n of [pause('a'), 'b', Promise.resolve('c')])
    console.log(n);
async function* failing() { yield 1; throw new Error('broken'); }
try {
    for await (const n of failing())
        console.log(n);
} catch (error) {
    console.log(error.message);
}
async function* both() { yield* [1, 2]; const r = yield* numbersOnce(); yield r; }
async function* numbersOnce() { yield 3; return 4; }
const seen = [];
for await (const n of both())
    seen.push(n);
console.log(seen.join());
