// Promise combinators and jobs.
Promise.all([1,Promise.resolve(2)]).then(v=>console.log(v));
Promise.allSettled([1,Promise.reject(new Error('x'))]).then(v=>console.log(v.map(r=>r.status)));
Promise.race([new Promise(()=>{}),Promise.resolve('r')]).then(console.log);
Promise.any([Promise.reject(1),2]).then(console.log);
Promise.reject(1).finally(()=>console.log('fin')).catch(e=>console.log('caught',e));
Promise.resolve(1).then(2).then(console.log);
(async()=>{ try { await Promise.reject(new TypeError('t')) } catch(e){ console.log(e.name) } finally { console.log('f') } return 5 })().then(console.log);
