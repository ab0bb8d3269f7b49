// @command build -O0 --emit=ir
class A {}
class B extends A { #x = 1; constructor() { super(); } }
