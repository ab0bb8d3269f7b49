// A server in ten lines: each request is an agent of its own, with its own copy of `visits`.
let visits = 0;

export default {
    async fetch(request) {
        const url = new URL(request.url);
        const name = url.searchParams.get('name') ?? 'world';
        visits++;
        return new Response(`Hello, ${name}! (visit ${visits})\n`, { headers: { 'content-type': 'text/plain' } });
    },
};
