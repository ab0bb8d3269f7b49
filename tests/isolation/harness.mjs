// Serves a table of cases, each a piece of module state that one request pollutes and that another one must see clean.
//
//   cases: { name: { write(), read() } }   write changes the state; read tells its observable state as a string
//
// GET /names             the names, one a line
// GET /read/NAME         read()
// GET /pollute/NAME      read(), then write(), a rest of 30 ms in which other requests run, and read() again: two lines
export function serve(cases) {
    return async (request) => {
        const [, verb, name] = new URL(request.url).pathname.split('/');
        if (verb === 'names')
            return new Response(Object.keys(cases).join('\n'));
        const { read, write } = cases[name];
        if (verb === 'read')
            return new Response(String(await read()));
        const before = await read();
        await write();
        const at_once = await read();
        await new Promise((resolve) => setTimeout(resolve, 30));
        const later = await read();
        if (at_once !== later)
            return new Response(`${before}\nlost: ${at_once} became ${later}`);
        return new Response(`${before}\n${later}`);
    };
}
