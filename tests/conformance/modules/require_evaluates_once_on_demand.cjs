// CommonJS: evaluation at the call, the cache, missing modules, module.exports replaced.
const log = [];
globalThis.note = (text) => log.push(text);
const first = () => require('./fixtures/noted.cjs');
log.push('before');
console.log(first() === first(), first().value, require('./fixtures/replaced').name);
try {
    require('./fixtures/not-there');
} catch (error) {
    console.log(error.code, error.message.split('\n')[0]);
}
console.log(log.join(), typeof module, typeof exports, typeof __filename, this === module.exports, require.length ?? 1);
(async () => {
    const { default: cjs, value } = await import('./fixtures/noted.cjs');
    console.log(cjs.value, value, (await import('./fixtures/counter.mjs')).count);
})();
