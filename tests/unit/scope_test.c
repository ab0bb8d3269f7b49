/* Scope analysis: storage, dead zones, captures. A test names bindings and uses by their text in the source. */
#include "unit.h"

#include "scope/scope.h"
#include "syntax/parse.h"

typedef struct Analysed {
    Arena *arena;
    NameTable *names;
    Diags *diags;
    Source *source;
    AstProgram *program;
    FunctionScope *scope;
    ModuleEntries entries;
} Analysed;

static Analysed analyse(const char *text, SyntaxMode mode)
{
    Analysed r = {.arena = arena_new(), .names = name_table_new(), .diags = diags_new()};
    r.source = source_from_memory(r.arena, "test.js", text, strlen(text));
    r.program = syntax_parse(r.arena, r.names, r.source, r.diags, mode);
    CHECK(r.program);
    if (r.program)
        r.scope = scope_analyse(r.arena, r.names, r.program, r.source, r.diags, mode == SYNTAX_COMMONJS, &r.entries);
    return r;
}

static void end(Analysed *r)
{
    diags_free(r->diags);
    name_table_free(r->names);
    arena_free(r->arena);
}

typedef struct Search {
    uint32_t offset;
    Reference *found;
} Search;

static bool find(AstNode *node, void *data)
{
    Search *search = data;
    if (node->kind == AST_IDENTIFIER && node->start == search->offset)
        search->found = ((AstIdentifier *)node)->reference;
    return ast_for_each_child(node, find, data);
}

/* The use of a name at the last place where `mark` stands in the source. */
static Reference *use(const Analysed *r, const char *mark)
{
    const char *at = NULL;
    for (const char *next = r->source->bytes; (next = strstr(next, mark)) != NULL; next++)
        at = next;
    CHECK(at);
    Search search = {at ? (uint32_t)(at - r->source->bytes) : 0, NULL};
    find(&r->program->node, &search);
    CHECK(search.found);
    return search.found;
}

/* Analyses a module, and tells the storage of the binding used at `mark`. */
static int storage(const char *text, const char *mark)
{
    Analysed r = analyse(text, SYNTAX_MODULE);
    Reference *reference = r.scope ? use(&r, mark) : NULL;
    int result = reference && reference->binding ? (int)reference->binding->storage : -1;
    end(&r);
    return result;
}

static bool is_checked(const char *text, const char *mark)
{
    Analysed r = analyse(text, SYNTAX_MODULE);
    Reference *reference = r.scope ? use(&r, mark) : NULL;
    bool result = reference && reference->needs_tdz;
    end(&r);
    return result;
}

static const char *refusal(const char *text, SyntaxMode mode)
{
    static char code[16];
    Analysed r = analyse(text, mode);
    snprintf(code, sizeof code, "%s", diags_count(r.diags) ? diags_at(r.diags, 0).code : "");
    end(&r);
    return code;
}

TEST(uncaptured_names_are_local)
{
    CHECK_INT(storage("function f(a) { let b = a; return b; }", "b;"), STORAGE_LOCAL);
}

TEST(module_names_live_in_static_cells)
{
    CHECK_INT(storage("let a = 1; function f() { return a; }", "a;"), STORAGE_MODULE);
    CHECK_INT(storage("{ let a = 1; (() => a)(); }", "a)()"), STORAGE_MODULE);
    CHECK_INT(storage("for (;;) { let a = 1; (() => a)(); }", "a)()"), STORAGE_COPY);
}

TEST(final_values_are_copied_into_closures)
{
    CHECK_INT(storage("function f(a) { return () => a; }", "a;"), STORAGE_COPY);
    CHECK_INT(storage("function f() { let a = 1; a = 2; return () => a; }", "a; }"), STORAGE_COPY);
    CHECK_INT(storage("function f() { var self = this; return () => self; }", "self; }"), STORAGE_COPY);
}

