// 14.12: strict comparison, fall through, default in the middle, one scope for all cases.
const f = (x) => {
    const log = [];
    switch (x) {
        case 1: log.push('one');
        case 2: log.push('two'); break;
        default: log.push('default');
        case '3': log.push('text three'); break;
        case NaN: log.push('never');
        case log.push('evaluated') && 4: log.push('four');
    }
    return log.join();
};
console.log([1, 2, 3, '3', NaN, 4, undefined].map(f).join(' | '));
switch (0) {
    case 0:
        let scoped = 'a';
        function hoisted() { return scoped; }
    case 1:
        console.log(hoisted());
}
