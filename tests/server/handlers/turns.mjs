// What timers of the module do beside requests: /follow and /compute wait for the next turn of one, /halves looks at what another
// one writes, which every other time never comes to its end.
let config = { round: 0 };
let requests = 0;
let ring;
let bell = new Promise((resolve) => (ring = resolve));
const halves = { first: 0, second: 0, list: [] };
let runs = 0;

setInterval(() => {
    config = { round: config.round + 1 };
    ring(config.round);
    bell = new Promise((resolve) => (ring = resolve));
}, 50);

setInterval(() => {
    halves.first++;
    halves.list.push(halves.first);
    if (halves.first % 2 === 0)
        for (;;) runs++;
    halves.second++;
}, 60);
const timer = setInterval(() => { halves.list.length = 0; }, 1_000_000);

function compute(ms) {
    const end = performance.now() + ms;
    while (performance.now() < end);
}

const paths = {
    async '/follow'() {
        requests++;
        const rung = await bell;
        return `${config.round >= rung} ${requests}`;
    },
    async '/compute'() {
        const before = config.round, next = bell;
        compute(200);
        const during = config.round, late = bell.then((rung) => config.round >= rung);
        const rung = await next;
        return `${during === before} ${config.round >= rung} ${await late}`;
    },
    '/halves': () => `${halves.first} ${halves.second} ${halves.list} ${runs}`,
    '/stop'() {
        timer.close();
        clearInterval(timer);
        clearInterval(Number(timer));
        return String(timer.refresh().unref().hasRef());
    },
};

export default {
    fetch: async (request) => new Response(await paths[new URL(request.url).pathname]()),
};
