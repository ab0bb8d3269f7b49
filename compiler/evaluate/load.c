/* From the IR to the heap: one cell with what the collector looks at (codes, atoms, caches), one with what it need
 * not, and one a module, whose variables a program can see.
 *
 * Invariant: an address inside of a cell keeps it alive, so a function keeps its program, and through it the modules.
 * */
#include "evaluate/code.h"

typedef struct Loading {
    const IrProgram *ir;
    Arena *arena;
    EvalTables tables;
    EvalFlat *flats;           /* by IrFunction.number */
    EvalProgram *program;
    char *at;                  /* the free rest of the cell that is being filled */
    const char **sources;      /* the modules' texts in the heap, by IrModule.number */
    uint32_t variable_count, word_count;
    size_t source_bytes;
} Loading;

static size_t align(size_t bytes)
{
    return (bytes + 7) & ~(size_t)7;
}

static void *part(Loading *l, size_t count, size_t size)
{
    void *start = l->at;
    l->at += align(count * size);
    return start;
}
#define PART(l, Type, count) ((Type *)part((l), (count), sizeof(Type)))

static void flatten_all(Loading *l)
{
    EvalTables *tables = &l->tables;
    tables->arena = l->arena;
    vec_init(&tables->numbers, l->arena);
    vec_init(&tables->atoms, l->arena);
    vec_init(&tables->texts, l->arena);
    vec_push(&tables->texts, 0);
    tables->atom_places = ARENA_ARRAY(l->arena, uint32_t, ir_atom_count(l->ir));
    tables->first_variable = ARENA_ARRAY(l->arena, uint32_t, l->ir->module_count);
    for (const IrModule *module = l->ir->modules; module; module = module->next) {
        tables->first_variable[module->number] = l->variable_count;
        l->variable_count += module->variable_count;
        l->source_bytes += module->source ? module->source_length + 1 : 0;
        for (uint32_t i = 0; i < module->export_count; i++)
            eval_atom_index(tables, module->exports[i].name);
    }
    l->flats = ARENA_ARRAY(l->arena, EvalFlat, l->ir->function_count);
    for (IrFunction *function = l->ir->functions; function; function = function->next) {
        l->flats[function->number] = eval_flatten(tables, function);
        l->word_count += (uint32_t)l->flats[function->number].words.length;
        if (function->name)
            eval_atom_index(tables, function->name);
    }
}

/* ---- cells */
static void add_program_cell(Loading *l)
{
    const EvalTables *tables = &l->tables;
    size_t bytes = align(sizeof(EvalProgram)) + l->ir->function_count * align(sizeof(EvalFunction)) +
                   tables->atoms.length * sizeof(JsValue) + tables->site_count * sizeof(void *) +
                   l->variable_count * sizeof(EvalVariable) + l->ir->module_count * sizeof(JsModule *);
    EvalProgram *program = js_new_internal_cell(bytes, true, true);
    l->program = program;
    l->at = (char *)program + align(sizeof *program);
    program->functions = PART(l, EvalFunction, l->ir->function_count);
    program->atoms = PART(l, JsValue, tables->atoms.length);
    program->sites = PART(l, void *, tables->site_count);
    program->variables = PART(l, EvalVariable, l->variable_count);
    program->modules = PART(l, JsModule *, l->ir->module_count);
    program->caches = js_new_caches(tables->cache_count);
    for (size_t i = 0; i < tables->atoms.length; i++) {
        program->atoms[i] = js_atom_from_text(tables->atoms.items[i]->bytes, tables->atoms.items[i]->length);
    }
}

static void *copy_part(Loading *l, const void *from, size_t bytes)
{
    void *to = part(l, bytes, 1);
    if (bytes)
        memcpy(to, from, bytes);
    return to;
}

/* Words, numbers and texts. */
static void add_constant_cell(Loading *l)
{
    const EvalTables *tables = &l->tables;
    size_t words = l->word_count + l->ir->function_count; /* each function's are aligned; so is each source */
    size_t bytes = sizeof(JsCell) + tables->numbers.length * sizeof(double) + align(tables->texts.length) +
                   words * sizeof(uint32_t) + l->source_bytes + 8 * l->ir->module_count;
    char *cell = js_new_internal_cell(bytes, false, true);
    l->program->constants = cell;
    l->at = cell + sizeof(JsCell);
    l->program->numbers = copy_part(l, tables->numbers.items, tables->numbers.length * sizeof(double));
    l->program->texts = copy_part(l, tables->texts.items, tables->texts.length);
    for (uint32_t i = 0; i < l->ir->function_count; i++) {
        const EvalWords *code = &l->flats[i].words;
        l->program->functions[i].words = copy_part(l, code->items, code->length * sizeof(uint32_t));
    }
    l->sources = ARENA_ARRAY(l->arena, const char *, l->ir->module_count);
    for (const IrModule *module = l->ir->modules; module; module = module->next)
        if (module->source)
            l->sources[module->number] = copy_part(l, module->source, module->source_length + 1);
}

