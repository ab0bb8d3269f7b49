// Error objects.
const err=new Error('boom',{cause:1});
console.log(err.cause, Object.keys(err), err.toString(), err.stack.split('\n')[0], 'stack' in err, Object.getOwnPropertyNames(err).sort());
class ME extends Error { constructor(m){super(m);this.name='ME';this.code=5} } const me=new ME('q');
console.log(String(me), me instanceof ME, me.stack.split('\n')[0], me.code);
const ct={};
Error.captureStackTrace(ct);
console.log(typeof ct.stack);

// What is not iterable or cannot be destructured is named by its source text.
{
  let absent, none = null, make = () => 1;
  const config = { a: { b: 5 } };
  const say = (work) => { try { work(); } catch (e) { console.log(e.message); } };
  say(() => { const [a] = absent; });
  say(() => { const [a] = null; });
  say(() => { const [a] = make(); });
  say(() => { for (const x of config.a); });
  say(() => { for (const x of make()); });
  say(() => { for (const x of none); });
  say(() => [...config.a, ...none]);
  say(() => [1, ...make()]);
  say(() => (([a]) => a)());
  say(() => (([a]) => a)(5));
  say(() => { (function* () { yield* 5; })().next(); });
  say(() => { const { a } = absent; });
  say(() => { const { b } = config.x; });
  say(() => { let b; ({ b } = config.x); });
  say(() => { const {} = none; });
  say(() => { const { ['x' + 1]: b } = absent; });
  say(() => { const { ...rest } = none; });
  say(() => (({ a }) => a)());
  say(() => new Set(5));
}
