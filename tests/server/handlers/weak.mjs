// Weak collections of a module, which requests share where --state=worker keeps them.
const values = new WeakMap(), members = new WeakSet(), registry = new FinalizationRegistry(() => {});
const key = {}, symbol = Symbol('key'), proxy = new Proxy({}, {});
let references = [];

values.set(key, { text: 'value of a key', next: { text: 'through another' } });
values.set(values.get(key).next, values.get(key).next.text);
values.set(symbol, 'of a symbol').set(proxy, 'of a proxy');
members.add(key);

function garbage() {
    let made;
    for (let i = 0; i < 20_000; i++) made = { i, list: [i, made && i] };
    return made;
}

const paths = {
    // 1,000 keys with 8 KB each; values refer to their own keys, and the keys in turn to those before and after them.
    '/fill'() {
        let before = {};
        for (let i = 0; i < 1000; i++) {
            const object = {}, text = new Array(1000).fill(i);
            values.set(object, { object, before, text });
            values.set(before, { object, earlier: values.get(before) && i, text });
            members.add(object);
            registry.register(object, 'held', object);
            references.push(new WeakRef(object));
            before = object;
        }
        references = references.slice(-5000);
        return 'filled';
    },
    '/kept'() {
        garbage();
        const { text, next } = values.get(key);
        return `kept ${text}, ${values.get(next)}, ${values.get(symbol)}, ${values.get(proxy)}, ${members.has(key) && 'as member'}`;
    },
    '/dead': () => `${references.filter((reference) => reference.deref() === undefined).length} of ${references.length}`,
    // Within one job a reference gives what it has given before.
    '/job'() {
        const fresh = Array.from({ length: 1000 }, (_, i) => new WeakRef({ i }));
        for (let i = 0; i < 20; i++) garbage();
        return fresh.every((reference, i) => reference.deref()?.i === i) ? 'whole' : 'half';
    },
};

export default {
    fetch: (request) => new Response(paths[new URL(request.url).pathname]()),
};
