// @command check --script
const a;
[...b, c] = d;
-x ** 2;
a?.b`c`;
new import(x);
({ get a(b) {}, set a(c, d) {} });
