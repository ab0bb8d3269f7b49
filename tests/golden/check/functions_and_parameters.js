// @command check --script
function a(x, x) { "use strict"; }
(x, x) => x;
function b(x = 1) { "use strict"; }
function* c(x = yield) {}
async function d(x = await 1) {}
function eval() { "use strict"; }
({ m(x, x) {}, __proto__: 1, "__proto__": 2 });
