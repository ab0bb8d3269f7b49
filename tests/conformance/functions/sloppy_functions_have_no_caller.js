// Reading `caller` and `arguments` of a sloppy function throws nothing; of the others it does.
function sloppy() { return [sloppy.caller, sloppy.arguments]; }
console.log(sloppy());
const others = [function () { 'use strict'; }, () => {}, { method() {} }.method, function* () {}, async () => {}, class {}, parseInt, sloppy.bind()];
console.log(others.map((f) => { try { return f.caller; } catch (error) { return error.name; } }).join());
