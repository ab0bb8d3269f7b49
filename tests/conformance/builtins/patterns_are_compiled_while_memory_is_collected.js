// Large patterns between large arrays: collections begin in the middle of a compilation.
let kept = [];
for (let i = 0; i < 40; i++) {
    kept = [new Array(100000).fill(i)];
    const alternatives = Array.from({ length: 300 }, (_, k) => `[a-c${String.fromCharCode(0x400 + k)}x]${k}`).join('|');
    const pattern = new RegExp(`^(?:${alternatives})$`, 'i');
    if (!pattern.test('A17') || pattern.test('d17'))
        console.log('wrong at', i);
}
console.log(kept[0][0]);
