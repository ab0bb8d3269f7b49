// The text of a method runs from its definition's start, without the word `static`.
const object = { f /* a */ ( /* b */ ) { }, async * ['g'] () { }, get  h () { return 1; } };
console.log(String(object.f), String(object.g), String(Object.getOwnPropertyDescriptor(object, 'h').get));
class C {
  static /* kept out */ async m ( ) { }
  static { this.own = this.prototype.p; }
  p ( ) { }
  static set  q (v) { }
}
console.log(String(C.m), String(C.own), String(Object.getOwnPropertyDescriptor(C, 'q').set));
