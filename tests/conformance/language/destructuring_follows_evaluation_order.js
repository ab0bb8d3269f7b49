// Order of property reads, defaults and targets in patterns (14.3.3, 13.15.5).
const log = [];
const traced = (name, value) => new Proxy(value, {
    get(target, key) {
        log.push(`${name}.${String(key)}`);
        return target[key];
    },
});
const { a, b: { c = log.push('default c') && 'C' } = {}, ...rest } = traced('o', { a: 1, b: { c: undefined }, d: 4, e: 5 });
console.log(a, c, JSON.stringify(rest), log.join(' '));

log.length = 0;
function* source() {
    try {
        log.push('1');
        yield 1;
        log.push('2');
        yield 2;
        log.push('3');
        yield 3;
    } finally {
        log.push('closed');
    }
}
const [first, , ...others] = source();
const [only] = source();
console.log(first, others, only, log.join(' '));

log.length = 0;
const target = {
    get obj() {
        log.push('obj');
        return {};
    },
};
[target.obj.x = log.push('default')] = { [Symbol.iterator]() { log.push('iterator'); return { next: () => (log.push('next'), { done: true }) }; } };
console.log(log.join(' '));

let x = 1, y = 2;
[x, y] = [y, x];
({ x, y: [y = 9] = [] } = { x: x + 10, y: undefined });
console.log(x, y);
function params({ p = 1, q: [r, s = r] = [p] } = {}, ...[t, u = t]) {
    return [p, r, s, t, u].join();
}
console.log(params(), params({ p: 5 }, 6), params({ q: [7] }, 8, 9));
for (const bad of [null, undefined, 5]) {
    try {
        const { length } = bad;
        const [z] = bad;
    } catch (error) {
        console.log(error.name);
    }
}
