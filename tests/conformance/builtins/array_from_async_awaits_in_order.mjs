const log = [];
const source = {
  async *[Symbol.asyncIterator]() {
    try {
      yield 1;
      yield 2;
    } finally {
      log.push('closed');
    }
  },
};
console.log(await Array.fromAsync(source, async (value, index) => value * 10 + index));
console.log(await Array.fromAsync([Promise.resolve('a'), 'b']));
console.log(await Array.fromAsync({ length: 2, 0: Promise.resolve(1), 1: 2 }));
await Array.fromAsync(source, () => Promise.reject(new Error('no'))).catch((error) => log.push(error.message));
console.log(log);
class List {
  constructor(...args) {
    this.args = args.length;
  }
}
console.log(await Array.fromAsync.call(List, ['x']), await Array.fromAsync.call(List, { length: 1, 0: 'y' }));
await Array.fromAsync(null).catch((error) => console.log(error.name));
