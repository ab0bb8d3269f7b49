// Compares the regular expression engine with node's, on random patterns and inputs.
// Usage: node regexp-diff.mjs CLI [SECONDS [SEED]]     (CLI: the program built from regexp-cli.c)
// Prints each difference; exits 1 if there was one. Differences that are node's own (other Unicode version, newer
// syntax) are avoided by what is generated.
import { spawnSync } from 'node:child_process';

const [cli, seconds = '20', seedText = String(Date.now() % 1e9)] = process.argv.slice(2);
const BATCH = 4000;
const FLAG_BITS = { d: 1, g: 2, i: 4, m: 8, s: 16, u: 32, v: 64, y: 128 };

let state = Number(seedText) >>> 0;
function random(limit) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 4294967296 * limit);
}
const pick = (list) => list[random(list.length)];
const chance = (percent) => random(100) < percent;
const many = (make, least, most) => Array.from({ length: least + random(most - least + 1) }, make).join('');

// (So are \P{...} and empty classes under v, which node 20 gets wrong.)
// A few characters that matter to each other: case pairs, folding oddities, line ends, surrogates.
const PLAIN = ['a', 'b', 'A', 'B', 'k', 's', '0', '1', '_', ' ', '-', 'é', 'É'];
const ODD = ['\n', '\r', '\u2028', 'ſ', '\u212a', 'σ', 'ς', 'Σ', 'ß', 'ẞ', 'İ', 'ı', 'µ', 'μ', 'Ǆ', 'ǅ', '😀', '😁', '𐐀',
    '𐐨', '\ud83d', '\ude00', 'ÿ', 'Ÿ', '\0', 'ĸ'];
const character = () => (chance(80) ? pick(PLAIN) : pick(ODD));
const literal = (mode) => {
    const c = character();
    return c === '-' && mode.inClass && mode.v ? '\\-' : c;
};

function escape(mode) {
    const unicode = mode.u || mode.v;
    const list = ['\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\n', '\\x61', '\\u0061', '\\t', '\\0', '\\cA', '\\/', '\\.'];
    if (unicode)
        list.push('\\u{61}', '\\u{1f600}', '\\ud83d\\ude00', '\\ud83d', '\\ude00', '\\p{Lu}', '\\p{L}', '\\p{ASCII}',
            '\\p{Script=Greek}', '\\p{scx=Latin}', '\\p{Any}', '\\p{Emoji_Presentation}');
    if (mode.u)
        list.push('\\P{Ll}', '\\P{Lowercase}', '\\P{Lu}');
    if (!unicode)
        list.push('\\a', '\\8', '\\07', '\\101', '\\c', '\\x', '\\u', '\\u{2}', '\\p', '\\-', '\\é', '\\]', '\\ud83d');
    return pick(list);
}

function classAtom(mode) {
    return chance(75) ? literal({ ...mode, inClass: true }) : chance(15) ? '\\b' : escape(mode);
}

function plainClass(mode) {
    const item = () => (chance(30) ? `${literal(mode)}-${literal(mode)}` : classAtom(mode));
    return `[${chance(30) ? '^' : ''}${many(item, 0, 3)}]`;
}

function setsOperand(mode, depth) {
    if (depth > 0 && chance(40))
        return setsClass(mode, depth - 1);
    return chance(15) ? `\\q{${many(() => pick(['a', 'b', 'ab', '|', '😀', 'K', '']), 0, 4)}}` : classAtom(mode);
}

function setsClass(mode, depth) {
    const start = `[${chance(20) ? '^' : ''}`;
    if (chance(40)) {
        const operator = pick(['&&', '--']);
        return `${start}${[1, 2, 3].slice(random(2)).map(() => setsOperand(mode, depth)).join(operator)}]`;
    }
    const item = () => (chance(25) ? pick(['a-z', 'A-K', '0-9', 'a-b', 'ſ-σ']) : setsOperand(mode, depth));
    return `${start}${many(item, 1, 3)}]`;
}

function quantifier() {
    if (chance(60))
        return '';
    const lazy = chance(30) ? '?' : '';
    return pick(['*', '+', '?', '{2}', '{0,2}', '{1,}', '{2,3}', '{0}', '{1}', '{,3}', '*', '+', '?']) + lazy;
}

