/* The front end: a byte that chooses the mode, and a source text in UTF-8. What is accepted has no errors and a tree that
 * lies within its text; the rest has an error. A line feed before the text changes neither the answer nor the tree. */
#include "check/check.h"
#include "fuzz.h"
#include "scope/scope.h"
#include "syntax/parse.h"

typedef struct Unit {
    Arena *arena;
    NameTable *names;
    Diags *diags;
    Source *source;
    AstProgram *program; /* NULL: refused by the grammar or by an early error */
} Unit;

static bool is_within(AstNode *node, void *data)
{
    const Source *source = data;
    REQUIRE(node->start <= node->end && node->end <= source->length);
    return ast_for_each_child(node, is_within, data);
}

static Unit read_unit(const char *text, size_t length, SyntaxMode mode)
{
    Unit unit = {.arena = arena_new(), .names = name_table_new(), .diags = diags_new()};
    unit.source = source_from_memory(unit.arena, "fuzz.js", text, length);
    AstProgram *program = syntax_parse(unit.arena, unit.names, unit.source, unit.diags, mode);
    if (program && check_program(unit.arena, unit.names, program, unit.source, unit.diags, mode, NULL))
        unit.program = program;
    REQUIRE(!unit.program == (diags_error_count(unit.diags) > 0));
    if (program)
        is_within(&program->node, unit.source);
    return unit;
}

static void require_errors_within(const Unit *unit)
{
    for (size_t i = 0; i < diags_count(unit->diags); i++) {
        DiagView error = diags_at(unit->diags, i);
        REQUIRE(error.span.start <= error.span.end && error.span.end <= unit->source->length);
    }
    StrBuf text = {0};
    diags_render(unit->diags, &text, false);
    strbuf_free(&text);
}

/* The tree as JSON without places. */
static char *shape(const Unit *unit)
{
    StrBuf json = {0}, shape = {0};
    ast_print_json(&json, &unit->program->node, unit->source);
    for (const char *at = strbuf_text(&json); *at;) {
        if (!strncmp(at, ",\"start\":", 9) || !strncmp(at, ",\"end\":", 7))
            at += strcspn(at + 1, ",}") + 1;
        else
            strbuf_addc(&shape, *at++);
    }
    strbuf_free(&json);
    return strbuf_take(&shape);
}

static void require_same(const Unit *one, const Unit *other)
{
    REQUIRE(!one->program == !other->program);
    if (!one->program)
        return;
    char *a = shape(one), *b = shape(other);
    REQUIRE(!strcmp(a, b));
    free(a);
    free(b);
}

static void end(Unit *unit)
{
    diags_free(unit->diags);
    name_table_free(unit->names);
    arena_free(unit->arena);
}

static void read_text(const char *text, size_t length, SyntaxMode mode)
{
    Unit unit = read_unit(text, length, mode);
    if (length && text[0] != '#') { /* a hashbang stands at the very start */
        char *moved = malloc(length + 1);
        moved[0] = '\n';
        memcpy(moved + 1, text, length);
        Unit other = read_unit(moved, length + 1, mode);
        require_same(&unit, &other);
        end(&other);
        free(moved);
    }
    if (unit.program) {
        ModuleEntries entries = {0};
        bool is_commonjs = mode == SYNTAX_COMMONJS;
        bool has_scope = scope_analyse(unit.arena, unit.names, unit.program, unit.source, unit.diags, is_commonjs, &entries);
        REQUIRE(has_scope == (diags_error_count(unit.diags) == 0));
    }
    require_errors_within(&unit);
    end(&unit);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    char *text = fuzz_copy(data + 1, size - 1);
    read_text(text, size - 1, (SyntaxMode)(data[0] % (SYNTAX_COMMONJS + 1)));
    free(text);
    return 0;
}
