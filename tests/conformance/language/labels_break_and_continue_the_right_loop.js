// Labels (14.13): nested loops, blocks, switch.
const log = [];
outer: for (let i = 0; i < 4; i++) {
    inner: for (let j = 0; ; j++) {
        if (j === 2)
            continue outer;
        if (i === 2)
            break outer;
        switch (j) {
            case 1: continue inner;
            default: log.push(`${i}${j}`); break;
        }
        log.push('after');
    }
}
block: {
    log.push('in');
    if (log.length)
        break block;
    log.push('never');
}
let rounds = 0;
a: b: while (true) {
    do {
        if (rounds++ < 2)
            continue a;
        break b;
    } while (true);
}
console.log(log.join(), rounds);
