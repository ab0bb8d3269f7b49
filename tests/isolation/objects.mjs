// Properties, elements, prototypes and attributes of module state.
import { serve } from './harness.mjs';

const plain = { a: 1, nested: { b: 2 } };
const many = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, i]));
const dictionary = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`d${i}`, i]));
delete dictionary.d7;
const list = [1, 2, 3];
const long = Array.from({ length: 5000 }, (_, i) => i);
const holes = [0, , 2];
const sparse = [];
sparse[1000000] = 'far';
const fixed_length = [1, 2];
const accessor = { get v() { return 'old'; }, set v(x) { this.seen = x; } };
const open = { x: 1 };
const proto = { p: 1 };
const child = Object.create(proto);
const other_proto = { p: 2 };
const switched = Object.create(proto);
const freed = { x: 1 };
const sealed_list = [1, 2, 3];
const symbol = Symbol('s');
const by_symbol = { [symbol]: 1 };
const indexed = { 5: 'five' };
class Private { #x = 1; get x() { return this.#x; } set x(v) { this.#x = v; } static add(o) { o.y = 1; } }
const hidden = new Private();
const boxed = Object('text');
const date = new Date(0);
const error = new Error('old');
const args = (function () { return arguments; })(1, 2);
const proxy_target = { t: 1 };
const proxy = new Proxy(proxy_target, {});
const { proxy: revocable, revoke } = Proxy.revocable({}, {});
const sorted = [3, 1, 2];
const tree = { left: { left: { value: 1 } } };

export default serve({
    property: { read: () => plain.a, write: () => { plain.a = 9; } },
    nested: { read: () => plain.nested.b, write: () => { plain.nested.b++; } },
    added: { read: () => JSON.stringify(plain), write: () => { plain.added = 1; plain.more = { deep: [1] }; } },
    many_added: { read: () => Object.keys(many).length, write: () => { for (let i = 0; i < 200; i++) many[`n${i}`] = i; } },
    deleted: { read: () => Object.keys(many).join().length, write: () => { delete many.k3; delete many.k39; } },
    dictionary_added: { read: () => Object.keys(dictionary).length, write: () => { for (let i = 0; i < 2000; i++) dictionary[`e${i}`] = i; } },
    dictionary_changed: { read: () => dictionary.d8, write: () => { dictionary.d8 = 'x'; } },
    dictionary_deleted: { read: () => 'd9' in dictionary, write: () => { delete dictionary.d9; } },
    element: { read: () => list.join(), write: () => { list[1] = 'x'; } },
    pushed: { read: () => list.join(), write: () => { list.push(4, 5); for (let i = 0; i < 100; i++) list.push(i); } },
    popped: { read: () => list.join(), write: () => { list.pop(); } },
    shifted: { read: () => list.join(), write: () => { list.shift(); list.unshift('a', 'b'); } },
    spliced: { read: () => long.length + ':' + long[10], write: () => { long.splice(5, 3000); } },
    length: { read: () => list.length + list.join(), write: () => { list.length = 1; } },
    length_out: { read: () => list.length, write: () => { list.length = 100000; } },
    long_elements: { read: () => long[0] + ',' + long[4999] + ',' + long.length, write: () => { for (let i = 0; i < long.length; i++) long[i] = -i - 1; } },
    long_push: { read: () => long.length + ',' + long.at(-1), write: () => { for (let i = 0; i < 20000; i++) long.push('p'); } },
    filled: { read: () => long[77], write: () => { long.fill('f'); } },
    reversed: { read: () => long[0], write: () => { long.reverse(); } },
    sorted: { read: () => sorted.join(), write: () => { sorted.sort(); } },
    copied_within: { read: () => long[3], write: () => { long.copyWithin(0, 100); } },
    hole_filled: { read: () => 1 in holes, write: () => { holes[1] = 1; } },
    hole_made: { read: () => 0 in holes, write: () => { delete holes[0]; } },
    sparse_changed: { read: () => sparse[1000000], write: () => { sparse[1000000] = 'near'; } },
    sparse_added: { read: () => Object.keys(sparse).join(), write: () => { for (let i = 0; i < 50; i++) sparse[2000000 + i * 7] = i; } },
    sparse_deleted: { read: () => 1000000 in sparse, write: () => { delete sparse[1000000]; } },
    made_sparse: { read: () => list.length, write: () => { list[3000000] = 1; } },
    length_frozen: { read: () => Object.getOwnPropertyDescriptor(fixed_length, 'length').writable, write: () => { Object.defineProperty(fixed_length, 'length', { writable: false }); } },
    array_frozen: { read: () => Object.isFrozen(sealed_list), write: () => { Object.freeze(sealed_list); } },
    array_sealed: { read: () => Object.isSealed(sealed_list), write: () => { Object.seal(sealed_list); } },
    element_accessor: { read: () => list[0], write: () => { Object.defineProperty(list, 0, { get: () => 'got' }); } },
    element_attributes: { read: () => JSON.stringify(Object.getOwnPropertyDescriptor(list, 2)), write: () => { Object.defineProperty(list, 2, { enumerable: false }); } },
    getter_redefined: { read: () => accessor.v, write: () => { Object.defineProperty(accessor, 'v', { get: () => 'new' }); } },
    setter_called: { read: () => accessor.seen, write: () => { accessor.v = 'evil'; } },
    to_accessor: { read: () => open.x, write: () => { Object.defineProperty(open, 'x', { get: () => 'got', configurable: true }); } },
    attributes: { read: () => Object.keys(open).join(), write: () => { Object.defineProperty(open, 'x', { enumerable: false }); } },
    frozen: { read: () => Object.isFrozen(open), write: () => { Object.freeze(open); } },
    not_extensible: { read: () => Object.isExtensible(freed), write: () => { Object.preventExtensions(freed); } },
    prototype_property: { read: () => child.p, write: () => { proto.p = 'evil'; } },
    prototype_added: { read: () => child.q, write: () => { proto.q = 'evil'; } },
    prototype_shadowed: { read: () => child.p, write: () => { child.p = 'own'; } },
    prototype_switched: { read: () => switched.p, write: () => { Object.setPrototypeOf(switched, other_proto); } },
    prototype_of_agent: { read: () => switched.p, write: () => { Object.setPrototypeOf(switched, { p: 'mine' }); } },
    prototype_literal: { read: () => freed.__proto__ === Object.prototype, write: () => { freed.__proto__ = { z: 1 }; } },
    symbol_property: { read: () => by_symbol[symbol], write: () => { by_symbol[symbol] = 2; by_symbol[Symbol()] = 3; } },
    index_property: { read: () => indexed[5], write: () => { indexed[5] = 'x'; indexed[6] = 'y'; } },
    private_field: { read: () => hidden.x, write: () => { hidden.x = 'evil'; } },
    string_object: { read: () => boxed.extra, write: () => { boxed.extra = 1; } },
    date: { read: () => date.getTime(), write: () => { date.setFullYear(2020); } },
    error_message: { read: () => error.message, write: () => { error.message = 'new'; } },
    error_stack: { read: () => typeof error.stack, write: () => { error.stack = 5; } },
    arguments: { read: () => args[0] + args.length, write: () => { args[0] = 9; args.length = 7; } },
    through_proxy: { read: () => proxy.t, write: () => { proxy.t = 5; proxy.u = 1; } },
    revoked: { read: () => { try { return String(revocable.x); } catch (e) { return e.name; } }, write: () => { revoke(); } },
    assigned: { read: () => JSON.stringify(plain), write: () => { Object.assign(plain, { a: 5, c: 6 }); } },
    defined_many: { read: () => Object.keys(plain).length, write: () => { Object.defineProperties(plain, { m: { value: 1, enumerable: true } }); } },
    deep: { read: () => tree.left.left.value, write: () => { tree.left.left = { value: { mine: [1, 2] } }; } },
    reflect_set: { read: () => plain.a, write: () => { Reflect.set(plain, 'a', 'r'); } },
    reflect_delete: { read: () => 'a' in plain, write: () => { Reflect.deleteProperty(plain, 'a'); } },
    destructured: { read: () => plain.a + list[0], write: () => { [plain.a, list[0]] = ['d', 'e']; } },
});
