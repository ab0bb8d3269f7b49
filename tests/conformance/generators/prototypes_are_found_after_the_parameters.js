// 27.5.3.1: a generator's object is made when its parameters are bound.
const other = { name: 'other' };
function* plain(a = (plain.prototype = other)) { yield a; }
async function* later(a = (later.prototype = null)) { yield a; }
const before = plain.prototype, made = plain();
console.log(Object.getPrototypeOf(made) === other, Object.getPrototypeOf(plain(1)) === other);
console.log(Object.getPrototypeOf(later()) === Object.getPrototypeOf((async function* () {}).prototype));
plain.prototype = before;
console.log(plain(1).next(), plain(1) instanceof plain);
