// Under `sinew run`, which has a compiler at hand.
const indirect = eval;
indirect('var declared = 1; function made() {}');
console.log(Object.getOwnPropertyDescriptor(globalThis, 'declared'), delete globalThis.made, 'made' in globalThis);
console.log(Error.isError(new TypeError('x')), Error.isError({ __proto__: Error.prototype }));
