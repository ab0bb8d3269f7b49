const log = [];
const l = (n, v) => (log.push(n), v);
const target = { set a(v) { log.push('set a ' + v); }, set b(v) { log.push('set b ' + v); } };
({ [l('k1', 'x')]: l('t1', target).a = l('d1', 1), [l('k2', 'y')]: l('t2', target).b = l('d2', 2) } = l('rhs', { get x() { log.push('get x'); }, get y() { log.push('get y'); return 'Y'; } }));
console.log(log.join('|'));
log.length = 0;
const it = { [Symbol.iterator]() { let i = 0; return { next() { log.push('next'); return { value: i++, done: i > 3 }; }, return() { log.push('return'); return {}; } }; } };
[l('t1', target).a, l('t2', target).b] = it;
console.log(log.join('|'));
log.length = 0;
const [p, , q, r = l('default', 'D'), ...s] = it;
console.log(p, q, r, s.length, log.join('|'));
log.length = 0;
try { [l('x', target).a, (() => { throw new Error('boom'); })().z] = it; } catch (e) { console.log(e.message, log.join('|')); }
log.length = 0;
const [] = it;
console.log(log.join('|'));
