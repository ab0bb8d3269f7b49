globalThis.loads = (globalThis.loads ?? 0) + 1;
module.exports = { value: 'other', double: 2, loads: globalThis.loads };
const cycle = require('./common.cjs');
module.exports.sawPartial = Object.keys(cycle).length;
