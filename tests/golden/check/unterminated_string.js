// @command check --script
x = 'abc
y = 1;
