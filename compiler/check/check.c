/* The walk: each node goes to the file whose rules it has; the rest just have children. */
#include "check.h"

#include <string.h>

#include "internal.h"

void check_fail(Checker *c, const AstNode *node, DiagId id, ...)
{
    va_list args;
    va_start(args, id);
    const char *text = va_arg(args, const char *);
    va_end(args);
    diag_add(c->diags, c->source, (Span){node->start, node->end}, id, text);
}

bool text_equals(AstText text, const char *other)
{
    size_t length = strlen(other);
    return text.length == length && !memcmp(text.bytes, other, length);
}

static bool visit_child(AstNode *child, void *data)
{
    check_node(data, child);
    return true;
}

void check_children(Checker *c, AstNode *node)
{
    ast_for_each_child(node, visit_child, c);
}

void check_list(Checker *c, AstList list)
{
    for (uint32_t i = 0; i < list.count; i++) {
        if (list.items[i])
            check_node(c, list.items[i]);
    }
}

enum { NODE_WORK = 30 };

void check_node(Checker *c, AstNode *node)
{
    base_work(NODE_WORK);
    if (node->kind == AST_FUNCTION)
        check_function(c, (AstFunction *)node);
    else if (node->kind == AST_CLASS)
        check_class(c, (AstClass *)node);
    else if (!check_expression(c, node) && !check_statement(c, node) && !check_module_item(c, node))
        check_children(c, node);
}

bool check_program(Arena *arena, NameTable *names, AstProgram *program, Source *source, Diags *diags, SyntaxMode mode,
                   const EvalRights *rights)
{
    Checker c = {.arena = arena, .names = names, .source = source, .diags = diags, .mode = mode};
    size_t before = diags_error_count(diags);
    c.context.is_strict = program->is_strict;
    c.context.is_async = mode == SYNTAX_MODULE;
    c.context.allows_return = c.context.allows_new_target = mode == SYNTAX_COMMONJS;
    if (rights) {
        c.context.allows_new_target = rights->new_target;
        c.context.allows_super_property = rights->super_property;
        c.context.allows_super_call = rights->super_call;
        c.context.forbids_arguments = rights->no_arguments;
    }
    check_list(&c, program->body);
    return diags_error_count(diags) == before;
}
