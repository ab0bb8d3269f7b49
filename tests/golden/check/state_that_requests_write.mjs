// @command check
let count = 0;
const cache = new Map();
const settings = { hits: 0, nested: { n: 0 } };
class Counter {
    static total = 0;
    static bump() {
        Counter.total++;
    }
}
function start() {
    count = 5; // by the module's body alone
}
start();
export default {
    fetch(request) {
        count++;
        cache.set(request.url, count);
        settings.hits += 1;
        delete settings.nested.n;
        Counter.bump();
        const own = { n: 1 };
        own.n = 2;
        return new Response(String(own.n));
    },
};
