console.log(even(10), odd(7));
function even(n) { return n === 0 ? true : odd(n - 1); }
function odd(n) { return n === 0 ? false : even(n - 1); }
function outer() {
    return a(5);
    function a(n) { return n ? 'a' + b(n - 1) : '.'; }
    function b(n) { return n ? 'b' + a(n - 1) + later() : '.'; }
    function later() { return x; }
    var x = 1;
}
console.log(outer());
function twice() { return 1; }
function twice() { return 2; }
console.log(twice());
{
    function inBlock() { return 'block'; }
}
console.log(inBlock());
function condition(c) {
    if (c) { function f() { return 'then'; } } else { function f() { return 'else'; } }
    return f();
}
console.log(condition(true), condition(false));
function undef() {
    const t = typeof g;
    { function g() {} }
    return t + typeof g;
}
console.log(undef());
if (true) function single() { return 'single'; }
console.log(single());
function parameterWins(f) { return typeof f; function f() {} }
console.log(parameterWins(1));
function varKeeps(f) { var f; return f; }
console.log(varKeeps(7));
