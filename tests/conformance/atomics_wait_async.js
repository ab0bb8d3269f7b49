// Waiters of one agent: taken in the order in which they came, or when their time is over.
const shared = new Int32Array(new SharedArrayBuffer(32));
console.log(Atomics.waitAsync(shared, 0, 1), Atomics.waitAsync(shared, 0, 0, 0));
const first = Atomics.waitAsync(shared, 0, 0), second = Atomics.waitAsync(shared, 0, 0, 60000);
const third = Atomics.waitAsync(new Int32Array(shared.buffer, 4), 0, 0, 1);
const other = Atomics.waitAsync(shared, 2, 0);
console.log(first.async, first.value instanceof Promise);
first.value.then(v => console.log('first', v));
second.value.then(v => console.log('second', v));
other.value.then(v => console.log('other', v));
third.value.then(v => {
    console.log('third', v, Atomics.notify(shared, 1));
    console.log(Atomics.notify(shared, 0, 1), Atomics.notify(shared, 0), Atomics.notify(shared, 0), Atomics.notify(shared, 2, 0));
});
try {
    Atomics.waitAsync(new Int32Array(4), 0, 0);
} catch (e) {
    console.log(e.name);
}
