// Turns of the modules' own (timers, promises of top-level code) beside requests: every way in which a request changes a thing, by
// every way in which a turn changes the same thing, while the request waits and while it computes.
//
// A timer makes all things of the kind TURNS_KIND anew, the next one changes each, and so on. A request that has changed a thing
// keeps it as it left it, whole, and can go on with it; one that has not follows the turns when it waits, and never in the middle
// of a job.
//
// GET /kinds             the kinds, one a line
// GET /names             the pairs OWN/OTHER of this kind, one a line
// GET /waiting/NAME      changes the thing by OWN; a turn changes it by OTHER meanwhile
// GET /changed/NAME      looks at what the turn alone has made of it
// GET /computing         changes all of them by OWN, in one job during which turns change them
// GET /reading           looks at all of them, in one job during which turns change them, and then again
// Each of the last four answers with an empty text, or says what is wrong.
const words = (n) => Array.from({ length: n }, (_, i) => `w${i}`);
const keys = Array.from({ length: 60 }, (_, n) => ({ n }));
const other_prototype = { inherited: 'other' };

function properties(o) {
    const texts = Reflect.ownKeys(o).map((key) => {
        const d = Object.getOwnPropertyDescriptor(o, key);
        return `${String(key)}${d.get ? '=>' + o[key] : '=' + String(d.value)}${d.writable ? 'w' : ''}${d.enumerable ? 'e' : ''}${d.configurable ? 'c' : ''}`;
    });
    return `${texts.join()} ${Object.isExtensible(o)} ${o.inherited}`;
}

const object_changes = {
    set: (o) => { o.a = o.a + 1; },
    add: (o) => { o.d = 'd'; },
    add_another: (o) => { o.e = { toString: () => 'e' }; },
    add_many: (o) => { for (const w of words(40)) o[w] = w; },
    delete: (o) => { delete o.b; },
    accessor: (o) => { Object.defineProperty(o, 'a', { get: () => 'got', configurable: true }); },
    attributes: (o) => { Object.defineProperty(o, 'b', { enumerable: false, value: 'hidden' }); },
    freeze: (o) => { Object.freeze(o); },
    seal: (o) => { Object.seal(o); },
    prototype: (o) => { Object.setPrototypeOf(o, other_prototype); },
    symbol: (o) => { o[Symbol.for('s')] = 1; },
    index: (o) => { o[3] = 'three'; },
};
const array_changes = {
    set: (o) => { o[1] = 'set'; },
    push: (o) => { o.push('p', 'q'); },
    push_many: (o) => { o.push(...words(100)); },
    pop: (o) => { o.pop(); },
    shift: (o) => { o.shift(); },
    unshift: (o) => { o.unshift('u', 'v'); },
    splice: (o) => { o.splice(1, 2, 'x', 'y', 'z'); },
    shorter: (o) => { o.length = 2; },
    longer: (o) => { o.length = 20; },
    sort: (o) => { o.sort((a, b) => (String(a) < String(b) ? 1 : -1)); },
    fill: (o) => { o.fill('f', 1); },
    far: (o) => { o[100_000] = 'far'; },
    delete: (o) => { delete o[2]; },
    accessor: (o) => { Object.defineProperty(o, 0, { get: () => 'got', configurable: true, enumerable: true }); },
    freeze: (o) => { Object.freeze(o); },
    property: (o) => { o.extra = 'extra'; },
};
const map_changes = {
    set: (o) => { o.set('w1', 'set'); },
    add: (o) => { o.set('new', 1); },
    add_another: (o) => { o.set('newer', { toString: () => 'object' }); },
    add_many: (o) => { for (const w of words(60)) o.set(`m${w}`, w); },
    delete: (o) => { o.delete('w1'); },
    clear: (o) => { o.clear(); },
    move: (o) => { o.delete('w0'); o.set('w0', 'moved'); },
};
const set_changes = {
    add: (o) => { o.add('new'); },
    add_another: (o) => { o.add('newer'); },
    add_many: (o) => { for (const w of words(60)) o.add(`m${w}`); },
    delete: (o) => { o.delete('w1'); },
    clear: (o) => { o.clear(); },
};
const weak_changes = {
    set: (o) => { o.set(keys[1], 'set'); },
    add: (o) => { o.set(keys[10], 'new'); },
    add_another: (o) => { o.set(keys[11], 'newer'); },
    add_many: (o) => { for (const key of keys.slice(12)) o.set(key, key.n); },
    delete: (o) => { o.delete(keys[2]); },
};
const byte_changes = {
    set: (o) => { o[1] = 7; },
    fill: (o) => { o.fill(9, 0, 40); },
    larger: (o) => { if (!o.buffer.detached) o.buffer.resize(1000); },
    smaller: (o) => { if (!o.buffer.detached) o.buffer.resize(16); },
    transfer: (o) => { if (!o.buffer.detached) o.buffer.transfer(); },
};
const params_changes = {
    append: (o) => { o.append('z', '26'); },
    set: (o) => { o.set('a', 'A'); },
    delete: (o) => { o.delete('b'); },
    sort: (o) => { o.sort(); },
};

