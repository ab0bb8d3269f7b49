const log = [];
const l = (v) => (log.push(String(v)), v);
console.log(l(0) || l('') || l('x'), l(1) && l(null) && l(2), l(null) ?? l(undefined) ?? l(0), log.join()); log.length = 0;
const o = { a: 1, b: null, c: 0, get g() { log.push('get'); return 5; }, set g(v) { log.push('set'); } };
o.a ||= l('no'); o.b ??= l('yes'); o.c &&= l('no'); o.c ||= 9; o.a &&= 2; o.g ||= 1; o.g &&= 2;
console.log(o.a, o.b, o.c, log.join()); log.length = 0;
let u; u ??= 'set'; u ??= l('no'); let z = 0; z ||= 3; z &&= z + 1;
console.log(u, z, log.join());
console.log(o?.a, o?.x?.y.z.w, o.f?.(), o.f?.(l('not evaluated')), null?.[l('not')], undefined?.a.b.c(), o?.['a']);
const chain = { f() { return this; }, n: { m() { return this === chain.n; } } };
console.log(chain?.f?.() === chain, chain.n?.m(), (chain?.n).m(), chain?.n?.['m']?.());
console.log(delete o?.a, o.a, delete null?.x, delete o?.x?.y);
let n = null;
console.log(n?.x ?? 'default', !n?.x, typeof n?.x, n?.x === undefined);
if (!(l(true) && !l(false))) console.log('no'); else console.log('yes');
console.log(l(1) ? l(0) ? 'a' : 'b' : 'c', !0 && !'' || 'no');
const cond = (a, b, c) => (a && b) || (!a && c) ? 1 : 2;
console.log(cond(1, 1, 0), cond(1, 0, 1), cond(0, 1, 1), cond(0, 1, 0));
try { null?.a; undefined.b; } catch (e) { console.log(e.message); }
try { ({}).a.b.c; } catch (e) { console.log(e.message); }
try { const q = { r: {} }; q.r.s(); } catch (e) { console.log(e.message); }
try { let w; w(); } catch (e) { console.log(e.message); }
try { ({ a: 1 }).a(); } catch (e) { console.log(e.message); }
try { new (class { }).nope(); } catch (e) { console.log(e.message); }
