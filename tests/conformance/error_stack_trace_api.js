// V8's stack trace API: what programs that call it see, by node.
function show(name, f) {
    try {
        console.log(name, f());
    } catch (e) {
        console.log(name, 'threw', String(e));
    }
}
const head = s => (typeof s === 'string' ? s.split('\n')[0] : s);
const frames = s => s.split('\n').length - 1;
function withLimit(limit, f) {
    Error.stackTraceLimit = limit;
    try {
        return f();
    } finally {
        Error.stackTraceLimit = 10;
    }
}
function withPrepare(prepare, f) {
    const before = Error.prepareStackTrace;
    Error.prepareStackTrace = prepare;
    try {
        return f();
    } finally {
        Error.prepareStackTrace = before;
    }
}

// The text is made when it is read first, and stays.
show('message set later', () => { const e = new Error('a'); e.message = 'b'; return head(e.stack); });
show('message set after reading', () => { const e = new Error('a'); e.stack; e.message = 'b'; return head(e.stack); });
show('name by a getter', () => { class X extends Error { get name() { return 'X'; } } return head(new X('m').stack); });
show('name in a constructor', () => { class X extends Error { constructor(m) { super(m); this.name = 'N'; } } return head(new X('m').stack); });
show('message that throws', () => { const e = {get message() { throw 1; }}; Error.captureStackTrace(e); return head(e.stack); });
show('descriptor', () => {
    const d = Object.getOwnPropertyDescriptor(new Error('a'), 'stack');
    return [typeof d.value, d.writable, d.enumerable, d.configurable, 'get' in d];
});
show('assigned', () => { const e = new Error('a'); e.stack = 5; return [e.stack, Object.getOwnPropertyDescriptor(e, 'stack').value]; });
show('assigned by inheritance', () => {
    const e = new Error('a'), o = Object.create(e);
    o.stack = 5;
    return [o.stack, head(e.stack), Object.keys(o)];
});
show('redefined', () => { const e = new Error('a'); Object.defineProperty(e, 'stack', {enumerable: true}); return [head(e.stack), Object.keys(e)]; });
show('redefined with a value', () => { const e = new Error('a'); Object.defineProperty(e, 'stack', {value: 7}); return e.stack; });
show('redefined with a getter', () => { const e = new Error('a'); Object.defineProperty(e, 'stack', {get() { return 8; }}); return e.stack; });
show('frozen', () => { 'use strict'; const e = Object.freeze(new Error('a')); return [head(e.stack), head(e.stack), Object.isFrozen(e)]; });
show('deleted', () => { const e = new Error('a'); return [delete e.stack, e.stack]; });
show('spread and assigned', () => [Object.keys({...new Error('a')}), Object.keys(Object.assign({}, new Error('a')))]);

// Error.stackTraceLimit
show('limit', () => [0, 1, 2, 1.9, -1, NaN].map(n => withLimit(n, () => (function f() { return new Error('a'); })()).stack).map(frames));
show('limit is infinite', () => withLimit(Infinity, function f(n = 50) { return n ? [f(n - 1)][0] : new Error('a'); }).stack.split(' f ').length > 50);
show('limit is no number', () => ['3', undefined, null, {}].map(n => withLimit(n, () => new Error('a')).stack));
show('limit at the time of making', () => frames(withLimit(1, () => new Error('a')).stack));
show('limit of captureStackTrace', () => { const o = {}; withLimit(undefined, () => Error.captureStackTrace(o)); return ['stack' in o, o.stack]; });
show('limit is an accessor', () => {
    Object.defineProperty(Error, 'stackTraceLimit', {get() { return 1; }, configurable: true});
    const e = new Error('a');
    Object.defineProperty(Error, 'stackTraceLimit', {value: 10, writable: true, enumerable: true, configurable: true});
    return e.stack;
});

