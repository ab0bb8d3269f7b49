import cjs, { named, fn } from './fixtures/linking/common.cjs';
import * as ns from './fixtures/linking/common.cjs';
import data from './fixtures/linking/data.json' with { type: 'json' };
console.log(cjs.named, named, fn(2), ns.default === cjs, ns.named, data.list[1], data.text);
console.log(cjs.self === cjs, cjs.cached, cjs.filename, cjs.thisIsExports);
export {};
