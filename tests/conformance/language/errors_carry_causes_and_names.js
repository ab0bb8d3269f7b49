// Error classes, cause, AggregateError, toString, subclasses, uncaught formatting is elsewhere.
class AppError extends Error {
    constructor(message, options) { super(message, options); this.code = 7; }
    get name() { return 'AppError'; }
}
const e = new AppError('outer', { cause: new TypeError('inner') });
console.log(String(e), e.cause.message, e.code, e instanceof Error, Object.keys(e).join(), 'cause' in new Error('x'), Object.hasOwn(e, 'message'));
console.log(new AggregateError([1, 2], 'many').errors.length, String(new RangeError()), Error('no new') instanceof Error, Error.prototype.toString.call({ name: 'N', message: 'M' }), Error.prototype.toString.call({}));
Promise.any([Promise.reject(1)]).catch((error) => console.log(error.constructor.name, error.errors.join()));
Promise.allSettled([1, Promise.reject(2)]).then((all) => console.log(JSON.stringify(all)));
const where = () => { try { null.f(); } catch (error) { return error; } };
console.log(typeof where().stack, where() instanceof TypeError);
try { (function deep() { deep(); })(); } catch (error) { console.log(error instanceof RangeError); }
for (const f of [() => [].reduce((x) => x), () => new Array(-1), () => 'x'.repeat(-1), () => (1).toFixed(101), () => decodeURIComponent('%'), () => new Proxy({}, null), () => JSON.parse('{'), () => Object.defineProperty(Object.freeze({}), 'x', { value: 1 }), () => BigInt(1.5), () => Symbol.keyFor('x')])
    try { f(); } catch (error) { console.log(error.name); }
