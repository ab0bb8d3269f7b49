let x = 'outer';
function f(a = x, b = () => x) { let x = 'inner'; return a + ':' + b() + ':' + x; }
console.log(f());
function g(a, b = a + 1, c = b * 2) { return [a, b, c].join(); }
console.log(g(1), g(1, 5), g(1, undefined, 0), g(1, null, 3));
function h(a, b = () => a) { var a; const before = a; a = 'changed'; return before + ':' + a + ':' + b(); }
console.log(h('param'));
function k({ p = 1, q: { r } = { r: 2 } } = {}, [s, t = s] = [3], ...rest) { return [p, r, s, t, rest.length].join(); }
console.log(k(), k({ p: 5 }, [6], 7, 8));
try { (function (a = b, b) { return a; })(); } catch (e) { console.log(e.name + ': ' + e.message); }
try { (function (a = a) { return a; })(); } catch (e) { console.log(e.name + ': ' + e.message); }
console.log(f.length, g.length, ((a, b) => 0).length, ((...r) => 0).length, ((a, b = 1, c) => 0).length);
console.log(((a, a2 = a) => a2)(3));
function args(a = 1) { return arguments.length + ':' + arguments[0] + ':' + a; }
console.log(args(), args(undefined), args(5));
