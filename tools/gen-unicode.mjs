#!/usr/bin/env node
// Writes the C tables of runtime/unicode from the Unicode character database.
// Usage: node gen-unicode.mjs DATA-DIRECTORY OUTPUT.c
// The directory is laid out as the consortium lays out the database (tools/unpack-unicode.mjs). Every array that this script
// writes is declared, with its encoding, in runtime/unicode/unicode_tables.h.
import fs from 'node:fs';
import path from 'node:path';

const LIMIT = 0x110000;
const [dataDirectory, outputFile] = process.argv.slice(2);
if (!outputFile) {
    console.error('usage: gen-unicode.mjs DATA-DIRECTORY OUTPUT.c');
    process.exit(2);
}

// ECMA-262 table "Binary Unicode property aliases and their canonical property names".
const BINARY_PROPERTIES = `
ASCII_Hex_Digit/AHex Alphabetic/Alpha Bidi_Control/Bidi_C Bidi_Mirrored/Bidi_M Case_Ignorable/CI Cased
Changes_When_Casefolded/CWCF Changes_When_Casemapped/CWCM Changes_When_Lowercased/CWL
Changes_When_NFKC_Casefolded/CWKCF Changes_When_Titlecased/CWT Changes_When_Uppercased/CWU Dash
Default_Ignorable_Code_Point/DI Deprecated/Dep Diacritic/Dia Emoji Emoji_Component/EComp Emoji_Modifier/EMod
Emoji_Modifier_Base/EBase Emoji_Presentation/EPres Extended_Pictographic/ExtPict Extender/Ext Grapheme_Base/Gr_Base
Grapheme_Extend/Gr_Ext Hex_Digit/Hex IDS_Binary_Operator/IDSB IDS_Trinary_Operator/IDST ID_Continue/IDC ID_Start/IDS
Ideographic/Ideo Join_Control/Join_C Logical_Order_Exception/LOE Lowercase/Lower Math
Noncharacter_Code_Point/NChar Pattern_Syntax/Pat_Syn Pattern_White_Space/Pat_WS Quotation_Mark/QMark Radical
Regional_Indicator/RI Sentence_Terminal/STerm Soft_Dotted/SD Terminal_Punctuation/Term Unified_Ideograph/UIdeo
Uppercase/Upper Variation_Selector/VS White_Space/space XID_Continue/XIDC XID_Start/XIDS`
    .trim().split(/\s+/).map((entry) => entry.split('/'));

// ECMA-262 table "Binary Unicode properties of strings". RGI_Emoji, the union of these, has the index after the last.
const SEQUENCE_PROPERTIES = ['Basic_Emoji', 'Emoji_Keycap_Sequence', 'RGI_Emoji_Modifier_Sequence',
    'RGI_Emoji_Flag_Sequence', 'RGI_Emoji_Tag_Sequence', 'RGI_Emoji_ZWJ_Sequence'];

