// Source text from the client, evaluated: what the tests of tests/server/programs.test.mjs send is hostile.
const indirect = eval;

const routes = {
    '/run': (text) => String(indirect(text)),
    '/sum': () => String(new Function('a', 'b', 'return a + b')(1, 2)),
    '/async': () => indirect('(async function () { let s = 0; for (let i = 0; i < 5; i++) { await null; s += i } return String(s) })')(),
    '/long': () => String(indirect(`var x; ${'x = x + 1; '.repeat(40_000)}`)),
    '/deep': () => String(indirect('['.repeat(2_000) + ']'.repeat(2_000)).length),
    '/deeper': () => String(indirect(`${'('.repeat(5_000)}1${')'.repeat(5_000)}`)),
    '/many': () => { for (let i = 0; ; i++) indirect(`(function f${i}() { return ${i} })`); },
    '/grow': () => { for (const kept = []; ; ) kept.push(indirect(`(function () { return [${'1, '.repeat(1000)}] })`)); },
    '/light': () => 'light',
};

export default {
    async fetch(request) {
        const { pathname, searchParams } = new URL(request.url);
        try {
            return new Response(await routes[pathname](searchParams.get('text')));
        } catch (error) {
            return new Response(String(error));
        }
    },
};
