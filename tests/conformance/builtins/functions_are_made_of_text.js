// Under `sinew run`, which has a compiler at hand.
const add = new Function('a, b', 'c', 'return a + b + (c ?? 0)');
console.log(add(1, 2), add(1, 2, 3), add.name, add.length, String(add));
console.log(Function('return this')() === globalThis, Function()());
for (const args of [['}, function () {'], ['/*', '*/) {'], ['a b', ''], ['"use strict"; with (a) {}'], ['super.x']]) {
  try {
    new Function(...args);
    console.log('made', args);
  } catch (error) {
    console.log(error.name);
  }
}
const GeneratorFunction = Object.getPrototypeOf(function* () {}).constructor;
console.log([...new GeneratorFunction('n', 'while (n) yield n--;')(3)]);
const AsyncFunction = (async () => {}).constructor;
AsyncFunction('x', 'return await x')(Promise.resolve('later')).then(console.log);
class Sub extends Function {}
const sub = new Sub('return 5');
console.log(sub(), sub instanceof Sub);
const indirect = eval;
console.log(indirect('1 + 1'), indirect(7), indirect('let x = 3; if (x) { x * 2 }'), indirect('1; if (false) 2;'), indirect('var made = 1; function f() { return made }'), made, f());
try {
  indirect('1 +');
} catch (error) {
  console.log(error instanceof SyntaxError);
}
try {
  indirect('throw new RangeError("inside")');
} catch (error) {
  console.log(error.message);
}
const MyBytes = new Function('return class MyBytes extends Uint8Array {}')();
console.log(new MyBytes(2).length, MyBytes.BYTES_PER_ELEMENT);
