const log = [];
const iter = (n, opts = {}) => ({ [Symbol.iterator]() { let i = 0; return { next() { log.push('n'); return i < n ? { value: i++, done: false } : { value: undefined, done: true }; }, return(v) { log.push('r'); if (opts.throws) throw new Error('from return'); return opts.bad ? 1 : {}; } }; } });
const show = (name) => { console.log(name, log.join('')); log.length = 0; };
for (const x of iter(2)); show('complete');
for (const x of iter(3)) break; show('break');
for (const x of iter(3)) { if (x) break; else continue; } show('continue then break');
outer: for (const y of iter(2)) { for (const x of iter(2)) continue outer; } show('continue outer');
outer2: for (const y of iter(2)) { for (const x of iter(2)) break outer2; } show('break outer');
(() => { for (const x of iter(3)) return x; })(); show('return');
try { for (const x of iter(3)) throw new Error('body'); } catch (e) { show(e.message); }
try { for (const x of iter(3, { throws: true })) throw new Error('body'); } catch (e) { show(e.message); }
try { for (const x of iter(3, { throws: true })) break; } catch (e) { show(e.message); }
try { for (const x of iter(3, { bad: true })) break; } catch (e) { show(e.name); }
try { for (const x of iter(3, { bad: true })) throw new Error('first'); } catch (e) { show(e.message); }
(() => { try { for (const x of iter(3)) return; } finally { log.push('f'); } })(); show('return in try');
(() => { for (const x of iter(3)) { try { return; } finally { log.push('f'); } } })(); show('finally in loop');
(() => { for (const x of iter(2)) { try { return 1; } finally { continue; } } })(); show('finally continues');
const [a] = iter(3); show('array pattern');
const [b, c, d, e] = iter(2); show('pattern past the end');
const [...all] = iter(2); show('rest');
try { for (const { x: { y } } of iter(1)); } catch (e) { show('binding throws ' + e.name); }
const nextThrows = { [Symbol.iterator]: () => ({ next() { throw new Error('next'); }, return() { log.push('r'); } }) };
try { for (const x of nextThrows); } catch (e) { show(e.message); }
try { const [p] = nextThrows; } catch (e) { show(e.message); }
const noReturn = { [Symbol.iterator]: () => ({ next() { return { value: 1 }; } }) };
for (const x of noReturn) break; show('no return method');
console.log(Math.max(...iter(3)), [...iter(2), 'x', ...'yz'].join(), new Set(iter(3)).size); show('spread');
try { for (const x of 5); } catch (e) { console.log(e.name); }
const primitiveResult = { [Symbol.iterator]: () => ({ next() { return 1; } }) };
try { for (const x of primitiveResult); } catch (e) { console.log(e.name); }
function* gen() { try { yield 1; yield 2; } finally { log.push('gen finally'); } }
for (const x of gen()) break; show('generator');
const [first] = gen(); show('generator pattern');
