// Each round of a for loop with let has its own binding (14.7.4.4); var has one for all.
const fresh = [];
for (let i = 0; i < 3; i++) {
    fresh.push(() => i);
    i += 0;
}
const shared = [];
for (var j = 0; j < 3; j++)
    shared.push(() => j);
const changed = [];
for (let k = 0; k < 4; k++) {
    changed.push(() => k);
    if (k === 1)
        k++;
}
const inHead = [];
for (let n = 0, get = () => n; n < 2; n++)
    inHead.push(get());
console.log(fresh.map((f) => f()).join(), shared.map((f) => f()).join(), changed.map((f) => f()).join(), inHead.join());
for (const key in { a: 1, b: 2 })
    fresh.push(() => key);
for (const [a, b = a * 2] of [[1], [2, 5]])
    fresh.push(() => a + b);
console.log(fresh.slice(3).map((f) => f()).join());
