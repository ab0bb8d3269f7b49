// @command run --cc=gcc
// Small functions that are called in loops: what they are given, how they leave, what they see.
const log = [];
function show(name, f) {
  for (let i = 0; i < 2; i++) {
    try { log.push([name, f(i)]); } catch (e) { log.push([name, 'threw', String(e)]); }
  }
}

function missing(a, b) { return [a, b === undefined]; }
show('missing arguments', () => { let r; for (let i = 0; i < 2; i++) r = missing(i); return r; });
function initial(a, b = a + 1) { return a * b; }
show('default values', () => { let s = 0; for (let i = 0; i < 4; i++) s += i % 2 ? initial(i) : initial(i, 10); return s; });
function surplus(a) { return a; }
show('surplus arguments', () => { let n = 0, r; for (let i = 0; i < 2; i++) r = surplus(i, n++, n++); return [r, n]; });
function counts() { return arguments.length; }
show('arguments', () => { let s = 0; for (let i = 0; i < 3; i++) s += counts(i, i); return s; });
function rest(...all) { return all.length; }
show('rest', () => { let s = 0; for (let i = 0; i < 3; i++) s += rest(i, i, i); return s; });
function target() { return new.target; }
show('new.target', () => { let r; for (let i = 0; i < 2; i++) r = target(); return String(r); });
function sloppy() { return this === globalThis; }
show('sloppy this', () => { let r; for (let i = 0; i < 2; i++) r = sloppy(); return r; });
function strict() { 'use strict'; return this; }
show('strict this', () => { let r; for (let i = 0; i < 2; i++) r = strict(); return String(r); });

function odd(i) { if (i % 2) throw new RangeError('odd ' + i); return i; }
show('caught around the call', () => {
  let s = 0;
  for (let i = 0; i < 5; i++) try { s += odd(i); s += odd(i + 2); } catch (e) { s += 100; }
  return s;
});
function guarded(i) { try { return odd(i); } catch (e) { return -i; } finally { log.push('finally ' + i); } }
show('caught inside of it', () => { let s = 0; for (let i = 0; i < 3; i++) s += guarded(i); return s; });
function rethrown(i) { try { return odd(i); } catch (e) { throw new TypeError(e.message); } }
show('caught, thrown anew', () => {
  const seen = [];
  for (let i = 0; i < 3; i++) try { seen.push(rethrown(i)); } catch (e) { seen.push(String(e)); }
  return seen;
});
function always() { throw 'always'; }
show('never returns', () => { for (let i = 0; i < 3; i++) always(); return 'no'; });
show('leaves out of it', () => { for (let i = 0; ; i++) odd(i); });
let written;
show('variables as they were at the throw', () => {
  let at = 'start';
  for (let i = 0; i < 2; i++) try { at = 'before ' + i; written = odd(i); at = 'after ' + i; } catch { return at; }
});

function counter(from) { let n = from; return { next: () => n++, get now() { return n; } }; }
show('captured variables', () => {
  const a = counter(10), b = counter(20);
  for (let i = 0; i < 3; i++) { a.next(); if (i) b.next(); }
  return [a.now, b.now];
});
show('closures of each round', () => {
  const made = [], make = (i) => () => i;
  for (let i = 0; i < 3; i++) made.push(make(i));
  return made.map((f) => f());
});
function tag(strings) { return strings; }
function template() { return tag`one`; }
show('template objects are one a place', () => {
  const seen = new Set();
  for (let i = 0; i < 3; i++) { seen.add(template()); seen.add(template()); }
  return seen.size;
});
function even(n) { return n === 0 ? true : uneven(n - 1); }
function uneven(n) { return n === 0 ? false : even(n - 1); }
show('mutual recursion', () => { let s = 0; for (let i = 0; i < 9; i++) s += even(i) ? 1 : 0; return s; });
function deep(n) { return n ? 1 + deep(n - 1) : 0; }
show('recursion ends at the stack limit', () => { for (;;) deep(1e7); });
function inner(n) { let s = 0; for (let i = 0; i < n; i++) { if (i === 3) break; s += i; } return s; }
show('a loop in a loop', () => { let s = 0; for (let i = 0; i < 6; i++) s += inner(i); return s; });

class Base { constructor(v) { this.v = v; } get double() { return this.v * 2; } add(n) { this.v += n; return this; } name() { return 'base'; } }
class Derived extends Base { name() { return 'derived ' + super.name(); } get double() { return super.double + 1; } }
show('methods and getters', () => {
  let r = [];
  for (const o of [new Base(1), new Derived(2), { v: 3, name: () => 'own', double: 6 }]) {
    r.push(o.name(), o.double);
    if (o.add) r.push(o.add(5).v);
  }
  return r;
});
show('a method that is replaced', () => {
  const o = new Base(1), r = [];
  for (let i = 0; i < 4; i++) { if (i === 2) o.name = () => 'replaced'; r.push(o.name()); }
  return r;
});
show('a getter of null', () => { let o = new Base(4); for (let i = 0; i < 3; i++) { if (i === 2) o = null; o.double; } });

function* produced() { for (let i = 0; i < 3; i++) yield surplus(i) + initial(i); }
show('in a generator', () => [...produced()]);
(async () => {
  let s = 0;
  for (let i = 0; i < 3; i++) { s += surplus(i); await null; s += initial(i); }
  log.push(['in an async function', s]);
})().then(() => { for (const line of log) console.log(JSON.stringify(line)); });
