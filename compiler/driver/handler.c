/* Looks for the assignments that make a CommonJS module's exports.
 *
 * Invariant: nothing is evaluated; names count by their text, as in every tool that reads CommonJS. */
#include "driver/handler.h"

#include <string.h>

static bool is_name(const AstNode *node, const char *name)
{
    return node->kind == AST_IDENTIFIER && !strcmp(((const AstIdentifier *)node)->name.bytes, name);
}

static bool is_member(const AstNode *node, const char *property)
{
    if (node->kind != AST_MEMBER)
        return false;
    const AstMemberExpression *member = (const AstMemberExpression *)node;
    return !member->is_computed && is_name(member->property, property);
}

static const AstNode *object_of(const AstNode *member)
{
    return ((const AstMemberExpression *)member)->object;
}

/* `module.exports` */
static bool is_module_exports(const AstNode *node)
{
    return is_member(node, "exports") && is_name(object_of(node), "module");
}

static bool has_fetch(const AstObjectExpression *object)
{
    for (uint32_t i = 0; i < object->properties.count; i++) {
        const AstNode *item = object->properties.items[i];
        if (item->kind != AST_PROPERTY || is_name(((const AstProperty *)item)->key, "fetch"))
            return true; /* What is spread may hold it. */
    }
    return false;
}

static bool find_export(AstNode *node, void *data)
{
    bool *is_found = data;
    if (node->kind == AST_ASSIGNMENT) {
        const AstAssignmentExpression *assignment = (const AstAssignmentExpression *)node;
        const AstNode *left = assignment->left, *right = assignment->right;
        if (is_module_exports(left))
            *is_found |= right->kind != AST_OBJECT || has_fetch((const AstObjectExpression *)right);
        else if (is_member(left, "fetch"))
            *is_found |= is_name(object_of(left), "exports") || is_module_exports(object_of(left));
    }
    return ast_for_each_child(node, find_export, data);
}

bool handler_is_exported(const AstProgram *program)
{
    bool is_found = false;
    ast_for_each_child(&program->node, find_export, &is_found);
    return is_found;
}
