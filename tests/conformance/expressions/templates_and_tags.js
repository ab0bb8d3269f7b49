const a = 1, b = { toString: () => 'B', valueOf: () => 'V' };
console.log(`${a}-${b}-${[1, 2]}-${null}${undefined}`, ``, `x`, `\u0041\n`.length, `${'only'}`);
const tag = (s, ...v) => s.raw.join('|') + ':' + s.join('|') + ':' + v.join();
console.log(tag`x${1}y\n${2}`, tag``, tag`a${1}`);
const same = () => ((s) => s)`a${0}b`;
console.log(same() === same(), Object.isFrozen(same()), Array.isArray(same().raw));
const objs = []; for (let i = 0; i < 2; i++) objs.push(((s) => s)`q${i}`);
console.log(objs[0] === objs[1], ((s) => s)`q` === ((s) => s)`q`);
const o = { t(s) { return this === o && s[0]; } };
console.log(o.t`method`, o['t']`computed`, (() => (s) => s[0])()`call`);
console.log(((s) => s[0] === undefined && s.raw[0])`\unicode`);
const log = [];
`${log.push('1')}${{ toString() { log.push('ts'); return ''; } }}${log.push('2')}`;
console.log(log.join());
try { `${Symbol('x')}`; } catch (e) { console.log(e.name); }
console.log(String.raw`\d${1}\u`, `line
two`.length, `nested ${`inner ${1 + 1}`}`);
new class { constructor() { console.log(tag`in ${new.target.name === ''}`); } }();
