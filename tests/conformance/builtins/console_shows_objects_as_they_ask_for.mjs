// Symbol.for('nodejs.util.inspect.custom'), and the objects of the web API, which have such methods.
const custom = Symbol.for('nodejs.util.inspect.custom');
class Box {
  constructor(value) { this.value = value; }
  [custom](depth, options, inspect) { return `Box<${inspect(this.value, options)}> ${depth} ${options.depth}`; }
}
console.log(new Box(1), [new Box({ a: 1 })], { a: { b: { c: new Box([1]) } } }, { a: { b: { c: { d: new Box(1) } } } });
class Other { [custom]() { return { replaced: this.constructor.name }; } }
console.log(new Other(), [new Other()], Other.prototype);
class Lines { [custom]() { return 'two\nlines'; } }
console.log(new Lines(), { x: new Lines(), y: [new Lines()] });
console.log({ [custom]() { return 5; } }, [{ [custom]() { return null; } }], { [custom]: 1 }, { [custom]() { return this; } });
console.log('%o|%O|%s|%j', new Box(1), new Box(2), new Box(3), new Box(4));
console.log(new Proxy(new Box(9), {}));
console.dir({ a: { b: new Box({ c: { d: 1 } }) } }, { depth: 1 });
try { console.log({ [custom]() { throw new Error('refused'); } }); } catch (error) { console.log(error.message); }
class Sub extends Box { [custom](depth, options, inspect) { return `${super[custom](depth, options, inspect)} ${options.stylize('sub', 'special')}`; } }
console.log(new Sub(2));

console.log(new Headers({ a: '1', 'b-c': '2' }), new Headers(), { h: new Headers({ x: 'y' }) });
console.log(new URLSearchParams('a=1&b=2&a=3'), new URLSearchParams(), [new URLSearchParams('q=1')]);
console.log([new URLSearchParams(`${'a'.repeat(28)}=${'b'.repeat(28)}&${'c'.repeat(28)}=d`)]);
console.log(new URL('http://u:p@a:1/b?c=1#x'), { u: new URL('http://a') }, { a: { b: { c: new URL('http://a') } } });
console.log(new (class Place extends URL {})('a:b'));
console.log(new Response(null, { status: 201 }), new Blob(['x'], { type: 'a/b' }), new File(['x'], 'n', { lastModified: 5 }));
const form = new FormData();
form.append('a', '1');
form.append('b', 'x');
form.append('a', '2');
form.append('constructor', '3');
console.log(form, new FormData());
console.log(new AbortController(), AbortSignal.abort('r'), new TextDecoder('utf-16le'));
