// Proxy traps.
const p=new Proxy({a:1},{get:(t,k)=>k in t?t[k]:`no ${String(k)}`, has:()=>true, ownKeys:()=>['a','z'], getOwnPropertyDescriptor:(t,k)=>({value:1,enumerable:true,configurable:true}), deleteProperty:()=>true, set(t,k,v){t[k]=v*2;return true}});
p.q=4;
console.log(p.a,p.zz,'any' in p,Object.keys(p),delete p.a,p.q);
