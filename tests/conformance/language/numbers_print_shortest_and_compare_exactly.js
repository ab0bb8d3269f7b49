// Number to text and back (6.1.6.1.20), integer edges, bit operations.
console.log([0, -0, 1e21, 1e-7, 123456789012345680000, 0.1 + 0.2, 5e-324, 1.7976931348623157e308, 2 ** 53, -1e-6, 100, 1 / 3].join(' '));
console.log(Object.is(-0, 0 * -1), 1 / -0, 0 === -0, NaN !== NaN, [NaN].includes(NaN), [NaN].indexOf(NaN));
console.log(2147483647 + 1, -2147483648 - 1, 2147483647 | 0, 2147483648 | 0, -1 >>> 0, 1 << 31, 1 << 32, 5 >> 33, ~5.9, -5 % 3, 5.5 % -2, -0 % 1);
console.log((255).toString(16), (0.5).toString(2), (-255).toString(36), (1e21).toString(7).length, (25).toString(36), parseFloat('3.14abc'), parseInt('0x1f'), parseInt('12', 3), Number(''), Number(' 12 '), Number('1_0'), Number('0b11'), +[], +{}, +[5], +'Infinity');
console.log((1234.5678).toFixed(2), (0.000001).toFixed(7), (1e21).toFixed(2), (1.255).toPrecision(3), (123456).toExponential(2), (0).toExponential(), (-1.5).toFixed(0));
console.log(Math.round(-0.5), Math.round(2.5), Math.max(), Math.min(), Math.hypot(3, 4), Math.sign(-3), Math.trunc(-4.7), Math.cbrt(27), Math.fround(5.5), Math.clz32(1), Math.imul(0xffffffff, 5), Math.atan2(1, 1).toFixed(6));
console.log(0.1 * 3, 9007199254740993, 1e16 + 1, 123e-20, 1e300 * 1e10, -1e300 * 1e10, 4.35, 0.000001, 1e5, 1.5e-10);
let i = 2147483647; i++; let j = -2147483648; j--; let k = 0; k = -k;
console.log(i, j, Object.is(k, -0), 10n ** 20n, -7n / 2n, -7n % 2n, 2n ** 64n - 1n, BigInt.asIntN(8, 255n), BigInt(2 ** 53), 5n > 4, 2n == 2, typeof 1n);
