console.log(Math.sumPrecise([1e20, 0.1, -1e20]), Math.sumPrecise([0.1, 0.2, 0.3]), Math.sumPrecise([5e-324, -1e308, 1e308]));
console.log(Object.is(Math.sumPrecise([]), -0), Object.is(Math.sumPrecise([-0, 0]), 0), Math.sumPrecise([1e308, 1e308, -1e308]));
console.log(Math.sumPrecise([Infinity, 1]), Math.sumPrecise([Infinity, -Infinity]), Math.sumPrecise([NaN]), Math.sumPrecise([1e308, 1e308]));
console.log(Math.sumPrecise([1, Number.EPSILON / 2]), Math.sumPrecise([1, Number.EPSILON / 2, 5e-324]), Math.sumPrecise([-1.5, -2.25]));
try {
  Math.sumPrecise([1, '2']);
} catch (error) {
  console.log(error.name);
}