TEST(names_that_change_after_the_closure_are_boxed)
{
    CHECK_INT(storage("function f() { let a = 1; g(() => a); a = 2; }", "a); a"), STORAGE_BOX);
    CHECK_INT(storage("function f() { let a = 1; return () => a++; }", "a++"), STORAGE_BOX);
    CHECK_INT(storage("function f() { let a; for (;;) { a = 1; g(() => a); } }", "a); }"), STORAGE_BOX);
    CHECK_INT(storage("function f() { g(); let a = 1; function g() { return a; } }", "a; }"), STORAGE_BOX);
}

TEST(loop_names_are_fresh_when_a_closure_takes_them)
{
    Analysed r = analyse("function f() { for (let i = 0; i < 3; i++) g(() => i); }", SYNTAX_MODULE);
    CHECK(use(&r, "i);")->binding->scope->needs_fresh_copies);
    end(&r);
    r = analyse("function f() { for (let i = 0; i < 3; i++) g(i); }", SYNTAX_MODULE);
    CHECK(!use(&r, "i);")->binding->scope->needs_fresh_copies);
    end(&r);
}

TEST(uses_after_the_declaration_are_not_checked)
{
    CHECK(!is_checked("function f() { const a = 1; return a; }", "a;"));
    CHECK(!is_checked("const a = 1; function f() { return a; } f();", "a; }"));
    CHECK(!is_checked("function f() { return a; } const a = 1; f();", "a; }"));
    CHECK(!is_checked("class A { m() { return b; } } const b = 1; new A().m();", "b; }"));
}

TEST(uses_that_may_come_before_the_declaration_are_checked)
{
    CHECK(is_checked("a; const a = 1;", "a; const"));
    CHECK(is_checked("f(); const a = 1; function f() { return a; }", "a; }"));
    CHECK(is_checked("export function f() { return a; } const a = 1;", "a; }"));
    CHECK(is_checked("let a = a;", "a;"));
    CHECK(is_checked("for (const x of x) ;", "x) ;"));
    CHECK(is_checked("switch (1) { case 0: let a = 1; case 1: a; }", "a; }"));
    CHECK(is_checked("class A extends A {}", "A {}"));
}

TEST(arrows_take_this_from_outside)
{
    Analysed r = analyse("function f() { return () => this; }", SYNTAX_MODULE);
    FunctionScope *outer = r.scope->first_child, *arrow = outer->first_child;
    CHECK(outer->uses_this && arrow->uses_this);
    CHECK(arrow->this_binding == outer->this_binding);
    CHECK_INT(scope_capture_index(arrow, outer->this_binding), 0);
    CHECK_INT(outer->this_binding->storage, STORAGE_COPY);
    end(&r);
}

TEST(functions_in_blocks_of_sloppy_code_are_vars_too)
{
    Analysed r = analyse("function f() { { function g() {} } return g; }", SYNTAX_SCRIPT);
    CHECK_INT(use(&r, "g; }")->binding->kind, BIND_VAR);
    CHECK(use(&r, "g() {} }")->binding->annex_b_var == use(&r, "g; }")->binding);
    end(&r);
    r = analyse("'use strict'; function f() { { function g() {} } return g; }", SYNTAX_SCRIPT);
    CHECK(!use(&r, "g; }")->binding);
    end(&r);
}

TEST(parameters_with_expressions_have_a_scope_of_their_own)
{
    Analysed r = analyse("var x; function f(a = () => x) { var x; return x; }", SYNTAX_MODULE);
    CHECK(r.scope->first_child->body_scope != r.scope->first_child->scope);
    CHECK(use(&r, "x) {")->binding == use(&r, "x; function")->binding);
    end(&r);
}

TEST(sloppy_arguments_share_with_plain_parameters)
{
    Analysed r = analyse("function f(a) { arguments[0] = 1; return a; }", SYNTAX_SCRIPT);
    CHECK(r.scope->first_child->has_mapped_arguments);
    end(&r);
}

