import cjs, { named, fn } from './lib/common.cjs';
import * as ns from './lib/common.cjs';
import data from './lib/data.json' with { type: 'json' };
console.log(cjs.named, named, fn(2), ns.default === cjs, ns.named, data.list[1], data.text);
console.log(cjs.self === cjs, cjs.cached, cjs.filename, cjs.thisIsExports);
export {};