class Hidden { #x = 1; #y = 2; get text() { return `${this.#x} ${this.#y}`; } x() { this.#x = 'x'; } y() { this.#y = 'y'; } }
function counter() {
    let n = 0;
    return { next: () => ++n, set: (v) => { n = v; }, text: () => String(n) };
}
function* numbers() { let i = 0; while (true) yield i++; }

const kinds = {
    object: { make: () => ({ a: 1, b: 2, c: 3 }), show: properties, changes: object_changes },
    dictionary: {
        make: () => { const o = {}; for (const w of words(40)) o[w] = w; o.a = 1; o.b = 2; return o; }, show: properties, changes: object_changes,
    },
    array: { make: () => [1, 2, 3, 4, 5, 6], show: (o) => `${o.length} ${properties(o)}`, changes: array_changes },
    long: { make: () => words(400), show: (o) => `${o.length} ${o.join()} ${o.extra} ${Object.isFrozen(o)}`, changes: array_changes },
    map: { make: () => new Map(words(5).map((w) => [w, w])), show: (o) => `${o.size} ${[...o]} ${o.get('w1')} ${o.get('new')}`, changes: map_changes },
    set: { make: () => new Set(words(5)), show: (o) => `${o.size} ${[...o]} ${o.has('w1')} ${o.has('new')}`, changes: set_changes },
    weak_map: {
        make: () => new WeakMap(keys.slice(0, 5).map((key) => [key, key.n])), show: (o) => keys.map((key) => `${o.has(key)} ${o.get(key)}`).join(),
        changes: weak_changes,
    },
    bytes: { make: () => new Uint8Array(new ArrayBuffer(64, { maxByteLength: 4096 })), show: (o) => `${o.length} ${o.buffer.byteLength} ${[...Array(o.length).keys()].map((i) => o[i])}`, changes: byte_changes },
    params: { make: () => new URLSearchParams('b=2&a=1&c=3'), show: String, changes: params_changes },
    captured: { make: counter, show: (o) => o.text(), changes: { next: (o) => { o.next(); }, set: (o) => { o.set('text'); } } },
    hidden: { make: () => new Hidden(), show: (o) => o.text, changes: { x: (o) => { o.x(); }, y: (o) => { o.y(); } } },
    statics: {
        make: () => class { static count = 0; }, show: (o) => `${o.count} ${o.extra}`,
        changes: { count: (o) => { o.count++; }, extra: (o) => { o.extra = 1; } },
    },
    methods: {
        make: () => class { method() { return 'old'; } }, show: (o) => `${new o().method()} ${new o().more?.()}`,
        changes: { method: (o) => { o.prototype.method = () => 'new'; }, more: (o) => { o.prototype.more = () => 'more'; } },
    },
    generator: {
        make: numbers, show: (o) => Object.keys(o).map((k) => o[k]).join(),
        changes: { next: (o) => { o.first = o.next().value; }, end: (o) => { o.last = o.return(5).value; } },
    },
    iterator: {
        make: () => ['a', 'b', 'c'].values(), show: (o) => Object.keys(o).map((k) => o[k]).join(),
        changes: { next: (o) => { o.first = o.next().value; }, all: (o) => { o.rest = [...o].join(); } },
    },
    pattern: {
        make: () => /o/g, show: (o) => `${o.lastIndex} ${o.source}`,
        changes: { exec: (o) => { o.exec('foo'); }, last: (o) => { o.lastIndex = 7; }, compile: (o) => { o.compile('b', 'g'); } },
    },
    date: { make: () => new Date(0), show: (o) => o.toISOString(), changes: { year: (o) => { o.setUTCFullYear(2020); }, day: (o) => { o.setUTCDate(7); } } },
    function: {
        make: () => { const f = function named(a, b) {}; return f.prototype && f.name && f.length && f; }, // makes its properties
        show: (o) => `${o.name} ${o.length} ${o.extra} ${o.prototype?.x}`,
        changes: {
            name: (o) => { Object.defineProperty(o, 'name', { value: 'other' }); }, length: (o) => { delete o.length; }, extra: (o) => { o.extra = 1; },
            prototype: (o) => { o.prototype = { x: 1 }; },
        },
    },
};

const { make, show, changes } = kinds[process.env.TURNS_KIND] ?? kinds.object;
const pairs = Object.entries(changes).flatMap(([own_name, own]) =>
    Object.entries(changes).map(([other_name, other]) => ({ name: `${own_name}/${other_name}`, own, other })));
const number_of = new Map(pairs.map((pair, i) => [pair.name, i]));

let things = pairs.map(make);
let is_changed = false;
let turns = 0;
const next = {};
function announce(name) {
    next[name]?.settle();
    next[name] = {};
    next[name].promise = new Promise((settle) => { next[name].settle = settle; });
}
announce('made');
announce('changed');

setInterval(() => {
    turns++;
    is_changed = !is_changed;
    if (is_changed)
        pairs.forEach((pair, i) => attempt(pair.other, things[i]));
    else
        things = pairs.map(make);
    announce(is_changed ? 'changed' : 'made');
}, 40);

// What is frozen cannot be changed, and says so; that is a result as any other.
function attempt(change, thing) {
    try {
        change(thing);
    } catch (error) {
        if (!(error instanceof TypeError))
            throw error;
    }
}

// What the changes make of a thing that nobody else sees.
function expected(...changes) {
    const thing = make();
    for (const change of changes)
        attempt(change, thing);
    return show(thing);
}

const compare = (what, shown, wanted) => (shown === wanted ? '' : `${what}: ${shown} instead of ${wanted}\n`);

function compute(ms) {
    const end = performance.now() + ms;
    while (performance.now() < end);
}

async function waiting(i) {
    const pair = pairs[i];
    while (is_changed)
        await next.made.promise;
    const thing = things[i], turn = next.changed.promise;
    attempt(pair.own, thing);
    let wrong = compare('at once', show(thing), expected(pair.own));
    await turn;
    wrong += compare('after the turn', show(thing), expected(pair.own));
    attempt(pair.other, thing);
    wrong += compare('changed further', show(thing), expected(pair.own, pair.other));
    await next.made.promise;
    return wrong + compare('after another turn', show(thing), expected(pair.own, pair.other));
}

async function changed(i) {
    while (!is_changed)
        await next.changed.promise;
    return compare('of the turn', show(things[i]), expected(pairs[i].other));
}

async function computing() {
    while (is_changed)
        await next.made.promise;
    const seen = things, turn = next.changed.promise, before = turns;
    pairs.forEach((pair, i) => attempt(pair.own, seen[i]));
    compute(150);
    const wrong = () => pairs.map((pair, i) => compare(pair.name, show(seen[i]), expected(pair.own))).join('');
    const during = wrong() + (turns === before ? '' : 'a turn was seen in the middle of a job\n');
    await turn;
    return during + wrong();
}

async function reading() {
    const shown = () => pairs.map((pair, i) => show(things[i])).join('\n');
    const before = turns, seen = shown(), turn = Promise.race([next.made.promise, next.changed.promise]);
    compute(150);
    const during = turns !== before || shown() !== seen ? 'a turn was seen in the middle of a job\n' : '';
    await turn;
    return during + (turns === before ? 'the turns were not seen after the job\n' : '') +
        pairs.map((pair, i) => compare(pair.name, show(things[i]), is_changed ? expected(pair.other) : expected())).join('');
}

export default {
    async fetch(request) {
        const [, verb, ...rest] = new URL(request.url).pathname.split('/');
        const i = number_of.get(rest.join('/'));
        const answers = { kinds: () => Object.keys(kinds).join('\n'), names: () => pairs.map((pair) => pair.name).join('\n'),
                          waiting: () => waiting(i), changed: () => changed(i), computing, reading };
        return new Response(await answers[verb]());
    },
};
