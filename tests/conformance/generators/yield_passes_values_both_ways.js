function* g() { const a = yield 1; const b = yield a + 1; return a + b; }
const i = g();
console.log(JSON.stringify([i.next('ignored'), i.next(10), i.next(20), i.next()]));
function* t() { try { yield 1; } catch (e) { yield 'caught ' + e; } finally { yield 'finally'; } yield 'after'; }
const j = t();
console.log(JSON.stringify([j.next(), j.throw('x'), j.next(), j.next(), j.next()]));
const k = t();
console.log(JSON.stringify([k.next(), k.return('r'), k.next(), k.next()]));
const l = t();
console.log(JSON.stringify([l.return('early'), l.next()]));
const m = t();
try { m.throw(new Error('start')); } catch (e) { console.log(e.message, JSON.stringify(m.next())); }
function* fin() { try { yield 1; } finally { return 'override'; } }
const n = fin();
console.log(JSON.stringify([n.next(), n.return('x'), n.next()]));
function* fib() { let [a, b] = [0, 1]; for (;;) { yield a; [a, b] = [b, a + b]; } }
const out = []; for (const x of fib()) { if (x > 50) break; out.push(x); }
console.log(out.join());
function* order() { yield [yield 'a', yield 'b'].join(); }
const o = order();
console.log(o.next().value, o.next(1).value, o.next(2).value);
const obj = { *m() { yield this === obj; }, *[Symbol.iterator]() { yield* [1, 2, 3]; } };
console.log([...obj.m()].join(), [...obj].join(), Math.max(...obj));
function* args() { yield arguments.length; yield* arguments; }
console.log([...args(1, 2)].join());
class C { static *s() { yield super.toString === Function.prototype.toString; } *#p() { yield 'private'; } run() { return [...this.#p()].join(); } }
console.log([...C.s()].join(), new C().run());
function* loops() { for (let i = 0; i < 3; i++) { for (const x of 'ab') { if (i === 1) continue; yield x + i; } } let w = 2; while (w--) yield w; do { yield 'do'; } while (yield 'cond'); }
const ll = loops(), res = []; for (let r = ll.next(); !r.done; r = ll.next(res.length === 8)) res.push(r.value);
console.log(res.join());
function* closures() { for (let i = 0; i < 3; i++) yield () => i++; }
const fs = [...closures()]; console.log(fs.map((f) => f() + f()).join());
const running = (function* () { try { running.next(); } catch (e) { yield e.name; } })();
console.log(running.next().value);
function* params(a = (() => { throw new Error('param'); })()) { }
try { params(); } catch (e) { console.log(e.message); }
console.log(Object.prototype.toString.call(g()), g.prototype !== Object.prototype, g() instanceof g, typeof g.prototype.next);
try { new g(); } catch (e) { console.log(e.name); }
function* cond(c) { const v = c ? yield 'then' : yield 'else'; return `${v}${yield `t${v}`}`; }
const cc = cond(true); cc.next(); console.log(cc.next('V').value, cc.next('W').value);
function* spread() { return [...(yield), yield].length; }
const sp = spread(); sp.next(); sp.next([1, 2]); console.log(sp.next(3).value);
function* destr() { const { a = yield 'need a', b } = yield 'obj'; return a + b; }
const dd = destr(); dd.next(); dd.next({ b: 2 }); console.log(dd.next(40).value);
