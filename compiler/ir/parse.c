/* Reads the textual form of the IR (see print.c). Values, blocks, functions and variables may be used before they are
 * defined; a use that is never defined is an error.
 *
 * Invariant: what it returns has the structure that the text says; whether that obeys ir.h is ir_verify's question. */
#include "ir.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/vec.h"
#include "edit.h"
#include "kinds.h"

typedef struct Parser {
    Arena *arena;
    IrProgram *program;
    const char *at;
    uint32_t line;
    const char *error;
    IrModule **modules;          /* by number, as the first pass over the text found them */
    IrFunction **functions;
    /* of the function that is being read */
    IrFunction *function;
    VEC(IrInstr *) values;       /* by id: placeholders until defined */
    VEC(IrBlock *) blocks;
} Parser;

static bool fail(Parser *p, const char *what)
{
    if (!p->error)
        p->error = arena_printf(p->arena, "line %u: %s", p->line, what);
    return false;
}

static void skip_space(Parser *p)
{
    for (;; p->at++) {
        if (*p->at == '\n')
            p->line++;
        else if (*p->at == '#')
            while (p->at[1] && p->at[1] != '\n')
                p->at++;
        else if (!isspace((unsigned char)*p->at))
            return;
    }
}

static bool accept(Parser *p, const char *token)
{
    skip_space(p);
    size_t length = strlen(token);
    if (strncmp(p->at, token, length))
        return false;
    if (isalnum((unsigned char)token[length - 1]) && (isalnum((unsigned char)p->at[length]) || p->at[length] == '.'))
        return false;
    p->at += length;
    return true;
}

static bool expect(Parser *p, const char *token)
{
    return accept(p, token) || fail(p, arena_printf(p->arena, "`%s` expected", token));
}

static const char *read_word(Parser *p)
{
    skip_space(p);
    const char *start = p->at;
    while (isalnum((unsigned char)*p->at) || *p->at == '.')
        p->at++;
    return arena_strndup(p->arena, start, (size_t)(p->at - start));
}

static double read_number(Parser *p)
{
    skip_space(p);
    char *end;
    double number = strtod(p->at, &end);
    if (end == p->at)
        fail(p, "a number expected");
    p->at = end;
    return number;
}

static uint32_t read_index(Parser *p)
{
    skip_space(p);
    char *end;
    unsigned long index = strtoul(p->at, &end, 10);
    if (end == p->at)
        fail(p, "an index expected");
    p->at = end;
    return (uint32_t)index;
}

static int hex_digit(char c)
{
    return isdigit((unsigned char)c) ? c - '0' : isxdigit((unsigned char)c) ? (c | 32) - 'a' + 10 : -1;
}

/* A quoted text; NULL when there is none. */
static const char *read_text(Parser *p, size_t *ret_length)
{
    skip_space(p);
    if (*p->at != '"')
        return NULL;
    const char *in = p->at + 1;
    char *text = arena_alloc(p->arena, strlen(in) + 1);
    size_t length = 0;
    while (*in && *in != '"' && *in != '\n') {
        if (*in == '\\' && hex_digit(in[1]) >= 0 && hex_digit(in[2]) >= 0) {
            text[length++] = (char)(hex_digit(in[1]) * 16 + hex_digit(in[2]));
            in += 3;
            continue;
        }
        in += *in == '\\' && in[1];
        text[length++] = *in++;
    }
    if (*in != '"')
        fail(p, "unterminated text");
    p->at = in + (*in == '"');
    *ret_length = length;
    return text;
}

/* A quoted text, or `-` for none. */
static const IrAtom *read_atom(Parser *p)
{
    size_t length;
    if (accept(p, "-"))
        return NULL;
    const char *text = read_text(p, &length);
    if (!text) {
        fail(p, "a quoted text expected");
        return NULL;
    }
    return ir_atom(p->program, text, length);
}

static IrModule *read_module_number(Parser *p)
{
    uint32_t number = read_index(p);
    if (number < p->program->module_count)
        return p->modules[number];
    fail(p, "no such module");
    return p->program->modules;
}

static IrFunction *read_function_number(Parser *p)
{
    uint32_t number = read_index(p);
    if (number < p->program->function_count)
        return p->functions[number];
    fail(p, "no such function");
    return p->program->functions;
}

static IrVariable *read_variable(Parser *p)
{
    IrModule *module = read_module_number(p);
    expect(p, ".");
    uint32_t index = read_index(p);
    if (module && index < module->variable_count)
        return module->variables[index];
    fail(p, "no such variable");
    return NULL;
}

static int find_name(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return (int)i;
    return -1;
}

static IrBlock *block_of(Parser *p, uint32_t id)
{
    while (vec_len(&p->blocks) <= id)
        vec_push(&p->blocks, NULL);
    if (!p->blocks.items[id]) {
        p->blocks.items[id] = ir_block_make(p->program, p->function);
        p->blocks.items[id]->sealed = true;
    }
    return p->blocks.items[id];
}

