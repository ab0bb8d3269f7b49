/* The parser: what tree-sitter's grammar takes for something else, what it refuses, and what must be refused. Two texts
 * "mean the same" when their trees are equal but for places. */
#include "unit.h"

#include <stdlib.h>

#include "check/check.h"
#include "syntax/parse.h"

typedef struct Parse {
    Arena *arena;
    NameTable *names;
    Diags *diags;
    Source *source;
    AstProgram *program;
} Parse;

static Parse parse(const char *text, size_t length, SyntaxMode mode)
{
    Parse p = {.arena = arena_new(), .names = name_table_new(), .diags = diags_new()};
    p.source = source_from_memory(p.arena, "test.js", text, length);
    p.program = syntax_parse(p.arena, p.names, p.source, p.diags, mode);
    if (p.program && !check_program(p.arena, p.names, p.program, p.source, p.diags, mode, NULL))
        p.program = NULL;
    return p;
}

static void end(Parse *p)
{
    diags_free(p->diags);
    name_table_free(p->names);
    arena_free(p->arena);
}

/* The tree as JSON without places; "" when the text is refused. */
static char *shape(const char *text, SyntaxMode mode)
{
    Parse p = parse(text, strlen(text), mode);
    StrBuf json = {0}, out = {0};
    if (p.program)
        ast_print_json(&json, &p.program->node, p.source);
    for (const char *at = strbuf_text(&json); *at;) {
        if (!strncmp(at, ",\"start\":", 9) || !strncmp(at, ",\"end\":", 7))
            at += strcspn(at + 1, ",}") + 1;
        else
            strbuf_addc(&out, *at++);
    }
    strbuf_free(&json);
    end(&p);
    return strbuf_take(&out);
}

static void same(const char *one, const char *other, SyntaxMode mode)
{
    char *a = shape(one, mode), *b = shape(other, mode);
    CHECK(*b);
    CHECK_TEXT(a, b);
    free(a);
    free(b);
}

/* The code of the first diagnostic, "" when there is none. */
static const char *code(const char *text, SyntaxMode mode)
{
    static char found[16];
    Parse p = parse(text, strlen(text), mode);
    snprintf(found, sizeof found, "%s", diags_count(p.diags) ? diags_at(p.diags, 0).code : "");
    end(&p);
    return found;
}

#define SCRIPT(one, other) same(one, other, SYNTAX_SCRIPT)
#define MODULE(one, other) same(one, other, SYNTAX_MODULE)
#define ACCEPTED(text) CHECK_TEXT(code(text, SYNTAX_SCRIPT), "")
#define REFUSED(text, want) CHECK_TEXT(code(text, SYNTAX_SCRIPT), want)

TEST(await_is_an_operator_before_parentheses)
{
    MODULE("await (0, f)(x);", "await ((0, f)(x));");
    MODULE("await (x).y;", "await ((x).y);");
    MODULE("await [x];", "await ([x]);");
    SCRIPT("async () => await (f)(x)", "async () => await ((f)(x))");
    SCRIPT("async function g() { for await (let [a, b] of x); }", "async function g() { for await (let[a,b]of x); }");
}

TEST(await_is_a_name_outside_of_async_functions)
{
    SCRIPT("await (x);", "(await)(x);");
    SCRIPT("async function f() { function g() { await (x); } }", "async function f() { function g() { (await)(x); } }");
    ACCEPTED("var await;");
}

TEST(yield_is_a_name_outside_of_generators)
{
    SCRIPT("yield * x; yield\n(x)", "(yield) * x; (yield)(x)");
    REFUSED("function* g() { var yield; }", "SN2002");
    SCRIPT("function* g() { yield\n(x) }", "function* g() { yield; (x) }");
}

TEST(line_ends_end_statements_as_the_specification_says)
{
    SCRIPT("let\nx", "let x");
    SCRIPT("let a\n[a, b] = f()", "let a; [a, b] = f()");
    SCRIPT("f = () => {}\n(x)", "f = () => {}; (x)");
    SCRIPT("f = () => {}\n/x/g", "f = () => {}; /x/g");
    SCRIPT("a\nin1 = 5", "a; in1 = 5");
    SCRIPT("a /* \n */ b", "a; b");
    SCRIPT("a\rb\xe2\x80\xa8"
           "c",
           "a; b; c");
    SCRIPT("function f() { return\n(x) }", "function f() { return; (x) }");
    SCRIPT("x\n++y", "x; ++y");
    SCRIPT("do x(); while (0) y()", "do x(); while (0); y()");
    REFUSED("a b", "SN1001");
    REFUSED("throw\nx", "SN1031");
}

TEST(line_ends_end_class_fields)
{
    SCRIPT("class A { get\nx() {} }", "class A { get x() {} }");
    SCRIPT("class A { get\n*x() {} }", "class A { get; *x() {} }");
    SCRIPT("class A { static\nx() {} }", "class A { static x() {} }");
    SCRIPT("class A { #a\n[k] = null }", "class A { #a; [k] = null }");
    SCRIPT("class A { static #a; static #b\nstatic c() {} }", "class A { static #a; static #b; static c() {} }");
    SCRIPT("class A { async\nx() {} }", "class A { async; x() {} }");
    SCRIPT("class A { x = 1\ny = 2 }", "class A { x = 1; y = 2; }");
}

