// @command check --script
break;
continue;
a: a: ;
for (;;) { break missing; }
b: { continue b; }
return;
a: for (;;) { function f() { break a; } }
new.target;