/* Block names are letters and digits in one: `b12`. */
static bool accept_block(Parser *p, IrBlock **ret_block)
{
    skip_space(p);
    if (p->at[0] != 'b' || !isdigit((unsigned char)p->at[1]))
        return false;
    p->at++;
    *ret_block = block_of(p, read_index(p));
    return true;
}

static IrInstr *value_of(Parser *p, uint32_t id)
{
    while (vec_len(&p->values) <= id)
        vec_push(&p->values, NULL);
    if (!p->values.items[id])
        p->values.items[id] = ARENA_NEW(p->program->arena, IrInstr);
    return p->values.items[id];
}

static bool find_type(const char *name, IrType *ret_type)
{
    for (int type = IR_TYPE_NONE; type <= IR_TYPE_I64; type++)
        if (!strcmp(ir_type_name((IrType)type), name)) {
            *ret_type = (IrType)type;
            return true;
        }
    return false;
}

static IrOp find_op(Parser *p, const char *word, IrType *ret_type)
{
    for (int op = 0; op < IR_OP_COUNT; op++)
        if (!strcmp(ir_op_mnemonic((IrOp)op), word)) {
            *ret_type = ir_op_result((IrOp)op);
            return (IrOp)op;
        }
    const char *dot = strrchr(word, '.'); /* phi.i32: another type than the row's */
    if (dot && find_type(dot + 1, ret_type)) {
        IrType row_type;
        return find_op(p, arena_strndup(p->arena, word, (size_t)(dot - word)), &row_type);
    }
    fail(p, arena_printf(p->arena, "no such op: `%s`", word));
    return IR_UNREACHABLE;
}

static void read_immediate(Parser *p, IrInstr *instr, char letter, uint32_t *block_index)
{
    size_t length;
    switch (letter) {
    case 'k': instr->key = read_atom(p); return;
    case 'n': instr->number = read_number(p); return;
    case 'i':
    case 'p': instr->integer = (int32_t)read_number(p); return;
    case 'f': expect(p, "@"); instr->function = read_function_number(p); return;
    case 'v': expect(p, "$"); instr->variable = read_variable(p); return;
    case 'm':
        skip_space(p);
        p->at += *p->at == 'm';
        instr->module = read_module_number(p);
        return;
    case 't': instr->text = read_text(p, &length); return;
    case 'b':
        if (!accept_block(p, &instr->targets[(*block_index)++]))
            fail(p, "a block expected");
        return;
    }
}

static void read_literal_keys(Parser *p, IrInstr *instr, bool *is_first)
{
    instr->keys = ARENA_ARRAY(p->program->arena, const IrAtom *, instr->operand_count + 1);
    for (uint32_t i = 0; i < instr->operand_count && !p->error; i++) {
        if (!*is_first)
            expect(p, ",");
        *is_first = false;
        instr->keys[i] = read_atom(p);
    }
}

static void read_operands(Parser *p, IrInstr *instr, bool *is_first)
{
    for (;;) {
        const char *next = p->at + strspn(p->at, *is_first ? " " : ", ");
        if (*next != '%') /* immediates, or the end of the line */
            return;
        p->at = next + 1;
        *is_first = false;
        ir_add_operand(p->program, instr, value_of(p, read_index(p)));
    }
}

static void read_instr(Parser *p, IrBlock *block)
{
    IrInstr *instr = NULL;
    if (accept(p, "%")) {
        instr = value_of(p, read_index(p));
        expect(p, "=");
        if (instr->block)
            fail(p, "the value is defined twice");
    }
    if (!instr)
        instr = ARENA_NEW(p->program->arena, IrInstr);
    if (p->error)
        return;
    instr->op = find_op(p, read_word(p), &instr->type);
    instr->id = p->function->instr_count++;
    ir_append(block, instr);
    bool is_first = true;
    uint32_t block_index = 0;
    read_operands(p, instr, &is_first);
    for (const char *letter = ir_op_immediates(instr->op); *letter && !p->error; letter++) {
        if (*letter == 'c' || *letter == 's')
            continue;
        if (instr->op == IR_OBJECT_LITERAL) {
            read_literal_keys(p, instr, &is_first);
            continue;
        }
        if (!is_first)
            expect(p, ",");
        is_first = false;
        read_immediate(p, instr, *letter, &block_index);
    }
}

static void read_block(Parser *p)
{
    IrBlock *block, *other;
    if (!accept_block(p, &block)) {
        fail(p, "a block expected");
        return;
    }
    ir_block_place(p->function, block);
    block->is_loop_header = accept(p, "loop");
    if (accept(p, "<-"))
        while (accept_block(p, &other))
            ir_add_pred(p->program, block, other);
    if (accept(p, "!") && accept_block(p, &other))
        block->handler = other;
    expect(p, ":");
    while (!p->error) {
        skip_space(p);
        bool is_block = *p->at == 'b' && isdigit((unsigned char)p->at[1]);
        if (is_block || *p->at == '}' || !*p->at)
            return;
        read_instr(p, block);
    }
}

