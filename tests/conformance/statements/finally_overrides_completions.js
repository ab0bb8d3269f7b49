const log = [];
const t = (f) => { try { return f(); } catch (e) { return 'caught ' + e; } };
console.log(t(() => { try { return 1; } finally { log.push('f'); } }));
console.log(t(() => { try { return 1; } finally { return 2; } }));
console.log(t(() => { try { throw 1; } finally { return 2; } }));
console.log(t(() => { try { throw 1; } catch (e) { return 'c' + e; } finally { log.push('g'); } }));
console.log(t(() => { try { throw 1; } catch (e) { throw 2; } finally { log.push('h'); } }));
console.log(t(() => { try { throw 1; } catch (e) { throw 2; } finally { throw 3; } }));
console.log(t(() => { for (;;) { try { return 1; } finally { break; } } return 'after'; }));
console.log(t(() => { for (let i = 0; i < 3; i++) { try { continue; } finally { log.push(i); } } return 'done'; }));
console.log(t(() => { a: { try { break a; } finally { log.push('a'); } } return 'out'; }));
console.log(t(() => { try { try { throw 1; } finally { log.push('in'); } } finally { log.push('out'); } }));
console.log(t(() => { let x = 1; try { return x; } finally { x = 2; } }));
console.log(t(() => { let x = { v: 1 }; try { return x; } finally { x.v = 2; } }).v);
console.log(t(() => { try { try { return 'inner'; } finally { throw 'lost'; } } catch (e) { return 'got ' + e; } }));
console.log(t(() => { l: for (;;) { try { for (;;) { try { break l; } finally { log.push('1'); } } } finally { log.push('2'); } } return 'label'; }));
console.log(t(() => { let r = ''; for (const x of [1, 2, 3]) { try { if (x === 2) continue; r += x; } catch { } finally { r += 'f'; } } return r; }));
console.log(t(() => { try { } finally { return 'empty'; } }));
console.log(t(() => { try { throw new Error('x'); } catch { return 'no binding'; } }));
console.log(t(() => { var e = 'outer'; try { throw 'inner'; } catch (e) { var e = 'assigned'; } return e; }));
console.log(t(() => { const x = (() => { try { return 'a'; } finally { (() => { try { throw 1; } catch { } })(); } })(); return x; }));
let count = 0;
const f = () => { while (true) { try { if (count++ > 3) return 'n' + count; continue; } finally { log.push('w'); } } };
console.log(f(), log.join());
function nested(n) { try { if (n === 0) throw 'bottom'; return nested(n - 1); } catch (e) { return e + n; } finally { log.length = 0; } }
console.log(nested(3));
let x = 0;
try { x = 1; null.boom; x = 2; } catch (e) { console.log(x, e instanceof TypeError); }
const v = (() => { let a = 1; try { a = 2; thrower(); a = 3; } catch { a += 10; } return a; })();
function thrower() { throw 0; }
console.log(v);
