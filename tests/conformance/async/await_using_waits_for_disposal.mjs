// `await using` awaits what the disposal gives, or that of [Symbol.dispose]; stacks do the same by calls.
const slow = (name) => ({
  async [Symbol.asyncDispose]() {
    await null;
    console.log('disposed', name);
  },
});

async function use() {
  await using a = slow('a');
  await using b = { [Symbol.dispose]() { console.log('disposed b'); } };
  await using nothing = undefined;
  console.log('body');
  return 'value';
}
console.log(await use());

for (await using item of [slow('first'), slow('second')])
  console.log('round');

const stack = new AsyncDisposableStack();
stack.use(slow('used'));
stack.defer(async () => { throw new Error('deferred'); });
stack.adopt(5, async (n) => console.log('adopted', n));
const moved = stack.move();
console.log(stack.disposed, moved.disposed);
await moved.disposeAsync().catch((error) => console.log('caught', error.message));
console.log(moved.disposed, await moved.disposeAsync());

const plain = new DisposableStack();
plain.defer(() => console.log('last'));
plain.adopt('first', console.log);
plain[Symbol.dispose]();
try {
  plain.use(null);
} catch (error) {
  console.log(error.name);
}

await using top = slow('module');
