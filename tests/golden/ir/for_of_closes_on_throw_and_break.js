// @command build --emit=ir
function f(xs) {
    for (const x of xs) if (x) break;
}
