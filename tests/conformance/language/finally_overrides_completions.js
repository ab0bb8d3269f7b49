// 14.15.3: an abrupt completion of finally replaces that of try and catch; a normal one keeps it.
const f = (mode) => {
    const log = [];
    const result = (() => {
        for (let i = 0; i < 3; i++) {
            try {
                log.push(`try ${i}`);
                if (mode === 'throw')
                    throw new Error('inner');
                if (mode === 'return')
                    return 'from try';
                if (mode === 'continue')
                    continue;
            } catch (error) {
                log.push(error.message);
                return 'from catch';
            } finally {
                log.push(`finally ${i}`);
                if (i === 1 && mode === 'continue')
                    break;
                if (mode === 'override')
                    return 'from finally';
            }
        }
        return 'end';
    })();
    return `${result}: ${log.join(', ')}`;
};
for (const mode of ['throw', 'return', 'continue', 'override', 'none'])
    console.log(f(mode));
const nested = () => {
    outer: try {
        try {
            throw 1;
        } finally {
            break outer;
        }
    } finally {
        console.log('outer finally');
    }
    return 'swallowed';
};
console.log(nested());
function* g() {
    try {
        yield 1;
        yield 2;
    } finally {
        yield 'cleanup';
    }
}
const it = g();
console.log(JSON.stringify([it.next(), it.return('r'), it.next(), it.next()]));
