// The names are those that Node.js finds in the text of a CommonJS module before it runs.
import { first, nested } from './fixtures/stars/assigned.mjs';
import { spread, short } from './fixtures/stars/literal.mjs';
import * as all from './fixtures/stars/all.mjs';
import * as assigned from './fixtures/stars/assigned.mjs';
import * as literal from './fixtures/stars/literal.mjs';
import * as texts from './fixtures/stars/texts.mjs';
import * as replaced from './fixtures/stars/replaced.mjs';
import * as defined from './fixtures/stars/defined.mjs';
import * as helper from './fixtures/stars/helper.mjs';
import * as loop from './fixtures/stars/loop.mjs';
import * as cycle from './fixtures/stars/cycle-a.mjs';
import * as marked from './fixtures/stars/defined.cjs';

console.log(first, nested, spread, short);
const show = (namespace) => Object.keys(namespace).map((k) => `${k}: ${String(namespace[k]).slice(0, 6)}`).join(', ');
for (const namespace of [assigned, literal, texts, replaced, defined, helper, loop, cycle, all]) console.log(show(namespace));
console.log(marked.__esModule, '__esModule' in (await import('./fixtures/stars/defined.cjs')));
console.log('__esModule' in (await import('./fixtures/stars/spread.cjs')));
