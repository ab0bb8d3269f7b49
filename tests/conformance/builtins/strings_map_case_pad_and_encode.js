// Methods of String.prototype, URI functions, Annex B.
console.log(
    'ÀÉ'.toLowerCase(), 'straße'.toUpperCase(), 'ΑΣ'.toLowerCase(), 'İ'.toLowerCase().length, 'ﬁ'.toUpperCase()
);
console.log(
    'abc'.at(-1), 'abc'.padStart(5,'12'), 'abc'.padEnd(6), '  x '.trim()+'|', 'abc'.substring(2,0),
    'abc'.substr(-2,1), 'abc'.slice(-2), 'x'.repeat(3), 'abc'.includes('b'), 'abcabc'.lastIndexOf('c'),
    'abc'.codePointAt(1), '😀'.codePointAt(0), [...'a😀b'], '😀'.length, String.fromCodePoint(128512),
    String.raw`a\n${1}`
);
console.log(
    'e\u0301'.normalize('NFC').length, '\u00e9'.normalize('NFD').length, 'a'.localeCompare('b'),
    'a'.localeCompare('A'), 'résumé'.localeCompare('resume'),
    ['b','a','C','A','ä','z'].sort((a,b)=>a.localeCompare(b))
);
console.log(
    '\ud800'.isWellFormed(), '\ud800x'.toWellFormed(), 'abc'.anchor('x"y'), escape('ü x'), unescape('%FC%20%u1234'),
    encodeURIComponent('ü&=/😀'), decodeURIComponent('%C3%BC%F0%9F%98%80'), encodeURI('http://x/ü?a=b')
);
