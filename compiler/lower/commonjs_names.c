/* The names that a CommonJS module exports, found in its text as Node.js does it: for ES modules they must be known
 * before the module runs.
 *
 * What counts are the forms that people and transpilers write, wherever they stand and whatever `exports` means there:
 * exports.a = ..., module.exports = {a, b: c} and Object.defineProperty(exports, "a", ...); and for all names of
 * another module module.exports = require(...), {...require(...)}, and at the top level __exportStar(require(...)) and
 * a loop over Object.keys of what was required. */
#include <ctype.h>

#include "lower/link.h"

typedef struct Detection {
    Lowering *program;
    ModuleState *module;        /* whose text is being read */
    ModuleNames *names;
    VEC(ModuleState *) modules; /* whose names count: the module that was asked for, then those that are passed on */
    size_t first_passed;        /* in `modules`: what this module passes on begins here */
} Detection;

/* ---- forms of expressions */

static bool is_identifier(const AstNode *n, const char *name)
{
    return n->kind == AST_IDENTIFIER && text_is(((const AstIdentifier *)n)->name, name);
}

/* The key of object.key and object["key"]; else a text without bytes. */
static AstText member_key(const AstNode *n)
{
    const AstMemberExpression *member = (const AstMemberExpression *)n;
    if (n->kind != AST_MEMBER)
        return (AstText){NULL, 0};
    if (!member->is_computed && member->property->kind == AST_IDENTIFIER)
        return ((const AstIdentifier *)member->property)->name;
    if (member->is_computed && member->property->kind == AST_STRING_LITERAL)
        return ((const AstStringLiteral *)member->property)->value;
    return (AstText){NULL, 0};
}

static const AstNode *member_object(const AstNode *n)
{
    return ((const AstMemberExpression *)n)->object;
}

static bool is_module_exports(const AstNode *n)
{
    return text_is(member_key(n), "exports") && !((const AstMemberExpression *)n)->is_computed &&
           is_identifier(member_object(n), "module");
}

static bool is_exports(const AstNode *n)
{
    return !n->parenthesized && (is_identifier(n, "exports") || is_module_exports(n));
}

/* n as a call of object.name with at least `count` arguments, or NULL. */
static const AstCallExpression *call_of_method(const AstNode *n, const char *name, uint32_t count)
{
    const AstCallExpression *call = (const AstCallExpression *)n;
    bool is_it = n->kind == AST_CALL && text_is(member_key(call->callee), name) && call->arguments.count >= count;
    return is_it ? call : NULL;
}

static const AstCallExpression *call_of_object_method(const AstNode *n, const char *name, uint32_t count)
{
    const AstCallExpression *call = call_of_method(n, name, count);
    return call && is_identifier(member_object(call->callee), "Object") ? call : NULL;
}

/* The module that n requires, or NULL. */
static ModuleState *required_module(const Detection *d, const AstNode *n)
{
    const AstCallExpression *call = (const AstCallExpression *)n;
    if (n->kind != AST_CALL || !is_identifier(call->callee, "require") || call->arguments.count != 1 ||
        call->arguments.items[0]->kind != AST_STRING_LITERAL)
        return NULL;
    AstText specifier = ((const AstStringLiteral *)call->arguments.items[0])->value;
    return module_request_target(d->program, module_find_request(d->module, specifier, true));
}

/* ---- what is found */

static void add_name(Detection *d, AstText name)
{
    if (name.bytes && !module_names_has(d->names, name))
        vec_push(d->names, name);
}

static void pass_on(Detection *d, ModuleState *target)
{
    if (!target || target->in->kind != IR_MODULE_COMMONJS)
        return;
    for (size_t i = 0; i < d->modules.length; i++)
        if (d->modules.items[i] == target)
            return;
    vec_push(&d->modules, target);
}

static AstText property_name(const AstProperty *property)
{
    if (property->is_computed || property->property_kind != METHOD_NORMAL)
        return (AstText){NULL, 0};
    if (property->key->kind == AST_IDENTIFIER)
        return ((const AstIdentifier *)property->key)->name;
    return property->key->kind == AST_STRING_LITERAL ? ((const AstStringLiteral *)property->key)->value
                                                     : (AstText){NULL, 0};
}

static bool is_word(const AstNode *n)
{
    return !n->parenthesized && (n->kind == AST_IDENTIFIER || n->kind == AST_THIS || n->kind == AST_NULL_LITERAL ||
                                 n->kind == AST_BOOLEAN_LITERAL);
}

static bool begins_with_word(const Detection *d, const AstNode *n)
{
    uint8_t first = (uint8_t)d->module->in->source->bytes[n->start];
    return !n->parenthesized && (isalpha(first) || first == '_' || first == '$' || first == '\\' || first >= 0x80);
}

