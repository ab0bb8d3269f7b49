// ?. stops the rest of its chain (13.3.9); delete, calls with this, ?? and its kin.
const log = [];
const t = (v) => (log.push(v), v);
const o = { a: { f() { return this.tag; }, tag: 'A' }, n: null };
console.log(o?.a?.f(), o.n?.x.y.z, o.n?.[t('never')].q(t('never')), o.missing?.(t('never')), (o.n?.x)?.y, o.a?.['f'](), (o.a?.f)(), delete o.n?.x, delete o?.a.tag, o.a.tag);
console.log(null ?? 'd', 0 ?? 'd', false || 'd', '' && 'd', undefined?.x ?? 'n', log.length);
let u, v = 0, w = 1;
u ??= t('assigned'); v ||= 2; w &&= 3; v ??= t('no');
console.log(u, v, w, log.join());
console.log(`${(1, 2)}`, void 0, typeof null, !!document?.x);
var document;
