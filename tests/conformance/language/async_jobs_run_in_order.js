// Order of promise jobs, awaits and microtasks (27.2.1.3, 27.7.5.3).
const log = [];
const note = (text) => () => log.push(text);
async function f() {
    log.push('f starts');
    await null;
    log.push('f after 1');
    await { then(resolve) { log.push('thenable'); resolve(); } };
    log.push('f after 2');
    return 'f';
}
Promise.resolve().then(note('then 1')).then(note('then 2')).then(note('then 3')).then(note('then 4'));
f().then(note('f done'));
(async () => {
    try {
        await Promise.reject(new Error('no'));
    } catch (error) {
        log.push(`caught ${error.message}`);
    } finally {
        log.push('finally');
    }
})();
new Promise((resolve) => { log.push('executor'); resolve(Promise.resolve('inner')); }).then((v) => log.push(`adopted ${v}`));
queueMicrotask(note('microtask'));
log.push('sync end');
setTimeout(() => console.log(log.join('\n')), 5);
