// @command build -O0 --emit=ir
function f(g) {
    for (;;) {
        try {
            if (g()) break;
            return 1;
        } finally {
            g();
        }
    }
    return 2;
}
