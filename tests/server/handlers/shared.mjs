// Module state that requests share where --state=worker keeps it. /wait waits for what another request, /settle, brings about;
// /change writes an object that /make has made and stored, in two steps with work between them, and /check looks at it.
let settle;
let shared = new Promise((resolve) => (settle = resolve));
let record;

function work() {
    let x = 1;
    for (let i = 0; i < 100_000; i++) x = (Math.imul(x, 1103515245) + 12345) & 0x7fffffff;
    return x;
}

const paths = {
    '/wait': async () => `waited for ${await shared}`,
    '/settle'() {
        settle('another request');
        return 'settled';
    },
    '/make'() {
        record = { before: 0, after: 0, list: [0], map: new Map([['n', 0]]) };
        return 'made';
    },
    '/change'() {
        record.before++;
        record.list[0]++;
        record.map.set('n', record.map.get('n') + 1);
        work();
        record.after++;
        return 'changed';
    },
    '/check': () => (record.before === record.after && record.list[0] === record.after && record.map.get('n') === record.after ? 'whole' : 'half'),
};

export default {
    fetch: async (request) => new Response(await paths[new URL(request.url).pathname]()),
};
