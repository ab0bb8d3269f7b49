// @command run --test262
// $262.createRealm of test262's host: each realm has its own built-ins, and a function runs in the realm that it was made in,
// whoever calls it.
const host = $262.createRealm(), other = host.global;
const show = (what, value) => print(`${what}: ${value}`);
const thrown = (f) => {
    try {
        f();
    } catch (error) {
        return error instanceof TypeError ? 'ours' : error instanceof other.TypeError ? 'theirs' : String(error);
    }
};

show('globals differ', other !== globalThis && other.Array !== Array && other.eval !== eval);
show('symbols are shared', other.Symbol.iterator === Symbol.iterator && other.Symbol.for('a') === Symbol.for('a'));
show('their constructor', new other.Array(2) instanceof other.Array && !(new other.Array(2) instanceof Array));
show('their literal', other.eval('[1, 2].map((x) => x)') instanceof other.Array);
show('our callback of their map', other.Array.prototype.map.call([1], () => [] instanceof Array)[0]);
show('their callback of our map', [1].map(other.eval('() => [] instanceof Array'))[0]);
show('our function out of their code', other.eval('(f) => f()')(() => [] instanceof Array));
show('our built-in out of their code', other.eval('(f) => f([1])')(Array.from) instanceof Array);
show('our getter read by their code', other.eval('(o) => o.x')({ get x() { return [] instanceof Array; } }));
show('their getter read by our code', other.eval('({ get x() { return [] instanceof Array; } })').x);
show('sloppy this', other.Function('return this')() === other);
show('error of their built-in', thrown(() => other.Object.defineProperty(1)));
show('error of their code', thrown(other.eval('() => null.x')));
show('error after a return from their code', thrown(() => { other.eval('0'); null.x; }));
show('error after an exception out of their code', thrown(() => { try { other.eval('null.x'); } catch { null.x; } }));
show('their eval is an indirect one', (() => { var inner = 1; return (0, other.eval)('typeof inner'); })());

function* ours() { yield [] instanceof Array; yield [] instanceof Array; }
const theirs = other.eval('(function* () { yield [] instanceof Array; yield [] instanceof Array; })')();
const ourGenerator = ours(), theirNext = Object.getPrototypeOf(theirs).next;
show('our generator resumed by their next', theirNext.call(ourGenerator).value && theirNext.call(ourGenerator).value);
show('their generator resumed by ours', ourGenerator.next.call(theirs).value && ourGenerator.next.call(theirs).value);

host.evalScript('let lexical = 1; var variable = 2;');
show('declarations of their scripts', `${typeof lexical} ${typeof variable} ${host.evalScript('lexical')} ${other.variable}`);

const target = new other.Function();
target.prototype = null;
show('default prototype', Reflect.construct(Map, [], target) instanceof other.Map);
show('of a bound one', Reflect.construct(Map, [], target.bind()) instanceof other.Map);
show('of a proxy', Reflect.construct(Map, [], new Proxy(target, {})) instanceof other.Map);
const { proxy, revoke } = Proxy.revocable(target, { get() { revoke(); } });
show('of a proxy that is revoked meanwhile', thrown(() => Reflect.construct(Map, [], proxy)));
show('prototype of a function of theirs', other.Object.getPrototypeOf(new other.Function().prototype) === other.Object.prototype);
show('species', [1].concat.call(new other.Array(1), 2) instanceof Array);

Array.prototype[Symbol.iterator] = function* () { yield 'changed'; };
show('their guards are theirs', `${[...[1]]} ${other.eval('String([...[1]])')}`);
other.eval('RegExp.prototype.exec = () => null');
show('and ours ours', `${/a/.test('a')} ${other.eval('/a/.test("a")')}`);

other.eval('(async (f) => { await 1; f([] instanceof Array); })')((v) => show('after an await', v && [] instanceof Array));
other.Promise.resolve(1).then(() => show('our reaction to their promise', [] instanceof Array));
