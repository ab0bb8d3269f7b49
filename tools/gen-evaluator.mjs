#!/usr/bin/env node
// gen-evaluator OPS.DEF OUT: the cases of the evaluator's switch (compiler/evaluate/run.c) from the C templates of the ops.
//
// An op's template says what it does once, for the emitter and for the evaluator. Here its words become accesses to the
// instruction's registers and to the program's tables; the macros are run.c's. Ops without a template are cases of run.c.
import fs from 'node:fs';

const [, , input, output] = process.argv;
const members = { A: 'any', I: 'i32', L: 'i64', F: 'f64', B: 'boolean', T: 'iterator' };
const results = { ANY: 'any', I32: 'i32', I64: 'i64', F64: 'f64', BOOL: 'boolean' };
const row = /^IR_OP\(\s*(\w+),\s*"[^"]*",\s*(\w+),\s*"([^"]*)",\s*"([^"]*)",\s*([^"]*),\s*"(.*)"\s*\)/;
const throwing = new Set(['THROWS', 'CALLS_JS']);

function operand(letter, index) {
    return letter === 'T' ? `ITERATOR(${index})` : `OPERAND(${index}, ${members[letter]})`;
}

function wordsOf({ operands, immediates }) {
    const fixed = operands.replace('*', '');
    const place = letter => fixed.length + immediates.indexOf(letter);
    return word => {
        if (/^\d$/.test(word))
            return operand(fixed[Number(word)], word);
        switch (word) {
        case 'argc': return 'argc';
        case 'argv': return 'argv';
        case 'callee': return 'CALLEE';
        case 'k': return `ATOM(${place('k')})`;
        case 'n': return `NUMBER(${place('n')})`;
        case 'i': case 'p': return `INTEGER(${place(word)})`;
        case 't': return `TEXT(${place('t')})`;
        case 'c': return `CACHE(${place('c')})`;
        case 's': return `SITE(${place('s')})`;
        case 'v': return `VARIABLE(${place('v')})`;
        case 'm': return immediates.includes('v') ? `VARIABLE_MODULE(${place('v')})` : `MODULE(${place('m')})`;
        default: throw new Error(`no such word: $${word}`);
        }
    };
}

function caseOf(op) {
    const fixed = op.operands.replace('*', '').length;
    const words = wordsOf(op);
    const body = op.template.replace(/\$(argc|argv|callee|r|\w)/g, (all, word) =>
        word === 'r' ? `RESULT(${results[op.result]})` : words(word));
    const lines = [`case IR_${op.name}: {`];
    const isThrowing = op.effects.some(effect => throwing.has(effect));
    if (isThrowing)
        lines.push('    HERE();');
    if (op.operands.includes('*'))
        lines.push(`    ARGUMENTS(${fixed + op.immediates.length});`);
    lines.push(`    ${body}`);
    if (op.effects.includes('ENDS'))
        lines.push('    goto raise;');
    else if (isThrowing)
        lines.push(`    CHECK_${op.result}();`);
    if (!op.effects.includes('ENDS'))
        lines.push(`    NEXT(${fixed + op.immediates.length}${op.operands.includes('*') ? ' + 1 + argc' : ''});`);
    lines.push('}');
    return lines.join('\n');
}

const cases = [];
for (const line of fs.readFileSync(input, 'utf8').split('\n')) {
    const match = row.exec(line);
    if (!match)
        continue;
    const [, name, result, operands, immediates, effects, template] = match;
    // F64_MATH names a C function by its key: run.c finds it by number.
    if (template && !template.includes('$w'))
        cases.push(caseOf({ name, result, operands, immediates, effects: effects.split('|').map(e => e.trim()), template }));
}
fs.writeFileSync(output, `/* Made by tools/gen-evaluator.mjs from compiler/ir/ops.def. */\n${cases.join('\n')}\n`);
