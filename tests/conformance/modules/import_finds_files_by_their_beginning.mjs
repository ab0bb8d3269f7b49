// An import() whose text the source only begins finds the files whose names begin so, and those of a folder.
const folder = './fixtures/begun/';
for (const name of ['one', 'two', 'none', 'wrong'])
    try {
        console.log((await import(`./fixtures/begun/part-${name}.mjs`)).default);
    } catch (error) {
        console.log(name, error instanceof SyntaxError);
    }
console.log((await import(folder + 'three' + '.json', { with: { type: 'json' } })).default);
let text = './fixtures/begun/part-';
console.log((await import(text += 'two.mjs')).default, text);
