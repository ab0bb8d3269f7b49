// @command check --script
a b;
