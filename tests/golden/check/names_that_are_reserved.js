// @command check --script
var enum;
var \u0069f;
({ class });
function strict() { "use strict"; var let, static, yield; eval = 1; arguments++; }
function* generator() { var yield; }
class C { x = arguments; static { var await; } }
let let;
