'use strict';
const o = { f() { return this; }, g: () => typeof this, get h() { return this === o; } };
console.log(o.f() === o, (0, o.f)() === undefined, o.g(), o.h);
const f = o.f;
console.log(f(), f.call(1), f.apply('s'), typeof f.bind(true)());
console.log((o.f)() === o, o?.f() === o, (o?.f)() === o, o['f']() === o);
function Outer() { this.arrow = () => this; this.nested = function () { return () => () => this; }; }
const made = new Outer();
console.log(made.arrow() === made, made.arrow.call(1) === made, made.nested()()() === made);
console.log(new (function () { this.a = 1; return { b: 2 }; })().b, new (function () { this.a = 1; return 5; })().a);
function Target() { return new.target; }
console.log(Target() === undefined, new Target() instanceof Target, Reflect.construct(Target, [], Array) === Array);