/* ---- modules: a cell each, since a program sees its variables */
static uint32_t namespace_export_count(const IrModule *ir)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < ir->export_count; i++)
        count += ir->exports[i].namespace_of != NULL;
    return count;
}

/* `export * as ns` has no variable of the module: its namespaces stand in variables after those. */
static JsValue fill_namespaces(EvalModule *module)
{
    uint32_t at = module->module.variable_count - module->namespace_count;
    for (uint32_t i = 0; i < module->namespace_count; i++) {
        JsValue namespace = js_module_namespace(module->namespaces[i]);
        if (namespace == JS_EXCEPTION)
            return JS_EXCEPTION;
        js_store_module(&module->module.cell, &module->module.variables[at + i], namespace);
    }
    return JS_UNDEFINED;
}

static JsValue run_body(JsModule *self)
{
    EvalModule *module = (EvalModule *)self;
    if (fill_namespaces(module) == JS_EXCEPTION)
        return JS_EXCEPTION;
    return js_call(js_new_closure(module->body), JS_UNDEFINED, 0, NULL);
}

static void add_variables(Loading *l, const IrModule *ir, EvalModule *module)
{
    JsValue *variables = PART(l, JsValue, module->module.variable_count);
    module->module.variables = variables;
    for (uint32_t i = 0; i < module->module.variable_count; i++)
        variables[i] = i < ir->variable_count && ir->variables[i]->starts_empty ? JS_EMPTY : JS_UNDEFINED;
    EvalVariable *rows = l->program->variables + l->tables.first_variable[ir->number];
    for (uint32_t i = 0; i < ir->variable_count; i++)
        rows[i] = (EvalVariable){&module->module, &variables[i]};
}

static void add_module_cell(Loading *l, const IrModule *ir)
{
    uint32_t namespaces = namespace_export_count(ir);
    size_t bytes = sizeof(EvalModule) + (ir->variable_count + namespaces) * sizeof(JsValue) +
                   (namespaces + ir->request_count) * sizeof(JsModule *) + ir->export_count * sizeof(JsExport) +
                   align(strlen(ir->path) + 1);
    EvalModule *module = js_new_internal_cell(bytes, true, false);
    l->at = (char *)(module + 1);
    module->program = l->program;
    module->body = ir->body ? &l->program->functions[ir->body->number].code : NULL;
    module->module.kind = (JsModuleKind)ir->kind;
    module->module.namespace = module->module.error = JS_UNDEFINED;
    module->module.evaluate = run_body;
    module->module.wrapper = module->body;
    module->module.variable_count = ir->variable_count + namespaces;
    module->namespace_count = namespaces;
    add_variables(l, ir, module);
    module->namespaces = PART(l, JsModule *, namespaces);
    module->module.exports = PART(l, JsExport, ir->export_count);
    module->module.export_count = ir->export_count;
    module->module.requests = PART(l, JsModule *, ir->request_count);
    module->module.request_count = ir->request_count;
    module->module.path = copy_part(l, ir->path, strlen(ir->path) + 1);
    module->module.json = l->sources[ir->number];
    module->module.json_length = ir->source_length;
    l->program->modules[ir->number] = &module->module;
}

/* What the module says of others, which have their cells by now. */
static void connect_module(Loading *l, const IrModule *ir)
{
    EvalModule *module = (EvalModule *)l->program->modules[ir->number];
    uint32_t namespaces = 0;
    for (uint32_t i = 0; i < ir->request_count; i++)
        ((JsModule **)module->module.requests)[i] = l->program->modules[ir->requests[i]->number];
    for (uint32_t i = 0; i < ir->export_count; i++) {
        const IrExport *export = &ir->exports[i];
        JsExport *row = (JsExport *)&module->module.exports[i];
        row->name = &l->program->atoms[eval_atom_index(&l->tables, export->name)];
        if (export->namespace_of) {
            module->namespaces[namespaces] = l->program->modules[export->namespace_of->number];
            row->variable = &module->module.variables[ir->variable_count + namespaces++];
        } else {
            uint32_t first = l->tables.first_variable[export->variable->module->number];
            row->variable = l->program->variables[first + export->variable->index].slot;
        }
    }
}

