// 15.5.5 yield* step 7.c.iii: where the inner iterator has no `return`, what is returned is awaited once more.
const log = [];
const inner = { [Symbol.asyncIterator]() { return this; }, next() { return { done: false }; }, get return() { log.push('method'); } };
async function* outer() { yield* inner; }
const generator = outer();
generator.next();
generator.return({ get then() { log.push('then'); } }).then(() => console.log(log.join()));
let count;
(async () => {
    for await (const _ of { [Symbol.iterator]() { return this; }, next() { count = arguments.length; return { done: true }; } });
    console.log(count);
})();
