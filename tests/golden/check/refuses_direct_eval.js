// @command check --script
eval("1");
(0, eval)("1");
