// Names inside of a with statement are its object's properties, as they are when the code runs.
'sloppy';
const log = (...values) => console.log(...values.map(String));

// reads, writes, compound assignments, typeof, delete
const object = { x: 1, del: 2, get y() { return 'getter'; } };
with (object) {
    log(x, y, typeof x, typeof absent);
    x = 5; x += 2; x++;
    var outside = x;
    var x = 10;
    log(delete del, typeof del, delete outside);
}
log(object.x, outside, 'outside' in object, x);

// calls take the object as this value; its absence falls back
const host = { name: 'host', who() { return this === host; } };
function free() { return this === globalThis; }
with (host) log(who(), (who)(), free(), who?.(), String.raw`a${name}`);

// a name that comes and goes
function comesAndGoes(scope) {
    let local = 'local';
    const steps = [];
    with (scope) {
        const read = () => local;
        steps.push(read());
        scope.local = 'property';
        steps.push(read(), local);
        delete scope.local;
        steps.push(read());
        local = 'changed';
    }
    steps.push(local, 'local' in scope);
    return steps;
}
log(comesAndGoes({}));

// closures, loops, generators
const made = [];
for (const p of [{ v: 1 }, { v: 2 }]) with (p) made.push(() => v++);
log(made[0](), made[0](), made[1](), made[0]());
function* walk(o) { with (o) { yield a; a = yield b; yield a; } }
const steps = walk({ a: 1, b: 2 });
log(steps.next().value, steps.next().value, steps.next('sent').value);

// @@unscopables, functions in blocks, nested objects
with ({ [Symbol.unscopables]: { hidden: true }, hidden: 1, seen: 2 }) log(typeof hidden, typeof seen);
with ([]) log(typeof values, typeof concat);
with ({ a: 'outer', b: 'outer' }) with ({ a: 'inner' }) { function nested() { return a + b; } log(nested()); }
log(nested());

// the order in which the object is asked, and the reference that stays where it was found
const traps = [];
const proxy = new Proxy({ p: 1 }, {
    has(target, key) { traps.push('has ' + String(key)); return key in target; },
    get(target, key) { traps.push('get ' + String(key)); return target[key]; },
    set(target, key, value) { traps.push('set ' + key); target[key] = value; return true; },
});
with (proxy) p += 1;
log(traps.join(', '));
const gone = { q: 1 };
with (gone) { q = (delete gone.q, 'written back'); }
log(gone.q);
with (gone) (function () { 'use strict'; try { q = (delete gone.q, 1); } catch (e) { log(e.name, e.message); } })();

// destructuring and loops write to it; break, return and exceptions leave it
const targets = { i: 0, k: '' };
with (targets) { for (i of [1, 2]); for (k in { key: 1 }); [i, k] = [i + 1, k + '!']; }
log(targets.i, targets.k);
function leaves(o) { for (;;) with (o) { if (stop) break; return 'returned'; } return 'broken'; }
log(leaves({ stop: true }), leaves({ stop: false }));
for (const wrong of [null, undefined]) try { with (wrong) log('never'); } catch (e) { log(e.name); }
