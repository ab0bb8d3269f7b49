// JSON.parse source text access: sources of primitive values, raw texts.
const log = [];
const text = ' {"a" : 1.50, "b":[true , "x\\"]\\u0041", null,{}], "a": [2e1], "7": -0 , "":{"q":"é✓"}} ';
console.log(JSON.stringify(JSON.parse(text, (k, v, c) => (log.push([k, c.source]), v))), JSON.stringify(log));
console.log(JSON.parse('[12345678901234567890]', (k, v, { source }) => typeof v === 'number' ? BigInt(source) : v));

// A value that the reviver has put there has no source.
JSON.parse('[1,2,[3]]', function (k, v, { source }) {
    if (k === '0' && v === 1) {
        this[1] = 5;
        this[2] = [3];
    }
    console.log(k, source);
    return v;
});

console.log(JSON.stringify({ big: JSON.rawJSON('12345678901234567890'), s: [JSON.rawJSON('"x"')] }, null, 1));
const raw = JSON.rawJSON(true);
console.log(raw.rawJSON, Object.getPrototypeOf(raw), Object.isFrozen(raw), JSON.isRawJSON(raw), JSON.isRawJSON({ rawJSON: '1' }));
for (const bad of ['{}', '[1]', '', ' 1', '1 ', 'x', '"', undefined]) {
    try {
        console.log(JSON.rawJSON(bad));
    } catch (e) {
        console.log(bad, e.name);
    }
}