TEST(names_declared_twice_are_refused)
{
    CHECK_TEXT(refusal("let a; var a;", SYNTAX_SCRIPT), "SN4001");
    CHECK_TEXT(refusal("{ function a() {} var a; }", SYNTAX_SCRIPT), "SN4001");
    CHECK_TEXT(refusal("function f(a) { let a; }", SYNTAX_SCRIPT), "SN4001");
    CHECK_TEXT(refusal("try {} catch ([a]) { var a; }", SYNTAX_SCRIPT), "SN4001");
    CHECK_TEXT(refusal("try {} catch (a) { var a; }", SYNTAX_SCRIPT), "");
    CHECK_TEXT(refusal("for (let [a] of b) { var a; }", SYNTAX_SCRIPT), "SN4001");
    CHECK_TEXT(refusal("for ([a] of b) { var a; }", SYNTAX_SCRIPT), "");
    CHECK_TEXT(refusal("for ({ a } in b) { var a; }", SYNTAX_SCRIPT), "");
    CHECK_TEXT(refusal("var a; function a() {}", SYNTAX_SCRIPT), "");
    CHECK_TEXT(refusal("var a; function a() {}", SYNTAX_MODULE), "SN4001");
    CHECK_TEXT(refusal("class A { #a; #a; }", SYNTAX_SCRIPT), "SN4002");
    CHECK_TEXT(refusal("class A { get #a() {} set #a(v) {} m() { this.#b } }", SYNTAX_SCRIPT), "SN4003");
}

TEST(exports_name_declared_bindings_once)
{
    CHECK_TEXT(refusal("export { a };", SYNTAX_MODULE), "SN4005");
    CHECK_TEXT(refusal("var a; export { a, a };", SYNTAX_MODULE), "SN4004");
    Analysed r = analyse("import d, { a as b } from 'm'; export * from 'n'; export default 1; export { b as c };",
                         SYNTAX_MODULE);
    CHECK_INT(r.entries.request_count, 2);
    CHECK_TEXT(r.entries.imports->imported.bytes, "default");
    CHECK_TEXT(r.entries.imports->next->imported.bytes, "a");
    CHECK_TEXT(r.entries.exports->next->binding->name.bytes, "*default*");
    CHECK_INT(r.entries.exports->next->next->binding->kind, BIND_IMPORT);
    end(&r);
}

/* ---- dynamic scopes and direct eval */

TEST(a_use_in_a_with_statement_asks_its_object_first)
{
    Analysed r = analyse("function f(o) { var x; with (o) { let y; with (y) g(x, y); } return x; }", SYNTAX_SCRIPT);
    Reference *crossing = use(&r, "x, y)");
    CHECK_INT(crossing->binding->kind, BIND_VAR);
    CHECK(crossing->dynamic && crossing->dynamic->next && !crossing->dynamic->next->next);
    CHECK(use(&r, "y);")->dynamic && !use(&r, "y);")->dynamic->next);
    CHECK(!use(&r, "x; }")->dynamic);
    end(&r);
}

TEST(direct_eval_keeps_what_it_may_write_in_boxes)
{
    CHECK_INT(storage("function f() { let a = 1; const b = 2; eval(''); return a + b; }", "a + b"), STORAGE_BOX);
    CHECK_INT(storage("function f() { let a = 1; const b = 2; eval(''); return a + b; }", "b; }"), STORAGE_COPY);
    CHECK_INT(storage("function f() { let a = 1; return () => { eval(''); }; }", "a = 1"), STORAGE_BOX);
    CHECK_INT(storage("function f() { let a = 1; eval?.(''); return a; }", "a; }"), STORAGE_LOCAL);
    CHECK_INT(storage("function f() { let a = 1; return a; } eval('');", "a; }"), STORAGE_LOCAL);
}

