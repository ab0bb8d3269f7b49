import * as ns from './namespaces_take_no_new_symbols.mjs';
export const one = 1;
console.log(Reflect.defineProperty(ns, Symbol('s'), { value: 1 }), Reflect.ownKeys(ns), Object.isExtensible(ns));
console.log(Reflect.defineProperty(ns, Symbol.toStringTag, { value: 'Module' }), Reflect.defineProperty(ns, Symbol.toStringTag, { value: 'x' }));
