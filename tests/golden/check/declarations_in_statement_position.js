// @command check --script
if (1) let a = 1;
while (0) function f() {}
for (;;) class A {}
if (1) async function g() {}
label: function* h() {}
for (;;) label: function i() {}