function atom(mode, depth) {
    const roll = random(100);
    if (depth > 0 && roll < 24) {
        const name = pick(['a', 'b', 'c', '$x', 'é']);
        const group = pick(['(', '(', '(', '(?:', '(?:', '(?=', '(?!', '(?<=', '(?<!', `(?<${name}>`]);
        return `${group}${disjunction(mode, depth - 1)})`;
    }
    if (roll < 34)
        return mode.v ? setsClass(mode, 2) : plainClass(mode);
    if (roll < 44)
        return escape(mode);
    if (roll < 50)
        return pick(['^', '$', '\\b', '\\B']);
    if (roll < 55)
        return pick(['\\1', '\\2', '\\3', '\\k<a>', '\\k<b>', '\\1']);
    if (roll < 60)
        return '.';
    if (roll < 62)
        return pick([']', '}', '{', '{1', '-', '|', '', '*', ')', '(?)']);
    return literal(mode);
}

const term = (mode, depth) => atom(mode, depth) + quantifier();

function disjunction(mode, depth) {
    const alternative = () => many(() => term(mode, depth), chance(8) ? 0 : 1, 3);
    return Array.from({ length: chance(65) ? 1 : 2 + random(2) }, alternative).join('|');
}

function makeCase() {
    const mode = { u: chance(30), v: chance(25) };
    if (mode.u)
        mode.v = false;
    const flags = ['i', 'm', 's', 'y'].filter(() => chance(30)).join('') + (mode.u ? 'u' : mode.v ? 'v' : '');
    const pattern = disjunction(mode, 3);
    const wide = chance(40);
    let input = many(() => (wide ? character() : pick(PLAIN)), 0, 12);
    if (chance(40) && pattern.split(/[*+{?]/).length < 4) // long, where that cannot take node ages
        input = pick(['z', 'a', '\u0416', 'zb']).repeat(random(70)) + input + many(() => pick(PLAIN), 0, 12);
    return { pattern, flags, input, start: chance(70) ? 0 : random(input.length + 1) };
}

function answerOfNode({ pattern, flags, input, start }) {
    let regexp;
    try {
        regexp = new RegExp(pattern, flags + 'd' + (flags.includes('y') ? '' : 'g'));
    } catch (error) {
        return `E ${error.message.slice(error.message.lastIndexOf(': ') + 2)}`;
    }
    regexp.lastIndex = start;
    const match = regexp.exec(input);
    if (!match)
        return 'N';
    return `M ${match.indices.map((pair) => (pair ? pair.join() : '-1,-1')).join(' ')}`;
}

// Newer syntax allows some duplicate names; of several errors either may be named; node 20 can match between the halves
// of a surrogate pair.
function isNodesOwn({ pattern, flags, input }, expected, own) {
    if (/--|&&/.test(pattern) && /i.*v/.test(flags)) // node 20 does not fold the operands
        return true;
    if (expected === 'E Duplicate capture group name' || (expected[0] === 'E' && own[0] === 'E' && flags.includes('v')))
        return true;
    const start = Number(/^M (\d+)/.exec(expected)?.[1]);
    return /[uv]/.test(flags) && start > 0 && input.codePointAt(start - 1) > 0xffff;
}

const hex = (text) => 'x' + text.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0')).join('');
const bits = (flags) => [...flags].reduce((sum, flag) => sum + FLAG_BITS[flag], 0);

const end = Date.now() + Number(seconds) * 1000;
let count = 0, differences = 0, matches = 0, errors = 0;
while (Date.now() < end && differences < 20) {
    const cases = Array.from({ length: BATCH }, makeCase);
    const lines = cases.map((c) => `${bits(c.flags)} ${c.start} ${hex(c.pattern)} ${hex(c.input)}\n`).join('');
    const { stdout, status, signal } = spawnSync(cli, { input: lines, encoding: 'utf8', maxBuffer: 1 << 28 });
    const answers = stdout.split('\n');
    if (status !== 0) {
        console.log(`the program ended by ${signal ?? status} at`, JSON.stringify(cases[answers.length - 1]));
        process.exit(1);
    }
    cases.forEach((c, i) => {
        if (answers[i] === 'ABORTED')
            return;
        const own = answers[i].replace(/( \S+:[\d,]+)+$/, ''), expected = answerOfNode(c);
        if (isNodesOwn(c, expected, own))
            return;
        matches += expected[0] === 'M';
        errors += expected[0] === 'E';
        if (own !== expected && differences++ < 20)
            console.log(JSON.stringify(c), '\n    node', expected, '\n    own ', own);
    });
    count += BATCH;
}
console.log(`${count} cases (${matches} matches, ${errors} refused), ${differences} differences, seed ${seedText}`);
process.exitCode = differences ? 1 : 0;