TEST(only_evals_of_sloppy_code_add_names_to_a_function)
{
    Analysed r = analyse("function f() { eval(''); x; } function g() { 'use strict'; eval(''); y; }", SYNTAX_SCRIPT);
    CHECK(use(&r, "x; }")->dynamic);
    CHECK(!use(&r, "y; }")->dynamic);
    end(&r);
}

static bool find_site(AstNode *node, void *data)
{
    if (node->kind == AST_CALL && ((AstCallExpression *)node)->eval_site)
        *(EvalSite **)data = ((AstCallExpression *)node)->eval_site;
    return ast_for_each_child(node, find_site, data);
}

/* The code as that of the direct eval in `around`, whose scopes have been text in between. */
static Analysed analyse_eval(const char *around, const char *code, EvalCaller **ret_caller)
{
    Analysed outer = analyse(around, SYNTAX_SCRIPT);
    EvalSite *site = NULL;
    find_site(&outer.program->node, &site);
    CHECK(site);
    uint32_t count;
    EvalValue *values = eval_site_values(outer.arena, site, &count);
    const char *scopes = eval_site_describe(outer.arena, site, values, count, 7);
    Analysed r = {.arena = arena_new(), .names = name_table_new(), .diags = diags_new()};
    r.source = source_from_memory(r.arena, "eval.js", code, strlen(code));
    EvalCaller *caller = *ret_caller = eval_caller_read(r.arena, r.names, scopes);
    r.program = syntax_parse(r.arena, r.names, r.source, r.diags, SYNTAX_SCRIPT);
    r.scope = scope_analyse_eval(r.arena, r.names, r.program, r.source, r.diags, caller);
    end(&outer);
    return r;
}

TEST(the_scopes_around_an_eval_survive_as_text)
{
    EvalCaller *caller;
    Analysed r = analyse_eval("class A extends B { #p; constructor(q) { for (const c of q) { eval(''); let late; } } }",
                              "q; c; this.#p; late; arguments; A; nobody", &caller);
    CHECK(caller->is_strict && caller->allows_new_target && caller->allows_super_property && caller->allows_super_call);
    CHECK_INT(caller->function->caller_fields, 7);
    CHECK_INT(use(&r, "q;")->binding->kind, BIND_PARAMETER);
    CHECK_INT(use(&r, "c;")->binding->storage, STORAGE_COPY);
    CHECK(use(&r, "late")->needs_tdz && !use(&r, "q;")->needs_tdz);
    CHECK_INT(use(&r, "arguments")->binding->kind, BIND_ARGUMENTS);
    CHECK(!use(&r, "nobody")->binding);
    for (Capture *given = caller->function->captures; given; given = given->next)
        CHECK_INT(scope_capture_index(r.scope, given->binding), given->index);
    end(&r);
}

TEST(variables_of_an_eval_go_where_its_caller_keeps_them)
{
    EvalCaller *caller;
    Analysed r = analyse_eval("function f(a) { eval(''); }", "var a, b; let c; function d() {}", &caller);
    Binding *variable = caller->variables->first;
    CHECK_TEXT(variable->name.bytes, "d");
    CHECK_INT(variable->storage, STORAGE_OBJECT);
    CHECK_INT(variable->next->existing->kind, BIND_PARAMETER);
    CHECK(!variable->next->next->existing && !variable->next->next->next);
    end(&r);
    r = analyse_eval("eval('');", "var a;", &caller);
    CHECK_INT(caller->variables->first->storage, STORAGE_GLOBAL);
    end(&r);
    r = analyse_eval("function f() { let a; { eval(''); } }", "var a;", &caller);
    CHECK(!r.scope);
    end(&r);
    r = analyse_eval("try {} catch ([a]) { eval(''); }", "var a; { function b() {} }", &caller);
    CHECK(r.scope);
    end(&r);
}

int main(int argc, char **argv)
{
    return unit_main(argc, argv);
}
