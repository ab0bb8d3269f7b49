// Random expressions for random programs (programs.mjs): of any value, and of one type, which lets the compiler unbox.
// Invariant: what a generator makes depends on its seed alone, has no effect outside of the program, and is small.

export const NUMBERS = ['0', '1', '-1', '2', '3', '5', '7', '16', '31', '100', '1000', '0.5', '1.25', '65535',
    '2147483647', '-2147483648'];
export const EDGES = ['-0', 'NaN', 'Infinity', '-Infinity', '4294967295', '2147483648', '9007199254740991',
    '-9007199254740992', '1e10', '1e21',
    '5e-324', '1.7976931348623157e308', '-0.5', '4294967296'];
const ANYTHING = [...NUMBERS.slice(0, 6), ...EDGES.slice(0, 8), '"3"', '"a"', '""', 'true', 'false', 'null',
    'undefined', '[4]', '[]',
    '({valueOf(){return 5}})', '({toString(){return "t"}})', '7n'];
const WORDS = ['"a"', '"b7"', '"abc"', '"12"', '" x "', '"\\u00e9\\u0151"', '"\\ud83d\\ude00"', '"a,b,,c"',
    '"A-b"', '""'];
const BIGS = ['0n', '1n', '-1n', '7n', '255n', '-9223372036854775808n', '18446744073709551615n',
    '123456789012345678901234567890n'];

export class Expressions {
    constructor(seed) {
        this.state = seed * 7919 + 13;
        this.functions = []; // of two values; those that stand before in the text, so that nothing recurs
        this.counters = [];  // of two numbers: the hot ones
        this.last = 0;
    }
    below(n) {
        this.state = (Math.imul(this.state, 1103515245) + 12345) >>> 0;
        return (this.state >>> 8) % n;
    }
    pick(items) { return items[this.below(items.length)]; }
    one(...forms) { return this.pick(forms)(); }
    chance(of) { return this.below(of) === 0; }
    // A number that no other name of the program ends with.
    fresh() { return ++this.last; }

    // Any value. `names` are variables that may hold any.
    any(names, depth) {
        const e = () => this.any(names, depth - 1);
        if (depth <= 0 || this.chance(5))
            return this.below(3) ? this.pick(names) : this.chance(4) ? this.pick(ANYTHING) : this.pick(NUMBERS);
        return this.one(
            () => `(${e()} + ${e()})`, () => `(${e()} + ${e()})`, () => `(${e()} - ${e()})`, () => `(${e()} *`
            + ` ${e()})`,
            () => `(${e()} / ${e()})`, () => `(${e()} % ${e()})`, () => `((${e()}) **`
            + ` ${this.pick(['2', '0.5', '-1', '3'])})`,
            () => `(${e()} ${this.pick(['&', '|', '^', '<<', '>>', '>>>'])} ${e()})`,
            () => `(${e()} ${this.pick(['<', '<=', '>', '>=', '==', '===', '!=', '!=='])} ${e()})`,
            () => `(${e()} ${this.pick(['&&', '||'])} ${e()})`, () => `(${e()} ?? ${e()})`,
            () => `(${e()} ? ${e()} : ${e()})`, () => `(- ${e()})`, () => `(~${e()})`, () => `(!${e()})`,
            () => `((${e()}) | 0)`,
            () => `(typeof ${e()})`, () => `(${e()}, ${e()})`,
            () => `Math.${this.pick(['floor', 'abs', 'sqrt', 'trunc', 'round', 'sign', 'ceil', 'fround',
            'clz32'])}(${e()})`,
            () => `Math.${this.pick(['min', 'max', 'imul'])}(${e()}, ${e()})`,
            () => `A[${e()} & 7]`, () => `T[(${e()}) & 7]`, () => `M[${e()}]`,
            () => `O.${this.pick(['p', 'q', 'r'])}`,
            () => `O[${this.pick(['"p"', '"q"', 'String(' + e() + ')'])}]`, () => `(${e()})?.length`,
            () => `[${e()}, ${e()}].length`,
            () => `(${this.pick(WORDS)} in O)`, () => `((${e()}) instanceof Object)`, () => this.text(names,
            depth - 1),
            () => `${this.pick(['Number', 'String', 'Boolean', 'parseInt', 'isNaN'])}(${e()})`,
            () => this.functions.length ? this.call(e) : e(),
        );
    }
    // A call, mostly of two arguments.
    call(e) {
        const f = this.pick(this.functions);
        return this.one(() => `${f}(${e()}, ${e()})`, () => `${f}(${e()}, ${e()})`, () => `${f}(${e()})`,
        () => `${f}(${e()}, ${e()}, ${e()})`,
            () => `${f}(...[${e()}, ${e()}])`, () => `${f}.call(null, ${e()}, ${e()})`, () => `${f}.apply(null,`
            + ` [${e()}])`);
    }

