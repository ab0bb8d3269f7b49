// The code of a direct eval is code of the place of the call: it sees its names, and what it declares stays there.
const log = (...values) => console.log(...values.map(String));
const fails = (f) => { try { return f(); } catch (e) { return e instanceof SyntaxError ? e.name : `${e.name}: ${e.message}`; } };

// names of every kind, read and written
var moduleVar = 'module';
function names(parameter) {
    var variable = 2;
    let lexical = 3;
    const constant = 4;
    class Local {}
    function inner() { return 'inner'; }
    log(eval('[parameter, variable, lexical, constant, Local.name, inner(), moduleVar].join()'));
    log(eval('parameter = variable = lexical = 9; moduleVar = "changed"; parameter'), parameter, variable, lexical);
    log(fails(() => eval('constant = 1')), eval('inner = () => "other"; inner()'), inner());
    try { throw 'caught'; } catch (e) { log(eval('e'), eval('e += "!"'), e); }
}
names(1);
log(moduleVar);

// declarations: variables of the function, which can be deleted; lexical names of the eval's own
function declares() {
    log(typeof fresh, eval('var fresh = 1; function made() { return fresh; } let own = 2; made()'), fresh, made(), typeof own);
    fresh++;
    const read = () => fresh;
    log(read(), delete fresh, typeof fresh, fails(read), delete made, typeof made);
    eval('var fresh = "again"');
    return read();
}
log(declares());
function shadows() { var seen = log; let kept = 1; eval('var kept2 = kept; { let kept = 5; log(kept); }'); return kept2; }
log(shadows());
log(fails(() => { let clash; eval('var clash'); }), fails(() => { let clash; { eval('function clash() {}'); } }));
log(fails(() => { try { throw 1; } catch (e) { eval('var e = 2'); return e; } }));
log((() => { 'use strict'; eval('var strict = 1; log(strict)'); return typeof strict; })(), eval('"use strict"; var gone = 1; gone'), typeof gone);

// parameters have a scope of their own
function inParameters(a = eval('var p = "parameter"; 1'), b = () => p) { var p = 'body'; return [a, b(), p, eval('p')].join(); }
log(inParameters());
log(fails(() => ((a = eval('var a')) => a)()), ((p = eval('var arguments = "own"'), q = () => arguments) => q())());
function mapped(a) { eval('a = 2'); arguments[0]++; return [a, arguments[0], eval('arguments.length')].join(); }
log(mapped(1));

// dead zones, closures, loops, nested evals
log(fails(() => eval('late')), fails(() => eval('let x = x')));
let late = 1;
const counters = [];
for (let i = 0; i < 3; i++) counters.push(() => eval('i += 10'));
log(counters.map((f) => f()).join(), counters[1]());
log(eval('let a = 1; eval("let b = 2; eval(\'a + b + late\')")'));
function adder(n) { return eval('(m) => n + m'); }
log(adder(3)(4), eval('(function () { return typeof late + eval("late"); })()'));
log(fails(() => eval('let x = 1; eval("var x")')), fails(() => eval('}')), fails(() => eval('new.target')), fails(() => eval('super.x')));

// what is not the realm's eval is called as any function
function shadowed(eval) { let secret = 1; return eval('typeof secret'); }
log(shadowed((text) => text), shadowed(eval), (0, eval)('typeof late'), eval?.('typeof late'));
log(eval(), eval(5), eval(...['1 + 1', 'ignored']), eval('late', late = 7), late);

// this, new.target, super, private names, arguments in classes
class Base { constructor() { this.base = true; } greet() { return 'base'; } static make() { return 'made'; } }
class Derived extends Base {
    #hidden = 5;
    field = eval('this.constructor.name + new.target');
    constructor() { if (eval('super(), true')) eval('this.late = new.target.name'); }
    greet() { return eval('super.greet() + this.#hidden + (#hidden in this)'); }
    set() { return eval('this.#hidden = 6; this.#hidden++; this.#hidden'); }
    static make() { return eval('super.make()'); }
    args = fails(() => eval('arguments'));
}
const derived = new Derived();
log(derived.base, derived.field, derived.late, derived.greet(), derived.set(), Derived.make(), derived.args);
log(fails(() => derived.greet.call({})), fails(() => eval('derived.#hidden')));
log((function () { return eval('new.target'); })(), new (function () { this.t = eval('new.target.name'); })().t === '');
log(eval('this === module.exports'), (function () { return eval('this'); }).call('boxed') == 'boxed');

// with, labels, completion values
with ({ w: 'object' }) log(eval('w'), eval('var w = "written"; w'), typeof fromWith);
log(eval('1; if (false) 2;'), eval('3; { }'), eval('do { 4; break; } while (0)'), eval('5; var v;'), eval('l: { 6; break l; }'));
log(eval('try { 7 } finally { 8 }'), eval('switch (1) { case 1: 9; case 2: }'), eval('for (var k in { a: 1 }) k'), eval('10; function g() {}'));

// functions in blocks are variables of the caller
function blocks() { log(typeof hoisted); eval('{ function hoisted() { return "hoisted"; } } if (1) function also() {}'); return hoisted() + typeof also; }
log(blocks());

// generators and async functions
function* lazily(o) { let held = 1; yield eval('held++'); eval('var later = held'); yield later; }
log([...lazily()].join());
(async () => { let held = await 1; log(eval('held + 1'), await eval('Promise.resolve(held)')); })();
