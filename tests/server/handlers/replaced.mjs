// A timer of the modules' top-level code replaces what they keep, and makes garbage. A request goes on with what it took.
const make = (round) => Array.from({ length: 200 }, (_, i) => ({ round, text: `object ${i} of ${round}` }));
let kept = make(0);
let round = 0;

setInterval(() => {
    kept = make(++round);
    for (let i = 0; i < 20; i++)
        make(-1);
}, 2);

export default {
    async fetch() {
        const taken = kept;
        const first = taken[0].round;
        for (let i = 0; i < 40; i++)
            await new Promise((resolve) => setTimeout(resolve, 10));
        const isWhole = taken.every((object, i) => object.round === first && object.text === `object ${i} of ${first}`);
        return new Response(`${isWhole ? 'whole' : 'broken'}, ${round > first ? 'replaced' : 'not replaced'}`);
    },
};