/* module.exports = {...}: up to the first value that is more than a word; its key counts when it begins with one. */
static void detect_literal(Detection *d, const AstObjectExpression *object)
{
    for (uint32_t i = 0; i < object->properties.count; i++) {
        const AstNode *item = object->properties.items[i];
        const AstNode *value;
        if (item->kind == AST_SPREAD) {
            value = ((const AstSpreadElement *)item)->argument;
            ModuleState *target = required_module(d, value);
            pass_on(d, target);
            if (target)
                continue;
        } else {
            const AstProperty *property = (const AstProperty *)item;
            value = property->value;
            if (property->is_method || begins_with_word(d, value))
                add_name(d, property_name(property));
        }
        if (!is_word(value))
            return;
    }
}

static void detect_assignment(Detection *d, const AstAssignmentExpression *node)
{
    if (node->op != OP_ASSIGN || node->left->kind != AST_MEMBER)
        return;
    if (!is_module_exports(node->left)) {
        if (is_exports(member_object(node->left)))
            add_name(d, member_key(node->left));
        return;
    }
    d->modules.length = d->first_passed;
    pass_on(d, required_module(d, node->right));
    if (node->right->kind == AST_OBJECT)
        detect_literal(d, (const AstObjectExpression *)node->right);
}

/* function () { return a; } or { return a.b; }: reading the property early can do no harm. */
static bool is_plain_getter(const AstNode *n)
{
    const AstFunction *function = (const AstFunction *)n;
    if (n->kind != AST_FUNCTION || function->is_arrow || function->body->kind != AST_BLOCK_STATEMENT)
        return false;
    const AstList *body = &((const AstBlockStatement *)function->body)->body;
    if (body->count != 1 || body->items[0]->kind != AST_RETURN_STATEMENT)
        return false;
    const AstNode *value = ((const AstReturnStatement *)body->items[0])->argument;
    if (value && member_key(value).bytes)
        value = member_object(value);
    return value && value->kind == AST_IDENTIFIER;
}

static bool is_enumerable_true(const AstProperty *property)
{
    return text_is(property_name(property), "enumerable") && property->value->kind == AST_BOOLEAN_LITERAL &&
           ((const AstBooleanLiteral *)property->value)->value;
}

/* {value: ...} and {get: a plain getter}, also after enumerable: true. */
static bool is_export_descriptor(const AstNode *n)
{
    const AstList *properties = &((const AstObjectExpression *)n)->properties;
    for (uint32_t i = 0; n->kind == AST_OBJECT && i < properties->count; i++) {
        const AstProperty *property = (const AstProperty *)properties->items[i];
        if (property->node.kind != AST_PROPERTY)
            return false;
        if (i == 0 && is_enumerable_true(property))
            continue;
        AstText name = property_name(property);
        return text_is(name, "value") || (text_is(name, "get") && is_plain_getter(property->value));
    }
    return false;
}

static void detect_definition(Detection *d, const AstNode *n)
{
    const AstCallExpression *call = call_of_object_method(n, "defineProperty", 3);
    if (!call || !is_exports(call->arguments.items[0]) || call->arguments.items[1]->kind != AST_STRING_LITERAL)
        return;
    if (is_export_descriptor(call->arguments.items[2]))
        add_name(d, ((const AstStringLiteral *)call->arguments.items[1])->value);
}

static bool detect(AstNode *n, void *data)
{
    if (n->kind == AST_ASSIGNMENT)
        detect_assignment(data, (const AstAssignmentExpression *)n);
    else if (n->kind == AST_CALL)
        detect_definition(data, n);
    return ast_for_each_child(n, detect, data);
}

/* ---- statements that pass on another module's names */

static bool is_name(const AstNode *n, AstText name)
{
    return n->kind == AST_IDENTIFIER && ((const AstIdentifier *)n)->name.bytes == name.bytes;
}

static const AstNode *initializer_of(const AstVariableDeclaration *declaration, AstText name)
{
    for (uint32_t i = 0; i < declaration->declarations.count; i++) {
        const AstVariableDeclarator *declarator =
            AST_CAST(VariableDeclarator, VARIABLE_DECLARATOR, declaration->declarations.items[i]);
        if (declarator->init && is_name(declarator->id, name))
            return declarator->init;
    }
    return NULL;
}

/* What `name` was declared to require at the top level, also through Babel's _interopRequireWildcard; or NULL. */
static ModuleState *module_of_variable(const Detection *d, AstText name)
{
    const AstList *body = &d->module->in->program->body;
    const AstNode *init = NULL;
    for (uint32_t i = 0; i < body->count && !init; i++)
        if (body->items[i]->kind == AST_VARIABLE_DECLARATION)
            init = initializer_of((const AstVariableDeclaration *)body->items[i], name);
    if (!init)
        return NULL;
    const AstCallExpression *call = (const AstCallExpression *)init;
    bool is_wrapped = init->kind == AST_CALL && is_identifier(call->callee, "_interopRequireWildcard");
    return required_module(d, is_wrapped && call->arguments.count ? call->arguments.items[0] : init);
}

