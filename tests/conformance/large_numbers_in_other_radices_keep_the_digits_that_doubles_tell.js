// Number.prototype.toString ( radix ): digits are zeros from where a double no longer tells them, not before.
let hash = 0;
for (const radix of [2, 3, 7, 8, 11, 16, 29, 32, 35, 36]) {
    const texts = [];
    for (let power = 50; power < 130; power += 0.37) {
        for (const factor of [1, 1.37]) {
            const text = Math.floor(2 ** Math.floor(power) * factor).toString(radix);
            texts.push(text);
            for (let i = 0; i < text.length; i++)
                hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
        }
    }
    console.log(radix, texts[20], texts[25], texts[200], hash);
}
console.log((2 ** 53).toString(36), parseInt((2 ** 53).toString(36), 36) === 2 ** 53, Number.MAX_VALUE.toString(36));
console.log((2 ** 53 - 1).toString(7), (-(2 ** 60)).toString(3), 1e21.toString(36));