function readRows(file) {
    return fs.readFileSync(path.join(dataDirectory, file), 'utf8').split('\n')
        .map((line) => line.replace(/#.*/, '').trim()).filter(Boolean)
        .map((line) => line.split(';').map((field) => field.trim()));
}

function parseRange(text) {
    const [first, last] = text.split('..').map((hex) => parseInt(hex, 16));
    return [first, last ?? first];
}

const parseCodePoints = (text) => text.split(' ').filter(Boolean).map((hex) => parseInt(hex, 16));

// A set of code points is a Uint8Array of flags while it is built, and a sorted list of boundaries afterwards.
function boundariesOf(contains) {
    const boundaries = [];
    let inside = false;
    for (let cp = 0; cp < LIMIT; cp++) {
        if (Boolean(contains[cp]) !== inside) {
            boundaries.push(cp);
            inside = !inside;
        }
    }
    if (inside)
        boundaries.push(LIMIT);
    return boundaries;
}

function setsFromFile(file, into = new Map()) {
    for (const [range, name] of readRows(file)) {
        if (!into.has(name))
            into.set(name, new Uint8Array(LIMIT));
        const [first, last] = parseRange(range);
        into.get(name).fill(1, first, last + 1);
    }
    return into;
}

// ---- The character database itself

const simpleUpper = new Map(), simpleLower = new Map(), simpleFold = new Map();
const combiningClass = new Map(), canonical = new Map(), compatible = new Map();

for (const fields of readRows('UnicodeData.txt')) {
    const cp = parseInt(fields[0], 16);
    if (fields[3] !== '0')
        combiningClass.set(cp, Number(fields[3]));
    if (fields[5].startsWith('<'))
        compatible.set(cp, parseCodePoints(fields[5].replace(/<.*>/, '')));
    else if (fields[5])
        canonical.set(cp, parseCodePoints(fields[5]));
    if (fields[12])
        simpleUpper.set(cp, parseInt(fields[12], 16));
    if (fields[13])
        simpleLower.set(cp, parseInt(fields[13], 16));
}
for (const [cp, status, target] of readRows('CaseFolding.txt')) {
    if (status === 'C' || status === 'S')
        simpleFold.set(parseInt(cp, 16), parseInt(target, 16));
}
const specialUpper = [];
for (const [cp, , , upper, condition] of readRows('SpecialCasing.txt')) {
    const targets = parseCodePoints(upper);
    if (!condition && targets.length > 1)
        specialUpper.push([parseInt(cp, 16), ...targets]);
}
specialUpper.sort((a, b) => a[0] - b[0]);

// ---- Property sets: each is written once, whatever number of names it has

const setBytes = [], setOffsets = [0], setIndexByKey = new Map();

function addSet(contains) {
    const bytes = [];
    let previous = 0;
    for (const boundary of boundariesOf(contains)) {
        for (let delta = boundary - previous; ; delta >>>= 7) {
            bytes.push(delta < 0x80 ? delta : (delta & 0x7f) | 0x80);
            if (delta < 0x80)
                break;
        }
        previous = boundary;
    }
    const key = bytes.join();
    if (!setIndexByKey.has(key)) {
        setIndexByKey.set(key, setOffsets.length - 1);
        setBytes.push(...bytes);
        setOffsets.push(setBytes.length);
    }
    return setIndexByKey.get(key);
}

const names = { BINARY: [], GENERAL_CATEGORY: [], SCRIPT: [], SCRIPT_EXTENSIONS: [], SEQUENCE: [] };
const addNames = (space, list, index) => list.forEach((name) => names[space].push([name, index]));

const binarySets = new Map();
for (const file of ['PropList.txt', 'DerivedCoreProperties.txt', 'emoji/emoji-data.txt',
    'extracted/DerivedBinaryProperties.txt', 'DerivedNormalizationProps.txt'])
    setsFromFile(file, binarySets);
const categorySets = setsFromFile('extracted/DerivedGeneralCategory.txt');
for (const aliases of BINARY_PROPERTIES)
    addNames('BINARY', aliases, addSet(binarySets.get(aliases[0])));
addNames('BINARY', ['Any'], addSet(new Uint8Array(LIMIT).fill(1)));
addNames('BINARY', ['ASCII'], addSet(new Uint8Array(LIMIT).fill(1, 0, 0x80)));
addNames('BINARY', ['Assigned'], addSet(categorySets.get('Cn').map((flag) => flag ^ 1)));

const valueAliases = (property) => fs.readFileSync(path.join(dataDirectory, 'PropertyValueAliases.txt'), 'utf8')
    .split('\n').filter((line) => line.startsWith(property + ' ;'))
    .map((line) => line.replace(/#.*/, '').split(';').slice(1).map((name) => name.trim()));

for (const aliases of valueAliases('gc')) {
    const union = new Uint8Array(LIMIT);
    for (const [category, contains] of categorySets) {
        const isMember = aliases[0] === 'LC' ? ['Lu', 'Ll', 'Lt'].includes(category) : category.startsWith(aliases[0]);
        if (isMember)
            contains.forEach((flag, cp) => { union[cp] |= flag; });
    }
    addNames('GENERAL_CATEGORY', aliases, addSet(union));
}

const scriptSets = setsFromFile('Scripts.txt');
const hasNoScript = new Uint8Array(LIMIT).fill(1);
for (const contains of scriptSets.values())
    contains.forEach((flag, cp) => { hasNoScript[cp] &= flag ^ 1; });
scriptSets.set('Unknown', hasNoScript);
const extendedSets = new Map([...scriptSets].map(([name, contains]) => [name, contains.slice()]));
const longScriptNames = new Map(valueAliases('sc').map((aliases) => [aliases[0], aliases[1]]));
for (const [range, scripts] of readRows('ScriptExtensions.txt')) {
    const [first, last] = parseRange(range);
    for (const contains of extendedSets.values())
        contains.fill(0, first, last + 1);
    for (const script of scripts.split(' '))
        extendedSets.get(longScriptNames.get(script)).fill(1, first, last + 1);
}
for (const aliases of valueAliases('sc')) {
    if (!scriptSets.has(aliases[1]))
        continue;
    addNames('SCRIPT', [...new Set(aliases)], addSet(scriptSets.get(aliases[1])));
    addNames('SCRIPT_EXTENSIONS', [...new Set(aliases)], addSet(extendedSets.get(aliases[1])));
}

// ---- Properties of strings: UTF-16 units, each string after its length

const sequences = new Map(SEQUENCE_PROPERTIES.map((name) => [name, []]));
for (const file of ['emoji/emoji-sequences.txt', 'emoji/emoji-zwj-sequences.txt']) {
    for (const [text, property] of readRows(file)) {
        const [first, last] = text.includes('..') ? parseRange(text) : [0, -1];
        const strings = text.includes('..')
            ? Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i))
            : [String.fromCodePoint(...parseCodePoints(text))];
        sequences.get(property).push(...strings);
    }
}
const sequenceUnits = [], sequenceOffsets = [0];
SEQUENCE_PROPERTIES.forEach((name, index) => {
    for (const string of sequences.get(name)) {
        sequenceUnits.push(string.length);
        for (let i = 0; i < string.length; i++)
            sequenceUnits.push(string.charCodeAt(i));
    }
    sequenceOffsets.push(sequenceUnits.length);
    addNames('SEQUENCE', [name], index);
});
addNames('SEQUENCE', ['RGI_Emoji'], SEQUENCE_PROPERTIES.length);

// ---- Case mappings: runs of code points that share the distance to their target and the step between them

function caseRuns(map) {
    const runs = [];
    for (const [cp, target] of [...map].sort((a, b) => a[0] - b[0])) {
        if (target === cp)
            continue;
        const run = runs.at(-1);
        const step = run ? cp - run.last : 0;
        const extendable = run && run.delta === target - cp && (step === 1 || step === 2)
            && (run.first === run.last || run.step === step);
        if (extendable)
            Object.assign(run, { last: cp, step });
        else
            runs.push({ first: cp, last: cp, step: 1, delta: target - cp });
    }
    return runs.map((run) => `{ ${run.first}, ${run.last}, ${run.step}, ${run.delta} }`);
}

// ---- Normalization

const isExcluded = binarySets.get('Full_Composition_Exclusion');

function decompose(cp, isCompatible) {
    const mapping = canonical.get(cp) ?? (isCompatible ? compatible.get(cp) : undefined);
    return mapping ? mapping.flatMap((part) => decompose(part, isCompatible)) : [cp];
}

const decompositionKeys = [], decompositionOffsets = [0], decompositionUnits = [];
for (const cp of [...new Set([...canonical.keys(), ...compatible.keys()])].sort((a, b) => a - b)) {
    const plain = decompose(cp, false), full = decompose(cp, true);
    const forms = [];
    if (plain.length > 1 || plain[0] !== cp)
        forms.push([cp * 2, plain]);
    if (full.join() !== plain.join())
        forms.push([cp * 2 + 1, full]);
    for (const [key, form] of forms) {
        const string = String.fromCodePoint(...form);
        decompositionKeys.push(key);
        for (let i = 0; i < string.length; i++)
            decompositionUnits.push(string.charCodeAt(i));
        decompositionOffsets.push(decompositionUnits.length);
    }
}

const compositions = [...canonical].filter(([cp, parts]) => parts.length === 2 && !isExcluded[cp])
    .map(([cp, parts]) => [...parts, cp]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);

const classRuns = [];
for (let cp = 0, previous = 0; cp < LIMIT; cp++) {
    const value = combiningClass.get(cp) ?? 0;
    if (value !== previous)
        classRuns.push(cp * 256 + value);
    previous = value;
}

// ---- Output

const chunks = [];

function emitArray(type, name, values) {
    const lines = [];
    let line = '   ';
    for (const value of values) {
        const text = ` ${value},`;
        if (line.length + text.length > 118) {
            lines.push(line);
            line = '   ';
        }
        line += text;
    }
    chunks.push(`const ${type} ${name}[] = {\n${lines.join('\n')}\n${line}\n};\n`);
    chunks.push(`const uint32_t ${name}_count = ${values.length};\n`);
}

const nameText = [];
let nameLength = 0;
const nameRows = [];
for (const [space, list] of Object.entries(names)) {
    for (const [name, index] of list.sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
        nameRows.push(`{ ${nameLength}, ${name.length}, UNICODE_NAMES_${space}, ${index} }`);
        nameText.push(name);
        nameLength += name.length;
    }
}
const version = fs.readFileSync(path.join(dataDirectory, 'DerivedCoreProperties.txt'), 'utf8').match(/-(\d+\.\d+)/)[1];

emitArray('uint8_t', 'unicode_set_bytes', setBytes);
emitArray('uint32_t', 'unicode_set_offsets', setOffsets);
emitArray('UnicodeNameRow', 'unicode_name_rows', nameRows);
emitArray('uint16_t', 'unicode_sequence_units', sequenceUnits);
emitArray('uint32_t', 'unicode_sequence_offsets', sequenceOffsets);
for (const name of ['ID_Start', 'ID_Continue', 'Cased', 'Case_Ignorable'])
    emitArray('uint32_t', `unicode_${name.toLowerCase()}_boundaries`, boundariesOf(binarySets.get(name)));
emitArray('UnicodeCaseRun', 'unicode_upper_runs', caseRuns(simpleUpper));
emitArray('UnicodeCaseRun', 'unicode_lower_runs', caseRuns(simpleLower));
emitArray('UnicodeCaseRun', 'unicode_fold_runs', caseRuns(simpleFold));
emitArray('UnicodeSpecialUpper', 'unicode_special_upper',
    specialUpper.map(([cp, ...targets]) => `{ ${cp}, { ${targets.join(', ')} } }`));
emitArray('uint32_t', 'unicode_decomposition_keys', decompositionKeys);
emitArray('uint16_t', 'unicode_decomposition_offsets', decompositionOffsets);
emitArray('uint16_t', 'unicode_decomposition_units', decompositionUnits);
emitArray('UnicodeComposition', 'unicode_compositions', compositions.map((row) => `{ ${row.join(', ')} }`));
emitArray('uint32_t', 'unicode_combining_class_runs', classRuns);

fs.writeFileSync(outputFile, `/* Written by tools/gen-unicode.mjs from Unicode ${version}: do not edit. */
#include "unicode/unicode_tables.h"

const char unicode_version[] = "${version}";
const char unicode_name_text[] =
${nameText.map((name) => `    "${name}"`).join('\n')};
${chunks.join('')}`);
