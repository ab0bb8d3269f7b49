// @command check --script
function f() {
    if (x) {
        g(;
    }