    // A string.
    text(names, depth) {
        const s = () => `String(${this.any(names, depth - 1)})`, i = () => this.pick(['0', '1', '-1', '2', '5',
        'NaN', '1e9']);
        if (depth <= 0)
            return this.pick(WORDS);
        return this.one(
            () => this.pick(WORDS), s, () => `\`<\${${this.any(names, depth - 1)}}${this.pick(['', '|', 'é'])}\``,
            () => `${s()}.${this.pick(['toUpperCase', 'toLowerCase', 'trim', 'trimStart', 'at', 'normalize'])}()`,
            () => `${s()}.${this.pick(['slice', 'substring', 'substr'])}(${i()}, ${i()})`,
            () => `${s()}.${this.pick(['padStart', 'padEnd'])}(${this.pick(['3', '8'])}, ${this.pick(WORDS)})`,
            () => `${s()}.repeat(${this.below(3)})`,
            () => `${s()}.${this.pick(['replace', 'replaceAll'])}(${this.pick(WORDS)},`
            + ` ${this.pick(['"$&$&"', '"-"', '(m, at) => m + at'])})`,
            () => `${s()}.replace(/${this.pick(['[a-f]', '\\d+', '(.)(.)', '^', 'x*'])}/${this.pick(['', 'g', 'gu',
            'i'])}, ${this.pick(['"[$1]"', '"$`"', '(m) => m.length'])})`,
            () => `${s()}.split(${this.pick(['","', '""', '/[,b]/', 'undefined'])}).${this.pick(['join("+")',
            'reverse().join()', 'length.toString()'])}`,
            () => `${s()}.concat(${s()})`, () => `[...${s()}].join("/")`, () => `(${s()}.charCodeAt(${i()}) + "")`,
            () => `(${s()}.${this.pick(['indexOf', 'lastIndexOf', 'includes', 'startsWith'])}(${this.pick(WORDS)}) +`
            + ` "")`,
            () => `JSON.stringify(${this.any(names, depth - 1)}, (k, v) => typeof v === "bigint" ? "n" : v) + ""`,
        );
    }

    // A number, of variables that hold numbers: `more` are further terms for them.
    number(names, depth, more = []) {
        const n = () => this.number(names, depth - 1, more);
        if (depth <= 0 || this.chance(5))
            return this.below(4) ? this.pick(names) : this.chance(8) ? this.pick(EDGES) : this.pick(NUMBERS);
        if (more.length && this.chance(4))
            return this.pick(more)(n);
        return this.one(
            () => `(${n()} + ${n()})`, () => `(${n()} + ${n()})`, () => `(${n()} - ${n()})`, () => `(${n()} *`
            + ` ${n()})`,
            () => `(${n()} / ${n()})`, () => `(${n()} % ${n()})`, () => `(${n()}`
            + ` ${this.pick(['&', '|', '^', '<<', '>>', '>>>'])} ${n()})`,
            () => `((${n()} + ${n()}) | 0)`, () => `((${n()} * ${n()}) >>> 0)`, () => `Math.imul(${n()},`
            + ` ${n()})`, () => `(- ${n()})`, () => `(~${n()})`,
            () => `(${this.condition(names, depth - 1)} ? ${n()} : ${n()})`, () => `Math.floor(${n()} /`
            + ` ${this.pick(['2', '3', '10'])})`,
            () => `Math.${this.pick(['floor', 'abs', 'sqrt', 'trunc', 'round', 'sign', 'ceil', 'fround',
            'clz32'])}(${n()})`,
            () => `Math.${this.pick(['min', 'max'])}(${n()}, ${n()})`, () => `I[${n()} & 7]`, () => `D[${n()} &`
            + ` 7]`, () => `T[${n()} & 15]`,
            () => this.counters.length ? `${this.pick(this.counters)}(${n()}, ${n()})` : n(),
        );
    }
    condition(names, depth) {
        const n = () => this.number(names, depth - 1);
        return this.one(() => `${n()} ${this.pick(['<', '<=', '>', '>=', '===', '!=='])} ${n()}`, () => `(${n()}`
        + ` & 1)`, () => `!(${n()} > ${n()})`,
            () => `(${n()} < ${n()} ${this.pick(['&&', '||'])} ${n()} > ${n()})`);
    }

    // A BigInt below some thousand bits, of variables that hold such.
    big(names, depth) {
        const b = () => this.big(names, depth - 1);
        if (depth <= 0 || this.chance(4))
            return this.below(3) ? this.pick(names) : this.pick(BIGS);
        return this.one(() => `(${b()} + ${b()})`, () => `(${b()} - ${b()})`, () => `(${b()} * ${b()})`,
        () => `(- ${b()})`, () => `(~${b()})`,
            () => `(${b()} / (${b()} | 1n))`, () => `(${b()} % (${b()} | 1n))`, () => `(${b()}`
            + ` ${this.pick(['&', '|', '^'])} ${b()})`,
            () => `(${b()} ${this.pick(['<<', '>>'])} ${this.pick(['1n', '31n', '64n', '-3n'])})`,
            () => `BigInt.${this.pick(['asIntN', 'asUintN'])}(${this.pick(['8', '32', '64', '65'])}, ${b()})`,
            () => `(${b()} < ${b()} ? ${b()} : ${b()})`,
            () => `BigInt(${this.pick(['3', '"0x1f"', '2 ** 60', 'true'])})`);
    }
}
