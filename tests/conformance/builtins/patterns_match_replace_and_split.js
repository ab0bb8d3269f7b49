// Strings hand over to regular expressions by the protocol of 22.2.6.
console.log(
    'a-b-c'.split('-'), 'abc'.split(''), 'a1b2c3'.split(/\d/), 'a1b2c3'.split(/(\d)/), ''.split(/x/), ''.split(''),
    'test'.split(/(?:)/), 'A<B>bold</B>and<CODE>coded</CODE>'.split(/<(\/)?([^<>]+)>/)
);
console.log(
    'aaa'.replace(/a/g,'b'), 'abc'.replace(/(b)/, '[$1]'), 'abc'.replace(/(?<x>b)/, '[$<x>]'),
    'abc'.replace('b', '$&$&'), 'abcabc'.replaceAll('b','X'), 'abc'.replace(/b/, (m,i,s)=>m+i+s)
);
console.log(
    '2020-01-02'.match(/(\d+)-(\d+)-(\d+)/), 'a1b2'.match(/\d/g), 'abc'.match(/x/), 'abc'.match(/x/g)
);
console.log(
    [...'a1b22'.matchAll(/\d+/g)].map(m=>[m[0],m.index])
);
console.log(
    /(?<year>\d{4})-(?<m>\d\d)/.exec('on 2020-05').groups, /a(?<n>b)?/d.exec('xa').indices
);
let re=/o/g; console.log(re.test('foo'), re.lastIndex, re.test('foo'), re.lastIndex, re.test('foo'), re.lastIndex);
let st=/o/y; console.log(st.test('foo'), st.lastIndex=1, st.test('foo'), st.lastIndex);
console.log('xAy'.search(/[A-Z]/), 'abc'.search('c'), /[/]\//.source, new RegExp('/').source, new RegExp('').toString(), String(new RegExp('\n')));
