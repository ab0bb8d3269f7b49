// Map and its iterators.
const m=new Map([[1,'a'],['x',2],[NaN,3]]);
console.log(m.get(NaN), m.size, [...m], m.has(1), m.delete(1), [...m.keys()], [...m.values()]);
m.forEach((v,k,mm)=>console.log(k,v,mm===m));
const it=m[Symbol.iterator]();
console.log(it.next());
m.clear();
m.set('n',1);
console.log(it.next(), it.next());