TEST(braces_at_the_start_of_a_statement_are_a_block)
{
    SCRIPT("{a:1}", "{ a: 1; }");
    ACCEPTED("{a: for (;;) continue a}");
    SCRIPT("{}\n/x/g", "{} /x/g;");
}

TEST(exports_of_functions_and_classes_are_declarations)
{
    MODULE("export default function () {} x", "export default function () {}\nx");
    MODULE("export default class {}\n(x)", "export default class {} (x)");
    MODULE("export\nclass A {}", "export class A {}");
    MODULE("export default async function* f() {}", "export default async function*f(){}");
    MODULE("export { x as null }; var x", "export {x as null}; var x;");
    MODULE("export * from 'm'\nwith { type: 'json' }", "export * from 'm' with { type: 'json' };");
    MODULE("export * as class from 'm'", "export * as class from \"m\";");
}

TEST(comments_like_html_are_comments_in_scripts_only)
{
    SCRIPT("x <!-- y", "x");
    SCRIPT("x\n--> y", "x");
    MODULE("x<!--y", "x < !(--y)");
    CHECK_TEXT(code("x\n--> y", SYNTAX_MODULE), "SN1001");
}

TEST(using_declares_only_where_a_name_follows)
{
    ACCEPTED("using += 1");
    SCRIPT("{ using x = y }", "{ using x=y; }");
    MODULE("for (using x of y);", "for (using  x  of y);");
    SCRIPT("for (using of y);", "for (using\nof y);");
}

TEST(tokens_may_not_touch_or_be_separated_by_unknown_characters)
{
    REFUSED("a\xe2\x80\x8b"
            "b",
            "SN1008");
    REFUSED("a.5", "SN1001");
    REFUSED("3in x", "SN1009");
    REFUSED("1__0", "SN1010");
    REFUSED("'a", "SN1005");
    REFUSED("`a", "SN1006");
    REFUSED("/a", "SN1007");
    REFUSED("/* a", "SN1004");
    REFUSED("'\\u{110000}'", "SN1011");
}

TEST(operands_are_checked_again)
{
    REFUSED("a ?? b || c", "SN1001");
    REFUSED("-x ** 2", "SN1020");
    REFUSED("() => {}()", "SN1001");
    REFUSED("a || () => {}()", "SN1001");
    REFUSED("for (var i = a in b;;);", "SN1001");
    REFUSED("for (x of a, b);", "SN1001");
    REFUSED("new a?.b()", "SN1022");
    REFUSED("a?.b`c`", "SN1021");
    ACCEPTED("a ? b : c ?? d");
    ACCEPTED("(a, b) => {}\n[c]");
}

TEST(calls_are_targets_in_sloppy_code)
{
    SCRIPT("f() = 1; f(a, b) += 1; for (f(a) of b);", "(f()) = 1; (f(a, b)) += 1; for ((f(a)) of b);");
    REFUSED("'use strict'; f() = 1", "SN1015");
    REFUSED("f() &&= 1", "SN1015");
    REFUSED("[f()] = 1", "SN1001");
}

TEST(patterns_are_checked)
{
    ACCEPTED("[a, ...b.c] = d; ({ a, b: [c = 1], ...d } = e)");
    REFUSED("[...a, b] = c", "SN1016");
    REFUSED("({ a } = 1) = 2", "SN1015");
    REFUSED("({ a() {} } = 1)", "SN1001");
    REFUSED("function f(...a, b) {}", "SN1017");
    REFUSED("const a", "SN1026");
    REFUSED("let [a]", "SN1027");
}

TEST(deep_nesting_is_refused_with_a_diagnostic)
{
    enum { DEPTH = 20000 };
    char *text = malloc(DEPTH * 2 + 2);
    memset(text, '(', DEPTH);
    text[DEPTH] = '1';
    memset(text + DEPTH + 1, ')', DEPTH);
    text[DEPTH * 2 + 1] = 0;
    REFUSED(text, "SN1014");
    memset(text, '[', DEPTH * 2);
    text[DEPTH * 2] = 0;
    REFUSED(text, "SN1014");
    text[DEPTH / 20] = 0;
    REFUSED(text, "SN1002");
    free(text);
}

TEST(texts_are_decoded)
{
    Parse p = parse("'\\ud83d\\ude00\\ud800\\x41\\0'", 26, SYNTAX_SCRIPT);
    CHECK(p.program);
    AstExpressionStatement *statement = (AstExpressionStatement *)p.program->body.items[0];
    AstText value = ((AstStringLiteral *)statement->expression)->value;
    CHECK_INT(value.length, 9);
    CHECK(!memcmp(value.bytes,
                  "\xf0\x9f\x98\x80\xed\xa0\x80"
                  "A\0",
                  9));
    end(&p);
    SCRIPT("\\u0061bc", "abc");
    SCRIPT("0x10 + 0b11 + 0o17 + 017 + 1_000 + .5e1", "16 + 3 + 15 + 15 + 1000 + 5");
}

int main(int argc, char **argv)
{
    return unit_main(argc, argv);
}
