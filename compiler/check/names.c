/* Names: reserved words (12.7.2), strict mode's eval and arguments (13.1.1), and what may be assigned to (8.6.4). */
#include <string.h>

#include "internal.h"

static bool is_strict_reserved(AstText name)
{
    static const char *const words[] = {"implements", "interface", "let",    "package", "private",
                                        "protected",  "public",    "static", "yield"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (text_equals(name, words[i]))
            return true;
    }
    return false;
}

static bool is_eval_or_arguments(AstText name)
{
    return text_equals(name, "eval") || text_equals(name, "arguments");
}

/* 12.7.1, 13.1.1: may the name be an identifier here at all? */
static bool check_identifier(Checker *c, const AstNode *node)
{
    const AstIdentifier *identifier = (const AstIdentifier *)node;
    const Context *context = &c->context;
    AstText name = identifier->name;
    Word word = word_find(name.bytes, name.length);
    if (word_is_reserved(word)) {
        check_fail(c, node, identifier->has_escape ? DIAG_ESCAPED_KEYWORD : DIAG_RESERVED_WORD, name.bytes);
        return false;
    }
    if (word == WORD_YIELD && (context->is_generator || context->is_strict)) {
        check_fail(c, node, context->is_strict ? DIAG_STRICT_RESERVED : DIAG_RESERVED_WORD, name.bytes);
        return false;
    }
    if (word == WORD_AWAIT && (c->mode == SYNTAX_MODULE || context->is_async || context->reserves_await)) {
        check_fail(c, node, DIAG_RESERVED_WORD, name.bytes);
        return false;
    }
    if (context->is_strict && is_strict_reserved(name)) {
        check_fail(c, node, DIAG_STRICT_RESERVED, name.bytes);
        return false;
    }
    return true;
}

void check_reference(Checker *c, const AstNode *node)
{
    if (!check_identifier(c, node))
        return;
    if (c->context.forbids_arguments && text_equals(((const AstIdentifier *)node)->name, "arguments"))
        check_fail(c, node, DIAG_ARGUMENTS_IN_FIELD);
}

void check_label_name(Checker *c, const AstNode *node)
{
    check_identifier(c, node);
}

static void check_binding_name(Checker *c, const AstNode *node, bool is_lexical)
{
    AstText name = ((const AstIdentifier *)node)->name;
    if (!check_identifier(c, node))
        return;
    if (c->context.is_strict && is_eval_or_arguments(name))
        check_fail(c, node, DIAG_STRICT_EVAL_ARGUMENTS);
    else if (c->context.forbids_arguments && text_equals(name, "arguments"))
        check_fail(c, node, DIAG_ARGUMENTS_IN_FIELD);
    else if (is_lexical && text_equals(name, "let"))
        check_fail(c, node, DIAG_LET_AS_NAME);
}

void check_binding(Checker *c, AstNode *pattern, bool is_lexical)
{
    switch ((AstKind)pattern->kind) {
    case AST_IDENTIFIER:
        check_binding_name(c, pattern, is_lexical);
        return;
    case AST_ARRAY_PATTERN: {
        AstList items = ((AstArrayPattern *)pattern)->elements;
        for (uint32_t i = 0; i < items.count; i++) {
            if (items.items[i])
                check_binding(c, items.items[i], is_lexical);
        }
        return;
    }
    case AST_OBJECT_PATTERN: {
        AstObjectPattern *object = (AstObjectPattern *)pattern;
        for (uint32_t i = 0; i < object->properties.count; i++) {
            AstPatternProperty *property = (AstPatternProperty *)object->properties.items[i];
            if (property->is_computed || property->key->kind != AST_IDENTIFIER)
                check_node(c, property->key);
            check_binding(c, property->value, is_lexical);
        }
        if (object->rest)
            check_binding(c, object->rest, is_lexical);
        return;
    }
    case AST_ASSIGNMENT_PATTERN:
        check_binding(c, ((AstAssignmentPattern *)pattern)->left, is_lexical);
        check_node(c, ((AstAssignmentPattern *)pattern)->right);
        return;
    case AST_REST:
        check_binding(c, ((AstRestElement *)pattern)->argument, is_lexical);
        return;
    default: /* conversion lets nothing else through */
        check_node(c, pattern);
        return;
    }
}

/* 13.15.1, 13.4.1, 14.7.5.1: the simple targets; patterns hold targets in turn. */
void check_target(Checker *c, AstNode *target)
{
    switch ((AstKind)target->kind) {
    case AST_IDENTIFIER:
        check_reference(c, target);
        if (c->context.is_strict && is_eval_or_arguments(((AstIdentifier *)target)->name))
            check_fail(c, target, DIAG_STRICT_EVAL_ARGUMENTS);
        return;
    case AST_CALL:
        /* sloppy code throws a ReferenceError when it gets there */
        if (c->context.is_strict)
            check_fail(c, target, DIAG_INVALID_TARGET);
        check_node(c, target);
        return;
    case AST_ARRAY_PATTERN: {
        AstList items = ((AstArrayPattern *)target)->elements;
        for (uint32_t i = 0; i < items.count; i++) {
            if (items.items[i])
                check_target(c, items.items[i]);
        }
        return;
    }
    case AST_OBJECT_PATTERN: {
        AstObjectPattern *object = (AstObjectPattern *)target;
        for (uint32_t i = 0; i < object->properties.count; i++) {
            AstPatternProperty *property = (AstPatternProperty *)object->properties.items[i];
            if (property->is_computed || property->key->kind != AST_IDENTIFIER)
                check_node(c, property->key);
            check_target(c, property->value);
        }
        if (object->rest)
            check_target(c, object->rest);
        return;
    }
    case AST_ASSIGNMENT_PATTERN:
        check_target(c, ((AstAssignmentPattern *)target)->left);
        check_node(c, ((AstAssignmentPattern *)target)->right);
        return;
    case AST_REST:
        check_target(c, ((AstRestElement *)target)->argument);
        return;
    default: /* a member expression */
        check_node(c, target);
        return;
    }
}
