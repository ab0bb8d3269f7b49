// Object, Function, Reflect, Symbol.
console.log(Object.entries({a:1,b:2}), Object.fromEntries([['a',1]]), Object.assign({},{a:1},null,{b:2}), Object.getOwnPropertyNames('ab'), Object.getOwnPropertyDescriptor({get a(){return 1}},'a'), Object.getOwnPropertyDescriptors({a:1}), Object.is(-0,0), Object.isFrozen(Object.freeze({a:1})), Object.prototype.toString.call([]), Object.prototype.toString.call(null), Object.hasOwn({a:1},'a'), ({}).toString(), Object.getPrototypeOf([])===Array.prototype);
class P{constructor(x){this.x=x} static s=1; #q=2; get q(){return this.#q} toString(){return 'P!'}} console.log(new P(1), `${new P(2)}`, P.name, P.length, new P(3).q, Object.keys(new P(1)), P);
function f(a,b=1,...c){} console.log(f.length, f.name, f.bind(null,1).name, f.bind(null,1).length, (()=>{}).name, (function(){}).name, f.toString(), Math.max.toString(), Function.prototype.toString.call(class A{ x=1 }));
console.log(f.call.length, Reflect.ownKeys({b:1,a:2,1:1,[Symbol('s')]:1}), Reflect.has({a:1},'a'), Reflect.construct(Date,[0]).getTime(), Reflect.apply(Math.max,null,[1,2]));
const sy=Symbol('d');
console.log(sy.toString(), sy.description, Symbol.for('k')===Symbol.for('k'), Symbol.keyFor(Symbol.for('k')), Symbol.iterator.description, typeof sy, Object(sy)==sy);
