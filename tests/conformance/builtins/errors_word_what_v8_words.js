// Error objects.
const err=new Error('boom',{cause:1});
console.log(err.cause, Object.keys(err), err.toString(), err.stack.split('\n')[0], 'stack' in err, Object.getOwnPropertyNames(err).sort());
class ME extends Error { constructor(m){super(m);this.name='ME';this.code=5} } const me=new ME('q');
console.log(String(me), me instanceof ME, me.stack.split('\n')[0], me.code);
const ct={};
Error.captureStackTrace(ct);
console.log(typeof ct.stack);
