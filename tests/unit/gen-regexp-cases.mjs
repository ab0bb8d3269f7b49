// Writes regexp_cases.def: patterns with inputs, and what node answers. Run by hand after a change of the list below:
//     node tests/unit/gen-regexp-cases.mjs > tests/unit/regexp_cases.def
// An answer is `M` with start,end of each group, `N` for no match, or `E` with the reason. What node 20 does not know, or
// gets wrong, is in regexp_test.c, with answers taken from ECMA-262.

// [pattern, flags, ...inputs]
const LIST = [
    // characters, sequences, alternatives
    ['', '', '', 'a'], ['a', '', 'a', 'ba', 'b', ''], ['abc', '', 'xxabc', 'ab', 'abd abc'], ['a|ab', '', 'abc'],
    ['ab|a', '', 'abc', 'ac'], ['((a)|(ab))((c)|(bc))', '', 'abc'], ['a|', '', 'b', 'a'], ['|a', '', 'a'], ['(|a)b', '', 'ab'],
    ['foo|bar|baz', '', 'a baz', 'foobar', 'ba'], ['(?:ab|cd)ef|gh', '', 'cdef', 'gh', 'abgh'], ['(?:GET|POST) ', '', 'x POST y'],
    ['\u00e9', '', 'caf\u00e9'], ['\u0416', '', 'a\u0416', 'a'], ['\u{1f600}', '', 'x\u{1f600}'], ['\ud83d', '', '\u{1f600}'],
    ['\ud83d', 'u', '\u{1f600}', '\ud83dx'], ['^[^x]$', '', '\u{1f600}', 'a'], ['^[^x]$', 'u', '\u{1f600}'], ['.', '', '\n', '\r\nz', '\u2028', '\u0085'],
    ['.', 's', '\n'], ['.', 'u', '\u{1f600}a'], ['.', '', '\u{1f600}a'],
    // quantifiers
    ['a*', '', 'aaa', 'baaa'], ['a+', '', 'baaa', 'b'], ['a?', '', 'aa', 'b'], ['a*?', '', 'aaa'], ['a+?', '', 'aaa'], ['a??', '', 'a'],
    ['a{2}', '', 'aaa', 'a'], ['a{2,}', '', 'aaaa', 'a'], ['a{1,2}', '', 'aaa'], ['a{2,3}?', '', 'aaaa'], ['a{0}b', '', 'ab'], ['a{,2}', '', 'a{,2}', 'aa'],
    ['a{', '', 'a{'], ['a{1', '', 'a{1'], ['x{1}{', '', 'x{'], ['a*a', '', 'aaaa'], ['a*ab', '', 'aaab'], ['.*b', '', 'abab c'], ['.*?b', '', 'aabab'],
    ['[ab]*b', '', 'ababa'], ['\\d+\\d', '', '1234', '1'], ['\\d{2,4}5', '', '12345', '125', '15'], ['(a+)+b', '', 'aaab'], ['(a*)*', '', 'aab', 'b'],
    ['(a*)+', '', 'b', 'aa'], ['(a*?)*', '', 'aa'], ['(?:a*)*?b', '', 'aab'], ['(a|b)*', '', 'abc'], ['(?:(a)|(b))*', '', 'ab', 'ba'], ['(a){2}', '', 'aa'],
    ['(z)((a+)?(b+)?(c))*', '', 'zaacbbbcac'], ['(a?){3}b', '', 'aab', 'b'], ['(a?)*?b', '', 'aab'], ['(?:a?){2,3}?b', '', 'aaab'], ['(ab){1,3}', '', 'abababab'],
    ['(?:ab){2,3}?c', '', 'abababc'], ['(a{2}){2}', '', 'aaaaa'], ['(?:a|ab|abc)*d', '', 'aababcd'], ['(?:a|ab|)*c', '', 'aabc'], ['(\\2a)(\\1b)', '', 'ab'],
    ['x*y+$', '', 'xxyy', 'xyx'], ['(?:x+x+)+y', '', 'xxxxy'], ['((a)|b)*?c', '', 'abc'], ['(?:){3}a', '', 'a'], ['(?:a{0,2}){2}', '', 'aaaaa'],
    ['[a-c]{2}[b-d]', '', 'abcd'], ['"[^"]*"', '', 'say "hi" "x"'], ['".*?"', '', 'say "hi" "x"'], ['\\w+@\\w+\\.com', '', 'me bob@x.com'],
    ['(\\d+)\\.(\\d+)\\.\\d+', '', '1/2/12.34.5', '1.2'], ['\\s+$', '', 'a  b  ', 'a  b'], ['<(\\w+)>.*?</\\1>', '', '<b>x</b></b>', '<b></c>'],
    // captures and references
    ['(a)(b)?', '', 'ac', 'ab'], ['(a)\\1', '', 'aa', 'ab'], ['\\1(a)', '', 'a'], ['(a\\1)', '', 'aa'], ['(?:(a)|b)\\1', '', 'aa', 'b'], ['(a)|b\\1', '', 'b'],
    ['(.)(.)\\2\\1', '', 'xabba'], ['(A)\\1', 'i', 'aA'], ['(\\u{10400})\\1', 'iu', '\u{10428}\u{10400}'], ['(ab)\\1{2}', '', 'ababab'], ['\\2', '', '\u0002'],
    ['(?<year>\\d{4})-(?<m>\\d\\d)', '', 'on 2024-05'], ['(?<a>.)\\k<a>', '', 'xyy'], ['\\k<a>(?<a>x)', '', 'x'], ['\\k<a>', '', 'k<a>'], ['(?<$\u00e9_1>a)', '', 'a'],
    ['(?<\\u0061>x)\\k<a>', '', 'xx'], ['(?<\u{1d453}>x)', '', 'x'], ['(?<=(.))\\1', '', 'abb'], ['((((((((((x))))))))))\\10', '', 'xx'],
    // assertions
    ['^a', '', 'a', 'ba', 'b\na'], ['^a', 'm', 'b\na', 'ba'], ['a$', '', 'a', 'a\n', 'ab'], ['a$', 'm', 'a\nb', 'a\u2028'], ['^$', '', '', 'a'], ['^$', 'm', 'a\n\nb'],
    ['\\bfoo\\b', '', 'a foo b', 'afoo', 'foo'], ['\\Boo', '', 'foo', 'oo'], ['\\b', '', '', ' a'], ['\\B', '', '', 'a'], ['\\b.', 'iu', '\u017fa'], ['\\b.', 'u', '\u017fa'],
    ['(?=a)', '', 'ba'], ['(?=(a+))a*b\\1', '', 'baaabac'], ['(?=(a))b', '', 'b'], ['(.*?)a(?!(a+)b\\2c)\\2(.*)', '', 'baaabaac'], ['a(?!b)', '', 'ab ac'],
    ['(?!a)b|a', '', 'b'], ['(?=a)*b', '', 'b'], ['(?=a){2}a', '', 'a'], ['(?!(a)b)a\\1', '', 'ac'], ['\\d+(?=%)', '', '10 20%'], ['\\d+(?!%)', '', '10%'],
    ['(?<=\\$)\\d+', '', 'a $42', '42'], ['(?<!\\$)\\b\\d+', '', '$42 17'], ['(?<=(\\d+)(\\d+))$', '', '1053'], ['(?<=\\1(\\d+))x', '', '1212x'], ['(?<=a{2})b', '', 'aab', 'ab'],
    ['(?<=^|,)[^,]*', '', ',b'], ['(?<=(?<a>\\w){3})f', '', 'abcdef'], ['(?<!abc)d', '', 'abcd xd'], ['(?<=\u{1f600})a', 'u', '\u{1f600}a'], ['(?<=[^a])b', 'u', '\u{1f600}b'],
    ['(?<=(a|ab))c', '', 'abc'], ['(?<=a(?=b)b)c', '', 'abc'], ['(?<=(?<!x)a+)b', '', 'xaab'], ['(?<=^\\w*)\\d', '', 'ab1'], ['(?<=ab|c)x', '', 'abx', 'cx', 'bx'],
    // classes
    ['[abc]', '', 'xb'], ['[^abc]', '', 'abcd'], ['[a-c]', '', 'zc'], ['[]', '', 'a'], ['[^]', '', '\n'], ['[-a]', '', '-'], ['[a-]', '', '-'], ['[a\\-z]', '', '-', 'b'],
    ['[\\d-x]', '', '-', 'x'], ['[x-\\d]', '', '5', '-'], ['[\\w-]+', '', 'a-b c'], ['[\\b]', '', '\b'], ['[\\]]', '', ']'], ['[^\\]]', '', ']a'], ['[\\s\\S]', '', '\n'],
    ['[\\w.]+', '', ' a.b '], ['\\d\\D\\w\\W\\s\\S', '', '1aa- x'], ['\\s', '', '\u00a0', '\ufeff', '\u2028', '\u180e'], ['\\w', '', '\u017f'], ['\\w', 'iu', '\u017f'],
    ['[^\\w]', 'iu', '\u212a'], ['\\W', 'iu', '\u017f'], ['[\u0430-\u044f]+', '', 'x \u043f\u0440\u0438'], ['[\u{1f600}-\u{1f64f}]', 'u', 'x\u{1f610}'],
    ['[\u{1f600}]', '', '\u{1f600}'], ['[^\u{1f600}]', 'u', '\u{1f600}a'], ['[\\u{1f600}]', 'u', '\u{1f600}'], ['[\\ud83d\\ude00]', 'u', '\u{1f600}'], ['[\\ud83d]', 'u', '\u{1f600}', '\ud83d'],
    ['[\\c1]', '', '\x11'], ['[\\c]', '', '\\', 'c'], ['[\\c*]', '', '\\'], ['[\\1]', '', '\x01'], ['[\\08]', '', '\0', '8'], ['[b-a', '', ''], ['[z-a]', '', ''],
    // escapes
    ['\\t\\n\\v\\f\\r', '', '\t\n\v\f\r'], ['\\x41', '', 'A'], ['\\x4', '', 'x4'], ['\\u0041', '', 'A'], ['\\u004', '', 'u004'], ['\\u{41}', '', 'u'.repeat(41)], ['\\u{41}', 'u', 'A'],
    ['\\cA', '', '\x01'], ['\\c', '', '\\c'], ['\\c1', '', '\\c1'], ['\\0', '', '\0'], ['\\01', '', '\x01'], ['\\101', '', 'A'], ['\\400', '', ' 0'], ['\\8', '', '8'], ['\\a', '', 'a'],
    ['\\/\\.\\*', '', '/.*'], ['\\ud83d\\ude00', 'u', '\u{1f600}'], ['\\ud83d\\ude00', '', '\u{1f600}'], ['^\\ud83d', 'u', '\u{1f600}'], ['\\p{Lu}', '', 'p{Lu}'], [']', '', ']'], ['}', '', '}'],
    // case
    ['abc', 'i', 'xABC'], ['[a-z]+', 'i', '1AbC'], ['[^a]', 'i', 'Ab'], ['\u00e9', 'i', '\u00c9'], ['\u00df', 'i', '\u1e9e'], ['\u00df', 'iu', '\u1e9e'], ['\u017f', 'i', 's'], ['\u017f', 'iu', 's', 'S'],
    ['k', 'i', '\u212a'], ['k', 'iu', '\u212a'], ['\u03c3', 'i', '\u03c2', '\u03a3'], ['\u03c3', 'iu', '\u03c2'], ['\u0130', 'i', 'i'], ['i', 'iu', '\u0130', '\u0131'], ['\u00b5', 'i', '\u03bc', '\u039c'],
    ['\u01c6', 'i', '\u01c5', '\u01c4'], ['\u00ff', 'i', '\u0178'], ['[\u00e0-\u00ff]', 'i', '\u0178', '\u00c0'], ['\u{10428}', 'iu', '\u{10400}'], ['\u{10428}', 'i', '\u{10400}'], ['[^\u017f]', 'iu', 's', 'S'],
    ['\u1f80', 'i', '\u1f88'], ['\u1f80', 'iu', '\u1f88'], ['[\\u{10400}-\\u{10410}]', 'iu', '\u{10430}'],
    // properties
    ['\\p{Lu}', 'u', 'aB'], ['\\P{Lu}', 'u', 'Ba'], ['\\p{L}+', 'u', '1\u00e9\u0416x'], ['\\p{Lu}', 'iu', 'a'], ['\\P{Lu}', 'iu', 'A'], ['[^\\P{Lu}]', 'iu', 'a'], ['[^\\p{Lu}]', 'iu', 'a1'],
    ['\\p{Script=Greek}', 'u', 'a\u03b1'], ['\\p{sc=Grek}', 'u', '\u03b1'], ['\\p{scx=Deva}', 'u', '\u0964'], ['\\p{sc=Deva}', 'u', '\u0964'], ['\\p{General_Category=Decimal_Number}', 'u', '\u0663'],
    ['\\p{Nd}', 'u', '\u0663'], ['\\p{ASCII}', 'u', '\u00e9a'], ['\\p{Any}', 'u', '\u{1f600}'], ['\\p{Assigned}', 'u', '\u0378a'], ['\\p{Emoji_Presentation}', 'u', '1\u{1f600}'], ['\\p{ID_Start}', 'u', '1a'],
    ['\\p{White_Space}', 'u', 'a\u3000'], ['\\p{Alphabetic}', 'u', '1a'], ['\\p{LC}', 'u', '1\u01c5'], ['[\\p{Lu}\\d]+', 'u', 'aB1'], ['\\p{Script_Extensions=Latin}', 'u', '\u00e9'],
    // v
    ['[a-z&&[aeiou]]+', 'v', 'xyeiz'], ['[a-z--[aeiou]]+', 'v', 'aebcd'], ['[[a-c][x-z]]', 'v', 'my'], ['[^[a-c]]', 'v', 'abd'], ['[\\q{abc|d|}]', 'v', 'abc', 'd', 'x'], ['[\\q{ab}a]', 'v', 'ab', 'ac'],
    ['[\\p{L}--[a-z]]', 'v', 'aB'], ['[\\p{ASCII}&&\\p{Lu}]', 'v', 'aB'], ['^\\p{RGI_Emoji_Flag_Sequence}$', 'v', '\u{1f1e9}\u{1f1ea}'], ['^\\p{Emoji_Keycap_Sequence}$', 'v', '1\ufe0f\u20e3'],
    ['\\p{RGI_Emoji}', 'v', 'a\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', '\u{1f600}'], ['^[\\p{Emoji_Keycap_Sequence}--\\q{1\ufe0f\u20e3}]', 'v', '1\ufe0f\u20e3', '2\ufe0f\u20e3'], ['[\\-\\&]', 'v', '&'], ['[\\q{KM|m}]', 'iv', 'km', 'M'],
    // sticky
    ['a', 'y', 'ba', 'ab'], ['^b', 'y', 'ab'], ['(?<=a)b', 'y', 'ab'],
    // refused
    ['(', '', ''], [')', '', ''], ['(?', '', ''], ['(?a)', '', ''], ['*', '', ''], ['a**', '', ''], ['a{2,1}', '', ''], ['[', '', ''], ['\\', '', ''], ['(?<a', '', ''], ['(?<1>a)', '', ''], ['(?<a>a)(?<a>b)', '', ''],
    ['(?<a>.)\\k', '', ''], ['(?<a>.)\\k<b>', '', ''], ['^*', '', ''], ['(?<=a)*', '', ''], ['\\b+', '', ''], ['{1}', '', ''], ['\\1', 'u', ''], ['\\a', 'u', ''], ['\\-', 'u', ''], ['{', 'u', ''], ['a{', 'u', ''], ['}', 'u', ''], [']', 'u', ''],
    ['\\u{110000}', 'u', ''], ['\\u', 'u', ''], ['\\x', 'u', ''], ['\\c', 'u', ''], ['\\01', 'u', ''], ['[\\d-z]', 'u', ''], ['[\\1]', 'u', ''], ['\\p{Foo}', 'u', ''], ['\\p', 'u', ''], ['[\\p{Foo}]', 'u', ''], ['\\P{RGI_Emoji}', 'v', ''],
    ['\\p{RGI_Emoji}', 'u', ''], ['(?=a)*', 'u', ''], ['[(]', 'v', ''], ['[a&&b--c]', 'v', ''], ['[a!!b]', 'v', ''], ['[^\\q{ab}]', 'v', ''], ['[a-]', 'v', ''], ['[[a]', 'v', ''], ['(?<a.>x)', '', ''], ['(?:', '', ''], ['(?<=', '', ''],
];

