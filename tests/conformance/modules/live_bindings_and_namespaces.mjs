import def, { count, inc, Counter, renamed as other, default as again } from './fixtures/linking/counter.mjs';
import * as ns from './fixtures/linking/counter.mjs';
import { star, own as starOwn, nested } from './fixtures/linking/stars.mjs';
import './fixtures/linking/effect.mjs';
console.log(count, inc(), count, ns.count, other, def === again, def());
console.log(Object.keys(ns).join(), ns[Symbol.toStringTag], Object.getPrototypeOf(ns), 'count' in ns, ns.missing, typeof ns.inc);
console.log(star, starOwn, nested.count, Object.keys(nested).length);
try { ns.count = 5; } catch (e) { console.log(e.name); }
try { count = 5; } catch (e) { console.log(e.name + ': ' + e.message); }
try { delete ns.count; } catch (e) { console.log(e.name); }
console.log(new Counter().n, globalThis.effect, typeof this, import.meta.url.startsWith('file:'));
const dynamic = await import('./fixtures/linking/counter.mjs');
console.log(dynamic === ns, dynamic.default === def, (await import('./fixtures/linking/late.mjs')).value);
ns.inc(); console.log(count, dynamic.count);
const key = 'inc'; ns[key](); console.log(count);
export { count as reexported }; export * as all from './fixtures/linking/counter.mjs'; export const last = class { static v = 1; };
import * as self from './live_bindings_and_namespaces.mjs';
console.log(self.reexported, self.all === ns, self.last.v, self.last.name, Object.keys(self).join());
