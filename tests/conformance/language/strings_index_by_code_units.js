// String indexing, slicing, searching, raw and tagged templates, lone surrogates.
const s = 'a😀b';
console.log(s.length, s[1] === '\ud83d', s.codePointAt(1), s.charCodeAt(2), [...s].length, s.at(-1), s.slice(-2), s.substring(3, 1), s.substr(-3, 2) === '\ude00b'.slice(0, 2));
console.log('abcabc'.indexOf('c', 3), 'abcabc'.lastIndexOf('a', 2), 'abc'.includes(''), 'aXbX'.replaceAll('X', '$&$&'), 'a-b-c'.split('-', 2), 'abc'.split(''), 'x'.padStart(5, 'ab'), 'abc'.localeCompare('abd'));
console.log('ß'.toUpperCase(), 'İ'.toLowerCase().length, 'ΑΣ'.toLowerCase(), 'ǆ'.toUpperCase(), ' \u00a0\ufeffx\u2003'.trim(), '\ud800'.isWellFormed(), '\ud800a'.toWellFormed());
const tag = (strings, ...values) => strings.raw.join('|') + values.join() + strings.length + Object.isFrozen(strings);
console.log(tag`a\n${1}b${2}\u0041`, String.raw`\x${'y'}\z`, `multi
line ${`nested ${1 + 1}`}`);
const same = () => ((x) => x)`t`;
console.log(same() === same(), 'abc' < 'abd', 'a' < 'B', '10' < '9', 10 < '9', 'é'.normalize('NFD').length);
let rope = '';
for (let i = 0; i < 1000; i++) rope += i;
console.log(rope.length, rope.slice(100, 110), rope.indexOf('999'), rope === rope + '', (rope + 'x').endsWith('x'));
console.log('abc'.replace(/(?<first>a)(b)?/, (m, p1, p2, at, all, groups) => `[${m}${p1}${p2}${at}${all}${groups.first}]`), 'x'.concat(1, null), 'ab'.repeat(3), 'abc'.charAt(9) === '');