/* Whether exports[key] = ... or Object.defineProperty(exports, key, ...) is in n; stops (false) when it is. */
static bool has_no_copy(AstNode *n, void *data)
{
    const AstText *key = data;
    const AstNode *written = NULL;
    if (n->kind == AST_ASSIGNMENT && ((AstAssignmentExpression *)n)->left->kind == AST_MEMBER) {
        const AstMemberExpression *left = (AstMemberExpression *)((AstAssignmentExpression *)n)->left;
        written = left->is_computed && is_exports(left->object) ? left->property : NULL;
    } else {
        const AstCallExpression *call = call_of_object_method(n, "defineProperty", 3);
        written = call && is_exports(call->arguments.items[0]) ? call->arguments.items[1] : NULL;
    }
    if (written && is_name(written, *key))
        return false;
    return ast_for_each_child(n, has_no_copy, data);
}

/* The test of Babel's and TypeScript's loops begins with a comparison of the key with "default". */
static bool excepts_default(const AstNode *test, AstText key)
{
    while (test->kind == AST_LOGICAL)
        test = ((const AstLogicalExpression *)test)->left;
    const AstBinaryExpression *compared = (const AstBinaryExpression *)test;
    return test->kind == AST_BINARY && is_name(compared->left, key) && compared->right->kind == AST_STRING_LITERAL &&
           text_is(((const AstStringLiteral *)compared->right)->value, "default");
}

/* function (k) { if (k !== "default" ...) exports[k] = ...; } and the like */
static bool copies_to_exports(const AstNode *n)
{
    const AstFunction *function = (const AstFunction *)n;
    if (n->kind != AST_FUNCTION || function->is_arrow || function->params.count != 1 ||
        function->params.items[0]->kind != AST_IDENTIFIER)
        return false;
    AstText key = ((const AstIdentifier *)function->params.items[0])->name;
    const AstList *body = &AST_CAST(BlockStatement, BLOCK_STATEMENT, function->body)->body;
    return body->count && body->items[0]->kind == AST_IF_STATEMENT &&
           excepts_default(((const AstIfStatement *)body->items[0])->test, key) && !has_no_copy(function->body, &key);
}

/* Object.keys(a).forEach(function ...) */
static void detect_loop(Detection *d, const AstNode *n)
{
    const AstCallExpression *loop = call_of_method(n, "forEach", 1);
    const AstCallExpression *keys = loop ? call_of_object_method(member_object(loop->callee), "keys", 1) : NULL;
    if (keys && keys->arguments.items[0]->kind == AST_IDENTIFIER && copies_to_exports(loop->arguments.items[0]))
        pass_on(d, module_of_variable(d, ((const AstIdentifier *)keys->arguments.items[0])->name));
}

/* TypeScript's helper, also as a library has it: __exportStar(require("./a"), exports), a.__export(require("./b")) */
static void detect_star(Detection *d, const AstNode *n)
{
    const AstCallExpression *call = (const AstCallExpression *)n;
    if (n->kind != AST_CALL || !call->arguments.count)
        return;
    AstText name = call->callee->kind == AST_IDENTIFIER ? ((const AstIdentifier *)call->callee)->name
                                                        : member_key(call->callee);
    if (text_is(name, "__exportStar") || text_is(name, "__export"))
        pass_on(d, required_module(d, call->arguments.items[0]));
}

static void detect_in_module(Detection *d, ModuleState *module)
{
    d->module = module;
    d->first_passed = d->modules.length;
    if (module->fault || !module->in->program)
        return;
    const AstList *body = &module->in->program->body;
    for (uint32_t i = 0; i < body->count; i++) {
        if (body->items[i]->kind == AST_EXPRESSION_STATEMENT) {
            const AstNode *expression = ((const AstExpressionStatement *)body->items[i])->expression;
            detect_loop(d, expression);
            detect_star(d, expression);
        }
        detect(body->items[i], d);
    }
}

const ModuleNames *module_commonjs_names(Lowering *program, ModuleState *module)
{
    if (module->commonjs_names)
        return module->commonjs_names;
    ModuleNames *names = module->commonjs_names = ARENA_NEW(program->arena, ModuleNames);
    *names = (ModuleNames)VEC_IN(program->arena);
    Detection d = {.program = program, .names = names, .modules = VEC_IN(program->arena)};
    pass_on(&d, module);
    for (size_t i = 0; i < d.modules.length; i++)
        detect_in_module(&d, d.modules.items[i]);
    return names;
}
