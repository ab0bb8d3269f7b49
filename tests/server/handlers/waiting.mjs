// Slow requests: /timer waits for a timer of its own, /bell for a promise that the modules' top-level code keeps, which a timer
// of that code settles every few seconds.
let ring;
let bell;

function hang() {
    bell = new Promise((resolve) => (ring = resolve));
}

hang();
setInterval(() => {
    ring('bell');
    hang();
}, 12_000);

export default {
    async fetch(request) {
        const kind = new URL(request.url).pathname;
        const what = kind === '/bell' ? await bell : await new Promise((resolve) => setTimeout(resolve, 12_000, 'timer'));
        return new Response(what);
    },
};
