// @command check --script
1_; 1__0; 0b2; 3in x; 08n;
a = /x/\u0067;