static void read_function_header(Parser *p, IrFunction *function)
{
    function->name = read_atom(p);
    int kind = find_name(ir_function_kind_names, sizeof ir_function_kind_names / sizeof *ir_function_kind_names, read_word(p));
    if (kind < 0)
        fail(p, "no such kind of function");
    function->kind = (IrFunctionKind)kind;
    if (expect(p, "module"))
        function->module = read_module_number(p);
    if (expect(p, "params"))
        function->param_count = function->length = read_index(p);
    if (accept(p, "captures"))
        function->capture_count = read_index(p);
    if (accept(p, "length"))
        function->length = read_index(p);
    for (bool found = true; found;) {
        found = false;
#define READ_FLAG(field, name)                                                                                         \
    if (accept(p, name))                                                                                               \
        function->field = found = true;
        IR_FUNCTION_FLAGS(READ_FLAG)
#undef READ_FLAG
    }
    if (accept(p, "types")) {
        function->param_types = ARENA_ARRAY(p->program->arena, IrType, function->param_count + 1);
        for (uint32_t i = 0; i < function->param_count; i++)
            if (!find_type(read_word(p), &function->param_types[i]))
                fail(p, "no such type");
    }
    if (accept(p, "returns") && !find_type(read_word(p), &function->return_type))
        fail(p, "no such type");
}

static void read_function(Parser *p)
{
    IrFunction *function = p->function = read_function_number(p);
    vec_init(&p->values, p->arena);
    vec_init(&p->blocks, p->arena);
    read_function_header(p, function);
    expect(p, "{");
    while (!p->error && !accept(p, "}"))
        read_block(p);
    function->entry = function->blocks;
    for (size_t i = 0; i < vec_len(&p->values) && !p->error; i++)
        if (p->values.items[i] && !p->values.items[i]->block)
            fail(p, arena_printf(p->arena, "%%%zu is used and never defined", i));
    for (size_t i = 0; i < vec_len(&p->blocks) && !p->error; i++)
        if (p->blocks.items[i] && !p->blocks.items[i]->last)
            fail(p, arena_printf(p->arena, "b%zu is used and never defined", i));
    if (!p->error && !function->entry)
        fail(p, "a function without blocks");
    if (!p->error)
        ir_renumber(function);
}

static void read_export(Parser *p, IrModule *module)
{
    IrExport export = {.name = read_atom(p)};
    if (accept(p, "namespace"))
        export.namespace_of = read_module_number(p);
    else
        export.variable = read_variable(p);
    IrExport *grown = ARENA_ARRAY(p->program->arena, IrExport, module->export_count + 1);
    if (module->export_count)
        memcpy(grown, module->exports, module->export_count * sizeof *grown);
    grown[module->export_count++] = export;
    module->exports = grown;
}

static void read_module(Parser *p)
{
    IrModule *module = read_module_number(p);
    int kind = find_name(ir_module_kind_names, sizeof ir_module_kind_names / sizeof *ir_module_kind_names, read_word(p));
    size_t length;
    module->path = read_text(p, &length);
    if (kind < 0 || !module->path) {
        fail(p, "a kind and a path of the module expected");
        return;
    }
    module->kind = (IrModuleKind)kind;
    if (accept(p, "body"))
        module->body = read_function_number(p);
    if (accept(p, "entry"))
        p->program->entry = module;
    for (;;) {
        if (accept(p, "variable")) {
            read_text(p, &length); /* made by the first pass */
            accept(p, "empty");
        } else if (accept(p, "export"))
            read_export(p, module);
        else
            return;
    }
}

/* First pass: modules, functions and variables exist before anything refers to them. Works on line starts. */
static void declare_all(Parser *p, const char *text)
{
    IrModule *module = NULL;
    VEC(IrModule *) modules = VEC_IN(p->arena);
    VEC(IrFunction *) functions = VEC_IN(p->arena);
    Parser scan = *p;
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        scan.at = line + strspn(line, " \t");
        size_t length;
        if (!strncmp(scan.at, "module ", 7)) {
            module = ir_module_new(p->program, IR_MODULE_SCRIPT, "");
            vec_push(&modules, module);
        } else if (!strncmp(scan.at, "function ", 9)) {
            if (!module) {
                module = ir_module_new(p->program, IR_MODULE_SCRIPT, "text");
                vec_push(&modules, module);
            }
            vec_push(&functions, ir_function_new(module, NULL, IR_NORMAL));
        } else if (module && accept(&scan, "variable")) {
            const char *name = read_text(&scan, &length);
            IrVariable *variable = ir_variable_new(module, name ? name : "");
            variable->starts_empty = accept(&scan, "empty");
            variable->starts_unread = accept(&scan, "unread");
        }
    }
    p->modules = modules.items;
    p->functions = functions.items;
}

IrProgram *ir_parse(Arena *arena, const char *text, const char **ret_error)
{
    Parser parser = {.arena = arena, .program = ir_program_new(arena), .at = text, .line = 1};
    Parser *p = &parser;
    declare_all(p, text);
    for (skip_space(p); *p->at && !p->error; skip_space(p)) {
        if (accept(p, "module"))
            read_module(p);
        else if (accept(p, "function"))
            read_function(p);
        else
            fail(p, "`module` or `function` expected");
    }
    if (!p->error)
        return p->program;
    *ret_error = p->error;
    return NULL;
}
