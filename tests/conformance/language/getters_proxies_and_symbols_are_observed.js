// Conversions call what the specification says, in its order: Symbol.toPrimitive, valueOf, toString.
const log = [];
const o = {
    valueOf() { log.push('valueOf'); return 3; },
    toString() { log.push('toString'); return 'text'; },
};
console.log(o + 1, `${o}`, o * 2, o > 2, o == 3, [o] + '', log.join());
const p = { [Symbol.toPrimitive](hint) { return hint; } };
console.log(p + '', `${p}`, +{ [Symbol.toPrimitive]: () => '8' }, new Date(0)[Symbol.toPrimitive]('number'));
const keys = { [o]: 1, 10: 'n', 2: 'm', z: 0, [Symbol('s')]: 5, a: 1 };
console.log(Reflect.ownKeys(keys).map(String).join());
const handlerLog = [];
const proxy = new Proxy({ a: 1 }, new Proxy({}, {
    get(_, trap) {
        handlerLog.push(trap);
    },
}));
proxy.a; proxy.b = 2; 'a' in proxy; delete proxy.b; Object.keys(proxy); ({ ...proxy });
console.log(handlerLog.join());
for (const bad of [() => Symbol() + '', () => 1n + 1, () => +Symbol(), () => null.x, () => undefined[0], () => ({}) instanceof 5, () => 'a' in 'b'])
    try { bad(); } catch (error) { console.log(error.name); }
console.log(Object.prototype.toString.call({ [Symbol.toStringTag]: 'Tag' }), String(Symbol('d')), Symbol.for('k') === Symbol.for('k'));
