// @command check --script
eval("1");
with (a) b;
(0, eval)("1");
