// Variables, functions, classes, collections, iterators, generators, promises, bytes and regular expressions of modules.
import { serve } from './harness.mjs';

let variable = 0;
export let exported = 'old';
const counter = (() => { let n = 0; return { next: () => ++n, get: () => n }; })();
const memo = new Map();
const secrets = new Map([['a', 1], ['b', { c: 2 }]]);
const set = new Set([1, 2, 3]);
const big = new Map(Array.from({ length: 2000 }, (_, i) => [i, i]));
const key = {};
const weak = new WeakMap([[key, 'old']]);
const weak_set = new WeakSet();
class Statics { static count = 0; static #secret = 'old'; static secret(v) { return v === undefined ? Statics.#secret : (Statics.#secret = v); } method() { return 'old'; } static { this.list = []; } }
class Child extends Statics { inherited() { return super.method(); } }
function lazy() {}
function named(a, b) {}
const arrow = () => 1;
const global_pattern = /o/g;
const sticky = /a/y;
const pattern = /old/;
const source = [1, 2, 3, 4];
const iterator = source[Symbol.iterator]();
const map_iterator = secrets.keys();
const string_iterator = 'abc'[Symbol.iterator]();
const helper = [1, 2, 3, 4].values().map((x) => x * 2);
function* numbers() { let i = 0; while (true) yield i++; }
const generator = numbers();
generator.next();
async function* slow() { let i = 0; while (true) yield i++; }
const async_generator = slow();
let resolve_later;
const pending = new Promise((resolve) => { resolve_later = resolve; });
const settled = Promise.resolve('shared');
const bytes = new Uint8Array(64);
const large = new Float64Array(100000);
const view = new DataView(new ArrayBuffer(16));
const buffer = new ArrayBuffer(8, { maxByteLength: 64 });
const moved = new ArrayBuffer(32);
const headers = new Headers({ a: 'b' });
const params = new URLSearchParams('a=b');
const url = new URL('http://host/path?x=1');
const bound = named.bind(null, 1);
let lazy_value;
const once = () => (lazy_value ??= Math.random());
const cache = {};
const tag = (strings) => strings;
const literal = () => tag`x${1}y`;
const registry = [];
const handlers = { list: [] };
const object_with_method = { m() { return 'old'; } };

export default serve({
    variable: { read: () => variable, write: () => { variable += 5; } },
    variable_object: { read: () => typeof variable, write: () => { variable = { mine: [1] }; } },
    exported: { read: () => exported, write: () => { exported = 'new'; } },
    captured: { read: () => counter.get(), write: () => { counter.next(); counter.next(); } },
    memo: { read: () => memo.size, write: () => { memo.set('secret', { password: 1 }); } },
    map_changed: { read: () => secrets.get('a'), write: () => { secrets.set('a', 'x'); } },
    map_deleted: { read: () => [...secrets.keys()].join(), write: () => { secrets.delete('a'); } },
    map_cleared: { read: () => secrets.size, write: () => { secrets.clear(); } },
    map_grown: { read: () => big.size + ',' + big.get(5) + ',' + big.has(5000), write: () => { for (let i = 0; i < 10000; i++) big.set(i, 'mine'); } },
    map_order: { read: () => [...secrets.keys()].join(), write: () => { const a = secrets.get('a'); secrets.delete('a'); secrets.set('a', a); } },
    set_added: { read: () => [...set].join(), write: () => { set.add(4); set.delete(1); } },
    set_cleared: { read: () => set.size, write: () => { set.clear(); set.add('mine'); } },
    weak_map: { read: () => weak.get(key), write: () => { weak.set(key, 'evil'); } },
    weak_map_deleted: { read: () => weak.has(key), write: () => { weak.delete(key); } },
    weak_set: { read: () => weak_set.has(key), write: () => { weak_set.add(key); } },
    static_field: { read: () => Statics.count, write: () => { Statics.count++; } },
    static_private: { read: () => Statics.secret(), write: () => { Statics.secret('evil'); } },
    static_list: { read: () => Statics.list.length, write: () => { Statics.list.push({ user: 1 }); } },
    method_replaced: { read: () => new Statics().method() + new Child().inherited(), write: () => { Statics.prototype.method = () => 'evil'; } },
    method_added: { read: () => new Child().extra?.(), write: () => { Child.prototype.extra = () => 'evil'; } },
    parent_switched: { read: () => Object.getPrototypeOf(Child) === Statics, write: () => { Object.setPrototypeOf(Child, class {}); } },
    object_method: { read: () => object_with_method.m(), write: () => { object_with_method.m = () => 'evil'; } },
    function_property: { read: () => lazy.cache, write: () => { lazy.cache = { a: 1 }; } },
    function_prototype: { read: () => new lazy().x, write: () => { lazy.prototype.x = 'evil'; } },
    function_prototype_replaced: { read: () => new named().y, write: () => { named.prototype = { y: 'evil' }; } },
    function_name: { read: () => named.name + named.length, write: () => { Object.defineProperty(named, 'name', { value: 'evil' }); delete named.length; } },
    arrow_name: { read: () => arrow.name, write: () => { delete arrow.name; } },
    bound: { read: () => bound.extra, write: () => { bound.extra = 1; } },
    last_index: { read: () => global_pattern.lastIndex, write: () => { global_pattern.exec('foo'); } },
    last_index_set: { read: () => global_pattern.lastIndex, write: () => { global_pattern.lastIndex = 7; } },
    sticky: { read: () => sticky.lastIndex, write: () => { sticky.test('aa'); } },
    recompiled: { read: () => pattern.source + pattern.test('new'), write: () => { pattern.compile('new'); } },
    array_iterator: { read: () => JSON.stringify(iterator.next === undefined), write: () => { iterator.extra = iterator.next().value; }, },
    generator_state: { read: () => String(generator.extra), write: () => { generator.extra = generator.next().value; } },
    statics_of_iterator: { read: () => Object.getPrototypeOf(iterator).evil, write: () => { Object.getPrototypeOf(iterator).evil = 1; } },
    promise_property: { read: () => settled.extra, write: () => { settled.extra = 1; } },
    promise_reaction: { read: () => 'x', write: async () => { await settled; } , same: true },
    promise_resolved: { read: () => Promise.race([pending, Promise.resolve('waits')]), write: () => { resolve_later('evil'); } },
    bytes: { read: () => bytes.join(), write: () => { bytes[3] = 255; bytes.set([1, 2, 3], 10); } },
    large_fill: { read: () => large[0] + large[99999], write: () => { large.fill(7); } },
    large_loop: { read: () => large[0] + large[99999], write: () => { for (let i = 0; i < large.length; i++) large[i] = i + 1; } },
    bytes_sorted: { read: () => large[5], write: () => { large[5] = -4; large.sort(); large[5] = 8; } },
    data_view: { read: () => view.getInt32(3), write: () => { view.setInt32(3, 77); } },
    other_view: { read: () => view.getUint8(1), write: () => { new Uint8Array(view.buffer)[1] = 9; } },
    resized: { read: () => buffer.byteLength, write: () => { buffer.resize(40); new Uint8Array(buffer)[39] = 1; } },
    detached: { read: () => moved.byteLength, write: () => { moved.transfer(); } },
    encoded_into: { read: () => bytes[0], write: () => { new TextEncoder().encodeInto('zz', bytes); } },
    random_values: { read: () => bytes.some((b) => b !== 0), write: () => { crypto.getRandomValues(bytes); } },
    headers: { read: () => [...headers].join(), write: () => { headers.append('secret', '1'); headers.set('a', 'c'); } },
    params: { read: () => String(params), write: () => { params.append('s', '1'); params.delete('a'); } },
    url: { read: () => url.href, write: () => { url.pathname = '/evil'; url.searchParams.append('k', 'v'); } },
    lazy_value: { read: () => String(lazy_value), write: () => { once(); } },
    cache: { read: () => Object.keys(cache).length, write: () => { for (let i = 0; i < 3000; i++) cache[`user${i}`] = { i }; } },
    template_object: { read: () => 'x', write: () => { literal(); }, same: true },
    registry: { read: () => registry.length, write: () => { registry.push(() => 'closure of a request'); } },
    handlers: { read: () => handlers.list.length, write: () => { handlers.list = [...handlers.list, { handler: () => 1 }]; } },
});