/* ---- functions */
static bool is_class(const IrFunction *function)
{
    return function->kind == IR_CLASS_BASE || function->kind == IR_CLASS_DERIVED;
}

static uint16_t code_flags(const IrFunction *function)
{
    uint32_t flags = JS_CODE_OFFSETS;
    flags |= function->is_strict ? JS_CODE_STRICT : 0;
    flags |= function->kind == IR_ARROW ? JS_CODE_ARROW : 0;
    flags |= function->kind == IR_METHOD ? JS_CODE_METHOD : 0;
    flags |= is_class(function) ? JS_CODE_CLASS : 0;
    flags |= function->kind == IR_CLASS_DERIVED ? JS_CODE_DERIVED : 0;
    flags |= function->is_generator ? JS_CODE_GENERATOR : 0;
    flags |= function->is_async ? JS_CODE_ASYNC : 0;
    return (uint16_t)flags;
}

/* A place in the text that only moves on, mostly: functions come about in the order in which they stand there, so that a
 * long line is not counted anew for each. */
typedef struct Cursor { const IrModule *module; uint32_t offset, line, column; } Cursor;

/* Length of the line terminator (12.3) there, or 0; CR LF is one, at its LF. */
static uint32_t terminator_at(const char *at)
{
    if (*at == '\n' || (*at == '\r' && at[1] != '\n'))
        return 1;
    return !strncmp(at, "\xe2\x80\xa8", 3) || !strncmp(at, "\xe2\x80\xa9", 3) ? 3 : 0;
}

static void move_to(Cursor *cursor, const IrModule *module, uint32_t offset)
{
    enum { BYTE_WORK = 2, WORK_STEP = 4096 };
    if (module != cursor->module || offset < cursor->offset)
        *cursor = (Cursor){module, 0, 1, 1};
    while (cursor->offset < offset) {
        uint32_t terminator = terminator_at(module->source + cursor->offset);
        if (cursor->offset % WORK_STEP == 0)
            base_work(WORK_STEP * BYTE_WORK);
        cursor->column += (module->source[cursor->offset] & 0xc0) != 0x80;
        if (terminator) {
            cursor->line++;
            cursor->column = 1;
        }
        cursor->offset += terminator ? terminator : 1;
    }
}

static void add_code(Loading *l, const IrFunction *function, JsCode *code, Cursor *at)
{
    static const JsValue no_name = JS_UNDEFINED;
    const char *source = function->module->source;
    if (source)
        move_to(at, function->module, function->start);
    bool has_text = source && function->end > function->start && function->end <= function->module->source_length;
    *code = (JsCode){
        .call = eval_call,
        .construct = function->is_constructor ? eval_construct : NULL,
        .name = function->name ? &l->program->atoms[eval_atom_index(&l->tables, function->name)] : &no_name,
        .length = (uint16_t)function->length,
        .flags = code_flags(function),
        .captures = function->capture_count,
        .source = l->program->modules[function->module->number]->path,
        .line = at->line,
        .column = at->column,
        .text = has_text ? l->sources[function->module->number] + function->start : NULL,
        .text_length = has_text ? function->end - function->start : 0,
        .text_offset = function->start,
        .realm = js_realm_of_new_code(),
    };
}

static void add_function(Loading *l, const IrFunction *ir, Cursor *at)
{
    EvalFunction *function = &l->program->functions[ir->number];
    const EvalFlat *flat = &l->flats[ir->number];
    add_code(l, ir, &function->code, at);
    function->program = l->program;
    function->slot_count = flat->slot_count;
    function->scratch = flat->scratch;
    function->return_type = (uint8_t)ir->return_type;
    function->suspends = ir->is_generator || ir->is_async;
    function->is_generator = ir->is_generator;
    function->is_class = is_class(ir);
    function->is_derived = ir->kind == IR_CLASS_DERIVED;
}

static void add_functions(Loading *l)
{
    Cursor at = {NULL, 0, 1, 1};
    for (const IrFunction *function = l->ir->functions; function; function = function->next)
        add_function(l, function, &at);
}

EvalProgram *eval_load(const IrProgram *ir)
{
    Loading l = {.ir = ir, .arena = arena_new()};
    flatten_all(&l);
    add_program_cell(&l);
    add_constant_cell(&l);
    for (const IrModule *module = ir->modules; module; module = module->next)
        add_module_cell(&l, module);
    for (const IrModule *module = ir->modules; module; module = module->next)
        connect_module(&l, module);
    add_functions(&l);
    arena_free(l.arena);
    return l.program;
}
