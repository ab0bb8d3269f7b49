console.log(1 + '2', '3' - 1, '3' * '4', true + 1, null + 1, undefined + 1, [] + {}, [] + [], [2] * [3], 'a' + null);
console.log(1 < '2', 'b' > 'a', '10' < '9', 10 < '9', null >= 0, undefined == null, null == 0, '' == 0, NaN == NaN, NaN !== NaN, [1] == 1, '1' === 1);
console.log(typeof 1, typeof 's', typeof undefined, typeof null, typeof {}, typeof (() => 0), typeof Symbol(), typeof 1n, typeof nope, typeof class {});
console.log(void 0, !'', !!'x', -'5', +'', +[], +'0x10', ~5, ~~3.7, -(-0), +true);
const o = { valueOf() { return 42; }, toString() { return 'str'; } };
console.log(o + 1, `${o}`, o * 2, o > 41, o == 42, [o] + '');
const d = { [Symbol.toPrimitive](hint) { return hint; } };
console.log(d + '', `${d}`, +d, d * 1);
console.log('a' in { a: 1 }, 0 in [1], 'length' in [], [] instanceof Array, Object.create(null) instanceof Object);
console.log({ [Symbol.hasInstance]: () => true } && (5 instanceof { [Symbol.hasInstance]: () => true }));
console.log(0.1 + 0.2, 1e21, 1e-7, 123456789012345680000, 0xff, 0b11, 0o17, 1_000, .5, 5e-324, 1.7976931348623157e308);
console.log(2147483647 + 1, -2147483648 - 1, 65536 * 65536, 5 / 2, 7 % 2.5, 2 ** -1, 0 / 0, 1 / 0);
console.log(1 << 33, 1 >>> 32, -1 >>> 0, 4294967295 | 0, 5 & 3, 5 | 3, 5 ^ 3, 2 ** 53 + 1);
try { 1n + 1; } catch (e) { console.log(e.message); }
try { 'x' in 'y'; } catch (e) { console.log(e.name); }
try { ({}) instanceof 5; } catch (e) { console.log(e.name); }
try { Symbol() + ''; } catch (e) { console.log(e.message); }
console.log(1n + 2n, 5n / 2n, 2n ** 64n, -5n % 3n, 1n < 2, 2n == 2, 1n << 70n, BigInt(10) * 3n, typeof (1n * 1n));
console.log(/a(b)/.exec('xab')[1], /x/gi.flags, new RegExp('a/b').source, /[/]/.test('/'));
var x = 5; x -= 2; x *= 3; x /= 2; x %= 4; x **= 2; x <<= 3; x >>= 1; x >>>= 0; x &= 7; x |= 8; x ^= 1; console.log(x);
console.log(delete [].length, (() => { 'use strict'; try { delete [].length; } catch (e) { return e.name; } })(), delete 5, delete globalThis.nothing);
