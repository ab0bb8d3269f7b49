const log = [];
const tick = () => Promise.resolve();
async function f(n) { log.push(n + '1'); await null; log.push(n + '2'); await tick(); log.push(n + '3'); return n; }
const [a, b] = await Promise.all([f('a'), f('b')]);
console.log(log.join(), a, b);
async function thrower() { await null; throw new Error('async'); }
try { await thrower(); } catch (e) { console.log(e.message); }
async function syncThrow() { throw new Error('sync'); }
syncThrow().catch((e) => console.log('rejected', e.message));
async function param(a = (() => { throw new Error('param'); })()) {}
param().catch((e) => console.log(e.message));
async function fin() { try { return await Promise.reject('r'); } catch (e) { return 'c' + e; } finally { await null; log.push('fin'); } }
console.log(await fin());
async function noAwaitReturn() { try { return Promise.reject('uncaught inside'); } catch { return 'no'; } }
console.log(await noAwaitReturn().catch((e) => e));
const arrow = async (x) => x * 2, method = { async m() { return this === method; } };
console.log(await arrow(21), await method.m(), (async () => {})() instanceof Promise);
class C { async #p() { return 'p'; } static async s() { return this === C; } async run() { return await this.#p(); } }
console.log(await C.s(), await new C().run());
const thenable = { then(resolve) { log.push('then'); resolve('thenable'); } };
console.log(await thenable, await 5, await Promise.resolve(Promise.resolve('nested')));
async function loop() { let s = 0; for (let i = 0; i < 3; i++) s += await i; for (const x of [1, 2]) { if (await false) break; s += x; } return s; }
console.log(await loop());
async function args() { await null; return arguments.length + [...arguments].join(); }
console.log(await args(1, 2));
const order = [];
setTimeout(() => order.push('timeout'), 0);
queueMicrotask(() => order.push('micro'));
Promise.resolve().then(() => order.push('then'));
await new Promise((r) => setTimeout(r, 5));
console.log(order.join());
async function deep(n) { return n ? await deep(n - 1) + 1 : 0; }
console.log(await deep(50));
const { x = await Promise.resolve('default'), y: [z] } = { y: [await 'z'] };
console.log(x, z, await (await (async () => async () => 'fn')())());
console.log(`${await 'tpl'}`, [await 1, ...(await [2, 3])].join(), { k: await 'v' }.k, (await { m: () => 'call' }).m());
console.log(await Promise.allSettled([1, Promise.reject(2)]).then((r) => r.map((s) => s.status).join()), await Promise.race([new Promise(() => {}), 'race']), await Promise.any([Promise.reject(1), 'any']));
