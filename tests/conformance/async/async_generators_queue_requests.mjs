const log = [];
async function* g() { try { const a = yield 1; log.push('a=' + a); yield Promise.resolve(2); return Promise.resolve('done'); } finally { await null; log.push('finally'); } }
let i = g();
console.log(JSON.stringify(await Promise.all([i.next(), i.next('A'), i.next(), i.next()])), log.join()); log.length = 0;
i = g();
console.log(JSON.stringify([await i.next(), await i.return('R'), await i.next()]), log.join()); log.length = 0;
i = g(); await i.next();
try { await i.throw(new Error('T')); } catch (e) { console.log(e.message, log.join()); } log.length = 0;
for await (const x of g()) log.push(x); console.log(log.join()); log.length = 0;
for await (const x of g()) break; console.log(log.join()); log.length = 0;
for await (const x of [Promise.resolve('p'), 'q']) log.push(x); console.log(log.join()); log.length = 0;
try { for await (const x of [Promise.reject('bad')]) log.push(x); } catch (e) { console.log('caught', e); }
async function* outer() { const r = yield* inner(); yield 'r=' + r; yield* [1, Promise.resolve(2)]; }
async function* inner() { yield 'i'; return 'ret'; }
for await (const x of outer()) log.push(x); console.log(log.join()); log.length = 0;
const manual = { [Symbol.asyncIterator]() { let n = 0; return { next: async () => ({ value: n++, done: n > 3 }), return: async () => (log.push('closed'), {}) }; } };
for await (const x of manual) { if (x === 1) break; } console.log(log.join()); log.length = 0;
try { for await (const x of manual) throw new Error('body'); } catch (e) { console.log(e.message, log.join()); } log.length = 0;
await (async () => { for await (const x of manual) return x; })(); console.log(log.join()); log.length = 0;
async function* catches() { try { yield 1; } catch (e) { yield 'c' + e; } }
i = catches(); await i.next(); console.log(JSON.stringify([await i.throw('E'), await i.next()]));
async function* rejects() { yield Promise.reject(new Error('yielded')); }
try { await rejects().next(); } catch (e) { console.log(e.message); }
async function* lazy() { log.push('started'); } lazy(); console.log(log.length);
i = catches(); console.log(JSON.stringify(await i.return(Promise.resolve('early'))));
const o = { async *m() { yield this === o; } }; console.log((await o.m().next()).value);
label: for await (const a of [1, 2]) { for await (const b of manual) { if (a === 1) continue label; log.push(a + ':' + b); break label; } } console.log(log.join());
const results = []; for await (const { v, w = await 'W' } of [{ v: 1 }]) results.push(v + w); console.log(results.join());
console.log(Object.prototype.toString.call(g()), typeof g.prototype[Symbol.asyncIterator]);
