// @command check --script
class A { constructor() {} constructor() {} }
class B { get constructor() {} }
class C { static prototype() {} }
class D { constructor = 1; #constructor; }
class E { constructor() { super(); } m() { super(); } }
class F extends E { m() { delete this.#x; } #x; }
function f() { super.x; }
