// @args one --two
console.log(process.argv.length, process.argv.slice(2).join());
console.log(typeof process.env, process.env.PATH, process.platform, String(process));
process.stdout.write('written\n');
console.log(process.stdout.write(new Uint8Array([111, 107, 10])));
const [seconds, nanoseconds] = process.hrtime(process.hrtime());
console.log(seconds, nanoseconds < 1e9, typeof process.hrtime.bigint(), process.uptime() < 100);
process.nextTick((a, b) => console.log('tick', a, b), 1, 2);
Promise.resolve().then(() => process.exit());
setTimeout(() => console.log('never'), 0);
try {
    process.nextTick(1);
} catch (error) {
    console.log(error.name);
}
