// yield* passes next, throw and return on; for-of closes what it leaves early.
const log = [];
function* inner() {
    try {
        const got = yield 'a';
        log.push(`inner got ${got}`);
        yield 'b';
    } catch (error) {
        log.push(`inner caught ${error}`);
        yield 'recovered';
    } finally {
        log.push('inner closed');
    }
    return 'inner result';
}
function* outer() {
    const result = yield* inner();
    log.push(`outer got ${result}`);
    yield* [1, 2];
    return 'done';
}
let it = outer();
console.log(JSON.stringify([it.next('ignored'), it.next('x'), it.throw('oops'), it.next(), it.next(), it.next(), it.next()]));
it = outer();
it.next();
console.log(JSON.stringify(it.return('early')), log.join('; '));
log.length = 0;
for (const x of outer())
    if (x === 'b')
        break;
try {
    for (const x of outer())
        throw new Error('in body');
} catch (error) {
    log.push(error.message);
}
console.log(log.join('; '));
function* fibonacci() { for (let [a, b] = [0, 1]; ; [a, b] = [b, a + b]) yield a; }
const [, , , ...few] = (function* () { let n = 0; for (const f of fibonacci()) { if (n++ === 10) return; yield f; } })();
console.log(few.join(), [...'añ😀'].length, Math.max(...new Set([3, 9, 4])));
const self = (function* () { try { self.next(); } catch (error) { yield error.name; } })();
console.log(self.next().value);
