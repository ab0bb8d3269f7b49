// @command build -O0 --emit=ir
function f(a) {
    let n = 0;
    const copied = () => a;
    return () => { n++; return copied() + n; };
}