// Error.captureStackTrace
function names(stack) {
    return stack.split('\n').slice(1, 3).map(line => /at (?:Object\.|\w+\.)?(\w+) \(/.exec(line)?.[1]);
}
show('captured', () => { const o = {}; return [Error.captureStackTrace(o), head(o.stack), Object.keys(o)]; });
show('captured with name', () => { const o = {name: 'n', message: 'm'}; Error.captureStackTrace(o); o.message = 'later'; return head(o.stack); });
show('captured above', () => {
    const o = {};
    function inner() { Error.captureStackTrace(o, middle); return 1; }
    function middle() { return inner() + 1; }
    function outer() { return middle() + 1; }
    function outermost() { return outer() + 1; }
    outermost();
    return names(o.stack);
});
show('captured above nothing', () => { const o = {}; Error.captureStackTrace(o, function other() {}); return o.stack; });
show('captured above a thing', () => { const o = {}; Error.captureStackTrace(o, 5); return frames(o.stack) > 0; });
show('captured twice', () => { const e = new Error('a'); const s = e.stack; (function again() { Error.captureStackTrace(e); })(); return [s !== e.stack, names(e.stack)[0]]; });
show('captured on frozen', () => Error.captureStackTrace(Object.freeze({})));
show('captured on array', () => { const a = [1]; Error.captureStackTrace(a); return [head(a.stack), a.length]; });
show('captured on nothing', () => Error.captureStackTrace());

// Error.prepareStackTrace
show('prepared', () => withPrepare((e, sites) => [e.message, Array.isArray(sites), sites.length > 0], () => new Error('a').stack));
show('prepared when read', () => { const e = new Error('a'); return withPrepare(() => 'P', () => e.stack); });
show('prepared once', () => { let n = 0; const e = new Error('a'); return withPrepare(() => ++n, () => [e.stack, e.stack, n]); });
show('not prepared when read later', () => head(withPrepare(() => 'P', () => new Error('a')).stack));
show('prepared with this', () => withPrepare(function () { return this === Error; }, () => new Error('a').stack));
show('prepared for captured', () => { const o = {}; return withPrepare((e, s) => e === o, () => (Error.captureStackTrace(o), o.stack)); });
show('prepare throws', () => withPrepare(() => { throw 'x'; }, () => new Error('a').stack));
show('prepare has thrown', () => { const e = new Error('a'); try { withPrepare(() => { throw 'x'; }, () => e.stack); } catch {} return head(e.stack); });
show('prepare is no function', () => withPrepare(5, () => head(new Error('a').stack)));
show('prepared of the engine', () => withPrepare(e => 'P ' + e.message, () => { try { null.x; } catch (e) { return e.stack; } }));
show('prepare makes errors', () => { let n = 0; return withPrepare(() => (n++, head(new Error('in').stack)), () => [new Error('a').stack, n]); });

// Call sites
const sites = f => withPrepare((e, s) => s, f);
class K {
    m() { return new Error('x').stack; }
    get g() { return new Error('x').stack; }
    constructor(a) { if (a) this.stack = new Error('x').stack; }
}
const part = s => [s.getFunctionName(), s.getMethodName(), s.isConstructor(), s.isToplevel(), s.isNative(), s.isEval(), s.isAsync(), s.isPromiseAll(), s.getPromiseIndex(), s.getEvalOrigin()];
show('of a method', () => part(sites(() => new K().m())[0]));
show('of a getter', () => part(sites(() => new K().g)[0]));
show('of a constructor', () => part(sites(() => new K(1).stack)[0]));
show('of a function', () => part(sites(function plain() { 'use strict'; return new Error('x').stack; })[0]));
show('their places', () => { const s = sites(() => new Error('x').stack)[0]; return [typeof s.getFileName(), s.getFileName() === s.getScriptNameOrSourceURL(), s.getLineNumber() > 0, s.getColumnNumber() > 0, typeof s.getPosition()]; });
show('their methods', () => Object.getOwnPropertyNames(Object.getPrototypeOf(sites(() => new Error('x').stack)[0])).join());
show('their class', () => { const s = sites(() => new Error('x').stack)[0]; return [s.constructor.name, Object.keys(s), Object.prototype.toString.call(s)]; });
show('as text', () => { const e = new Error('x'); const lines = e.stack; const f = new Error('x'); return sites(() => f.stack).length === frames(lines); });
show('of something else', () => sites(() => new Error('x').stack)[0].getLineNumber.call({}));