function answer(pattern, flags, input) {
    try {
        const match = new RegExp(pattern, `${flags}d`).exec(input);
        return match ? `M ${match.indices.map((pair) => (pair ? pair.join() : '-1,-1')).join(' ')}` : 'N';
    } catch (error) {
        return `E ${error.message.slice(error.message.lastIndexOf(': ') + 2)}`;
    }
}

// A C literal of UTF-16 units: printable ASCII, or escapes each in a piece of its own.
function literal(text) {
    let out = 'u"';
    for (let i = 0; i < text.length; i++) {
        const c = text[i], unit = text.charCodeAt(i);
        if (unit < 0x20 || unit > 0x7e)
            out += `" u"\\x${unit.toString(16)}" u"`;
        else
            out += c === '"' || c === '\\' ? `\\${c}` : c === '?' ? '\\?' : c;
    }
    return `${out}"`.replace(/ u""$/, '').replace(/^u"" (?=u")/, '').replaceAll(' u"" ', ' ');
}

const ascii = (text) => `"${text.replace(/[\\"]/g, '\\$&')}"`;

console.log('/* Written by gen-regexp-cases.mjs: REGEXP_CASE(pattern, flags, input, answer). Do not edit. */');
for (const [pattern, flags, ...inputs] of LIST) {
    for (const input of inputs)
        console.log(`REGEXP_CASE(${literal(pattern)}, "${flags}", ${literal(input)}, ${ascii(answer(pattern, flags, input))})`);
}
