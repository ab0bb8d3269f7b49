// @command check --script
"use strict";
with (a) b;
delete a;
017; 08; "\01";
if (1) function f() {}
for (var i = 0 in a) ;
implements;
