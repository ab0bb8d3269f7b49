for ([a] of [[1]]) { var a; }
for ({ b } of [{ b: 2 }]) { var b; }
for ([c] of [[3]]) { function c() { return 'block'; } }
console.log(a, b, c());
