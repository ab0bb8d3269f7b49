// Atomics.wait in a request: /SLEEP waits for so many milliseconds, /endless until somebody notifies.
export default async (request) => {
    const path = new URL(request.url).pathname;
    if (path === '/light')
        return new Response('light');
    const words = new Int32Array(new SharedArrayBuffer(8));
    setTimeout(() => Atomics.store(words, 1, 1), 1);
    try {
        const how = Atomics.wait(words, 0, 0, path === '/endless' ? Infinity : Number(path.slice(1)));
        const seen = words[1];
        await new Promise((resolve) => setTimeout(resolve, 5));
        return new Response(`${how} ${seen} ${words[1]}`);
    } catch (error) {
        return new Response(error.name);
    }
};
