// @command build -O0 --emit=ir
function f(xs) {
    for (const x of xs) if (x) break;
}
