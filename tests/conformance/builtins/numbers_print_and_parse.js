// Number formats, parseInt and parseFloat, Math.
console.log(
    (25).toString(2), (255).toString(16), (0.1).toString(3), (1e21).toString(), (123.456).toFixed(1),
    (0.000001234).toString(), (1e-7).toString(), (1234.5678).toExponential(2), (1234.5678).toPrecision(6),
    (0).toFixed(2), (-1.5).toFixed(0), (1.005).toFixed(2), (1e21).toFixed(2), Number('0x1f'), Number(' 12 '),
    Number(''), Number('1e3'), Number('abc'), parseInt('12px'), parseInt('0x1f'), parseInt('z',36),
    parseFloat('3.14abc'), parseFloat('.5'), parseFloat('-Infinityx'), (1234567.891).toLocaleString(),
    (0.5).toString(2)
);
console.log(
    Math.max(), Math.min(), Math.max(1,NaN), Math.round(-0.5), Math.round(2.5), Math.round(-2.5), Math.sign(-3),
    Math.trunc(-4.7), Math.hypot(3,4), Math.fround(5.5), Math.clz32(1), Math.imul(0xffffffff,5), Math.cbrt(27),
    Math.log2(8), Math.atan2(1,1), Math.expm1(0), Math.pow(2,0.5), Math.max(-0,0), Math.min(0,-0)
);
