// Long loops inside the runtime, one a path: each must yield within a few milliseconds, be ended by its limits or come to its
// end, and give its memory back. `GET /NAME?ms=300` repeats one for so long; `GET /names` lists them.
const big = 'abcdefgh'.repeat(1 << 18);
const numbers = Array.from({ length: 300000 }, (_, i) => (i * 7919) % 300007);
const objects = numbers.slice(0, 50000).map((n) => ({ id: n, name: `n${n}` }));
const text = JSON.stringify(objects);
const wide = Object.fromEntries(Array.from({ length: 30000 }, (_, i) => [`key${i}`, i]));
const map = new Map(numbers.map((n) => [n, n]));
const shared = new Array(200000).fill(0);
const shared_bytes = new Uint8Array(4 << 20);
const shared_objects = Array.from({ length: 400000 }, (_, i) => ({ i }));

const shuffled = () => ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].sort(() => Math.random() - 0.5);

const loops = {
    sort: () => numbers.slice().sort(),
    sort_numbers: () => numbers.slice().sort((a, b) => a - b),
    to_sorted: () => numbers.toSorted(),
    typed_sort: () => new Float64Array(numbers).sort(),
    index_of: () => numbers.indexOf(-1) + numbers.lastIndexOf(-1) + numbers.includes(-1),
    join: () => numbers.join(','),
    concat: () => numbers.concat(numbers, numbers),
    flat: () => numbers.map((n) => [n]).flat(),
    reverse: () => numbers.slice().reverse(),
    splice: () => { const a = numbers.slice(); for (let i = 0; i < 50; i++) a.splice(1, 0, i); return a; },
    unshift: () => { const a = numbers.slice(); for (let i = 0; i < 50; i++) a.unshift(i); return a; },
    spread: () => [...numbers, ...numbers],
    spread_map: () => [...map, ...map.values()],
    array_from: () => Array.from(map),
    fill: () => new Array(3000000).fill(1),
    huge_array: () => Array(4294967295).indexOf(1),
    huge_join: () => Array(1 << 27).join('ab'),
    copy_within: () => new Uint8Array(32 << 20).copyWithin(0, 5),
    typed_fill: () => new Uint8Array(32 << 20).fill(1),
    typed_from: () => Uint32Array.from(numbers),
    typed_index_of: () => new Uint8Array(64 << 20).indexOf(1),
    typed_set: () => new Float64Array(1000000).set(new Uint8Array(1000000)),
    typed_join: () => new Uint8Array(1 << 20).join(),
    repeat: () => 'ab'.repeat(40 << 20).length,
    repeat_flat: () => 'ab'.repeat(40 << 20).charCodeAt(5),
    pad: () => 'x'.padStart(60 << 20, 'abc').length,
    index_in_text: () => big.indexOf('hgfedcba') + big.lastIndexOf('hgfedcba'),
    index_in_wide: () => (big + '€').indexOf('€€'),
    split: () => big.split('a'),
    split_units: () => big.split(''),
    replace_all: () => big.replaceAll('a', 'bcd'),
    upper: () => (big + 'ß').toUpperCase(),
    normalize: () => (big + 'é').normalize('NFD'),
    normalize_marks: () => '\u0301\u0323'.repeat(1 << 20).normalize('NFC').length,
    shift_digits: () => ((1n << 30000000n) - 1n) >> 12345n << 777n,
    trim: () => (' '.repeat(4 << 20) + 'x' + ' '.repeat(4 << 20)).trim(),
    compare: () => (big + 'a') < (big + 'b') && (big + 'a').localeCompare(big + 'b'),
    code_points: () => [...big].length,
    concat_loop: () => { let s = ''; for (let i = 0; i < 300000; i++) s += i; return s.length + s.indexOf('x'); },
    rope_prepend: () => { let s = ''; for (let i = 0; i < 300000; i++) s = i + s; return s.indexOf('x'); },
    regexp_global: () => big.match(/[ab]/g),
    regexp_scan: () => /hgfe+dcba$/.exec(big),
    regexp_backtrack: () => /^(a+)+$/.exec('a'.repeat(40) + 'b'),
    regexp_replace: () => big.replace(/a(.)/g, '$1'),
    regexp_split: () => big.split(/[ac]/),
    regexp_sticky: () => { let n = 0; for (const m of big.matchAll(/h/g)) n += m.index; return n; },
    json_parse: () => JSON.parse(text),
    json_stringify: () => JSON.stringify(objects),
    json_text: () => JSON.stringify(big + '"\n'),
    keys: () => Object.keys(wide).length + Object.entries(wide).length,
    assign: () => Object.assign({}, wide),
    for_in: () => { let n = 0; for (const k in wide) n += k.length; return n; },
    freeze: () => Object.freeze({ ...wide }),
    from_entries: () => Object.fromEntries(Object.entries(wide)),
    define_properties: () => Object.defineProperties({}, Object.getOwnPropertyDescriptors(wide)),
    group_by: () => Object.groupBy ? Object.groupBy(numbers, (n) => n % 7) : 0,
    map_build: () => new Map(numbers.map((n) => [n, n])),
    map_iterate: () => { let n = 0; map.forEach((v) => { n += v; }); for (const [k] of map) n += k; return n; },
    set_build: () => new Set(numbers).size,
    map_clear: () => { const m = new Map(map); m.clear(); return m; },
    clone: () => structuredClone(objects),
    apply: () => Math.max.apply(null, numbers.slice(0, 60000)),
    from_char_code: () => String.fromCharCode.apply(null, numbers.slice(0, 60000)),
    bigint_multiply: () => (3n ** 100000n) * (7n ** 100000n),
    bigint_print: () => (3n ** 200000n).toString().length,
    bigint_parse: () => BigInt('9'.repeat(200000)),
    bigint_shift: () => (1n << 20000000n) >> 5n,
    number_format: () => { let n = 0; for (let i = 0; i < 100000; i++) n += (i / 7).toFixed(20).length + (i * 1e300).toString(2).length; return n; },
    encode: () => new TextEncoder().encode(big + '€').length,
    decode: () => new TextDecoder().decode(new Uint8Array(32 << 20).fill(65)).length,
    uri: () => decodeURIComponent(encodeURIComponent(big)).length,
    escape: () => btoa(atob(btoa(big))).length,
    url: () => new URL('http://h/' + big).href.length,
    url_segments: () => new URL('http://h/' + 'a/../'.repeat(1 << 20)).href.length,
    search: () => { const p = new URLSearchParams('a=b&'.repeat(1 << 16)); for (let i = 0; i < 200; i++) p.get('c'); return p.getAll('a').length; },
    search_delete: () => { const p = new URLSearchParams('a=b&'.repeat(1 << 16)); p.set('a', 'c'); return p.size; },
    headers: () => { const h = new Headers(); for (let i = 0; i < 20000; i++) h.append('n' + i, 'v'); return [...h].length; },
    search_params: () => new URLSearchParams(text.slice(0, 1 << 20)).toString().length,
    shared_array: () => { for (let i = 0; i < shared.length; i++) shared[i]++; return shared.fill(3); },
    shared_push: () => { for (let i = 0; i < 200000; i++) shared.push(i); return shared.length; },
    shared_bytes: () => { for (let i = 0; i < shared_bytes.length; i++) shared_bytes[i] = i; return shared_bytes.fill(3); },
    shared_map: () => { for (let i = 0; i < 100000; i++) map.set(i, 'mine'); return map.size; },
    shared_objects: () => { for (const o of shared_objects) o.i++; },
    grow: () => { const a = []; for (let i = 0; i < 4000000; i++) a.push(i); return a.length; },
    grow_map: () => { const m = new Map(); for (let i = 0; i < 500000; i++) m.set(i, i); return m.size; },
    grow_dictionary: () => { const o = {}; for (let i = 0; i < 100000; i++) o['p' + i] = i; return o; },
    names: () => { const o = {}, start = Math.random(); for (let i = 0; i < 100000; i++) o[start + ' ' + i] = i; return o; },
    name_each: () => { const start = Math.random(); for (let i = 0; i < 100000; i++) ({})[start + ' ' + i] = i; },
    names_parsed: () => { const start = Math.random(); for (let i = 0; i < 50000; i++) JSON.parse(`{"${start} ${i}":1}`); },
    names_ordered: () => { for (let i = 0; i < 50000; i++) { const o = {}; for (const name of shuffled()) o[name] = 1; } },
    symbols_registered: () => { const start = Math.random(); for (let i = 0; i < 100000; i++) Symbol.for(start + ' ' + i); },
    symbols: () => { const o = {}; for (let i = 0; i < 100000; i++) o[Symbol()] = i; return o; },
    classes: () => { for (let i = 0; i < 20000; i++) { class A { #x = i; y = 1; } class B extends A { z = 2; } new B().w = 1; } },
    linked_list: () => { let list = null; for (let i = 0; i < 500000; i++) list = { next: list, i }; return list; },
    garbage: () => { let n = 0; for (let i = 0; i < 1000000; i++) n += [i, { i }].length; return n; },
    async_queue: () => { const it = (async function* () { yield 1; await new Promise(() => {}); })(); for (let i = 0; i < 200000; i++) it.next(); },
    proxies: () => { const p = new Proxy(numbers, {}); return p.indexOf(-1); },
    date: () => { let n = 0; for (let i = 0; i < 100000; i++) n += new Date(i * 1e9).toISOString().length; return n; },
    errors: () => { let n = 0; for (let i = 0; i < 100000; i++) n += new Error('x').stack.length; return n; },
    keep: () => { const all = []; for (;;) all.push(new Array(1000).fill(0)); },
    keep_bytes: () => { const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1)); },
    keep_text: () => { const all = []; for (let i = 0; ; i++) all.push('x'.repeat(1000) + i); },
    keep_jobs: () => { for (;;) Promise.resolve([1, 2, 3]).then(() => {}); },
    job_queue: () => {
        for (let i = 0; i < 100000; i++) Promise.resolve([i]).then(() => {});
        for (let i = 0, garbage = []; i < 500000; i++) garbage = [i, garbage.length];
    },
    keep_closures: () => { const all = []; for (;;) { const x = [1, 2, 3]; all.push(() => x); } },
    huge_bytes: () => { const all = []; for (;;) all.push(new ArrayBuffer(1 << 30)); },
    double_text: () => { let s = 'ab'; for (;;) s = s + s; },
    double_array: () => { let a = [1]; for (;;) a = a.concat(a); },
};

export default async (request) => {
    const url = new URL(request.url);
    const name = url.pathname.slice(1);
    const ms = Number(url.searchParams.get('ms') ?? 300);
    if (name === 'light')
        return new Response('ok');
    if (name === 'names')
        return new Response(Object.keys(loops).join('\n'));
    const start = Date.now();
    try {
        do
            loops[name]();
        while (Date.now() - start < ms);
    } catch (error) {
        return new Response(`${error.name}: ${error.message}`);
    }
    return new Response('done');
};
