// Evaluates what it is sent, in the scope of the handler: hostile code by definition. The answer is the value, or the error.
let kept = 'snapshot';
const read = () => kept;

export default {
    async fetch(request) {
        const code = decodeURIComponent(new URL(request.url).search.slice(1));
        const own = 'own';
        try {
            return new Response(String(await eval(code)));
        } catch (error) {
            return new Response(`${error.name}: ${error.message}`);
        }
    },
    read,
};
