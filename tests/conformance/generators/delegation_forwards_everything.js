function* inner() { try { const x = yield 'i1'; yield 'got ' + x; return 'inner result'; } catch (e) { yield 'inner caught ' + e; return 'recovered'; } finally { log.push('inner finally'); } }
const log = [];
function* outer() { const r = yield* inner(); yield 'r=' + r; }
let g = outer();
console.log(JSON.stringify([g.next(), g.next('X'), g.next(), g.next()]), log.join()); log.length = 0;
g = outer();
console.log(JSON.stringify([g.next(), g.throw('T'), g.next(), g.next()]), log.join()); log.length = 0;
g = outer();
console.log(JSON.stringify([g.next(), g.return('R'), g.next()]), log.join()); log.length = 0;
const noThrow = { [Symbol.iterator]() { return { next() { return { value: 1, done: false }; }, return() { log.push('closed'); return {}; } }; } };
g = (function* () { yield* noThrow; })();
g.next();
try { g.throw(1); } catch (e) { console.log(e.name, log.join()); } log.length = 0;
g = (function* () { return yield* [1, 2]; })();
console.log(JSON.stringify([g.next(), g.next(), g.next()]));
g = (function* () { yield* 'hé'; yield* new Set(['s']); yield* (function* () { yield 'deep'; })(); })();
console.log([...g].join());
g = (function* () { try { yield* [1, 2, 3]; } finally { log.push('f'); } })();
g.next(); console.log(JSON.stringify(g.return(9)), log.join());
const custom = { [Symbol.iterator]: () => ({ next: (v) => ({ value: v, done: v === 'end', extra: 1 }) }) };
g = (function* () { return 'end:' + (yield* custom); })();
const first = g.next('lost');
console.log(first.extra, first.value, JSON.stringify(g.next('mid')), JSON.stringify(g.next('end')));
function* tree(n) { if (n) { yield* tree(n - 1); yield n; yield* tree(n - 1); } }
console.log([...tree(3)].join(''));
try { (function* () { yield* 5; })().next(); } catch (e) { console.log(e.name); }
g = (function* () { yield* { [Symbol.iterator]: () => ({ next: () => 1 }) }; })();
try { g.next(); } catch (e) { console.log(e.name); }
