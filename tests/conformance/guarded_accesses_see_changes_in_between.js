// Accesses of one object share a test; whatever changes the object in between must be seen.
const log = (...values) => console.log(...values.map((v) => typeof v === 'object' ? JSON.stringify(v) : String(v)));

function sums(points, other) { // shapes differ from element to element; `other` may be one of them
    let total = 0;
    for (let i = 0; i < points.length; i++) {
        const p = points[i];
        total += p.x * 2 + p.y - p.x;
        other.x += 1;
        other.y = other.x + p.y;
    }
    return total;
}
class Point { constructor(x, y) { this.x = x; this.y = y; } }
const mixed = [{ x: 1, y: 2 }, { y: 3, x: 4 }, new Point(5, 6), { get x() { return 7; }, y: 8 }, { x: '9', y: 10 }, Object.freeze({ x: 1, y: 1 })];
for (let round = 0; round < 30; round++)
    for (const other of [mixed[0], mixed[1], { x: 1, y: 1, z: 1 }])
        if (round % 10 === 9) log(sums(mixed, other), other);
try { sums([{ x: 1, y: 1 }, null], { x: 0, y: 0 }); } catch (e) { log(e instanceof TypeError); }

function touch(o, hook) { // the hook runs between two accesses of o
    o.a = 1;
    o.b = o.a + { valueOf: hook };
    return o.a + ':' + o.b;
}
const plain = () => ({ a: 0, b: 0 });
for (let i = 0; i < 20; i++)
    touch(plain(), () => 1);
let o = plain();
log(touch(o, () => { delete o.a; return 1; }), o);
o = plain();
log(touch(o, () => { Object.defineProperty(o, 'b', { set(v) { this.seen = v; }, get() { return 'got'; } }); return 2; }), o.seen);
o = plain();
log(touch(o, () => { o.c = 3; o.a = 'new'; return 3; }), o);

function fill(a, n) { // writes past the end make the array longer
    for (let i = 0; i < n; i++) { a[i] = i * 2; a[0] += a[i]; }
    return a;
}
log(fill([], 5), fill([1, , 3], 4), fill([9, 9, 9, 9, 9, 9, 9], 3));
const frozen = Object.freeze([1, 2, 3]);
log(fill(frozen, 3));
function shrink(a, hook) {
    let total = 0;
    for (let i = 0; i < a.length; i++) { total += a[i]; if (i === 1) hook(a); total += a[i] === undefined ? 1000 : a[i]; }
    return total;
}
log(shrink([1, 2, 3, 4], (a) => { a.length = 1; }), shrink([1, 2, 3, 4], (a) => a.push(5)), shrink([1, 2], (a) => { delete a[1]; }));
const two = [10, 20, 30];
function swap(a, b, i, j) { const t = a[i]; a[i] = b[j]; b[j] = t; return a[i] + ',' + b[j]; }
log(swap(two, two, 0, 2), two, swap(two, [], 0, 5), two);
Object.defineProperty(Array.prototype, 5, { set(v) { log('setter saw', v); }, get() { return 'inherited'; }, configurable: true });
log(fill([0, 0, 0, 0, 0], 6));
delete Array.prototype[5];

function bytes(t, n) {
    let total = 0;
    for (let i = 0; i < n; i++) { t[i] = i * 100; total += t[i]; t[i / 2] = 1; }
    return total + ':' + t[0] + ':' + t[0.5] + ':' + t[-1];
}
log(bytes(new Uint8Array(4), 6), bytes(new Uint8ClampedArray(4), 6), bytes([], 3), bytes(new Float32Array(3), 3));
const resizable = new Uint8Array(new ArrayBuffer(4, { maxByteLength: 8 }));
log(bytes(resizable, 4), (resizable.buffer.resize(2), bytes(resizable, 4)), resizable.length);

function caught(list) { // a failure inside of a region that is watched
    const seen = { good: 0, bad: 0 };
    for (let i = 0; i < list.length; i++) {
        try { seen.good += list[i].value; seen.good += list[i].value.deep; } catch (e) { seen.bad++; }
    }
    return seen;
}
log(caught([{ value: 1 }, null, { value: { deep: 1 } }, { get value() { throw 1; } }, { value: null }]));

function* steps(point) {
    for (let i = 0; i < 3; i++) { point.x += i; yield point.x; point.y = point.x * 2; }
}
const walked = { x: 1, y: 1 }, seen = [];
for (const x of steps(walked)) { seen.push(x, walked.y); if (x === 2) { delete walked.y; walked.w = 0; walked.y = 7; } }
log(seen, walked);
const list = [1, 2, 3, 4];
let text = '';
for (const v of list) { text += v + ','; if (v < 3) list.push(v + 10); list[0] = text; }
log(text, list);
