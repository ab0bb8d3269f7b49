/* The AST as ESTree JSON: kind names, field names and flags as acorn writes them, so that both can be compared. */
#include <math.h>
#include <string.h>

#include "base/utf.h"
#include "parse.h"

typedef struct Printer {
    StrBuf *out;
    const Source *source;
} Printer;

static void print_node(Printer *p, const AstNode *node);

static void print_text(Printer *p, AstText text)
{
    const char *at = text.bytes, *end = at + text.length;
    strbuf_addc(p->out, '"');
    while (at < end) {
        uint32_t c;
        at += utf8_decode(at, end, &c);
        if (c == '"' || c == '\\')
            strbuf_addf(p->out, "\\%c", (char)c);
        else if (c < 32 || c == 127 || utf16_is_surrogate(c) || c == 0x2028 || c == 0x2029)
            strbuf_addf(p->out, "\\u%04x", c);
        else
            strbuf_add_utf8(p->out, c);
    }
    strbuf_addc(p->out, '"');
}

static void print_key(Printer *p, const char *name)
{
    strbuf_addf(p->out, ",\"%s\":", name);
}

static void print_string(Printer *p, const char *name, const char *value)
{
    strbuf_addf(p->out, ",\"%s\":\"%s\"", name, value);
}

static void print_flag(Printer *p, const char *name, bool value)
{
    strbuf_addf(p->out, ",\"%s\":%s", name, value ? "true" : "false");
}

static void print_child(Printer *p, const char *name, const AstNode *node)
{
    print_key(p, name);
    if (node)
        print_node(p, node);
    else
        strbuf_adds(p->out, "null");
}

static void print_list(Printer *p, const char *name, AstList list, const AstNode *last)
{
    print_key(p, name);
    strbuf_addc(p->out, '[');
    for (uint32_t i = 0; i < list.count; i++) {
        if (i)
            strbuf_addc(p->out, ',');
        if (list.items[i])
            print_node(p, list.items[i]);
        else
            strbuf_adds(p->out, "null");
    }
    if (last) {
        strbuf_adds(p->out, list.count ? "," : "");
        print_node(p, last);
    }
    strbuf_addc(p->out, ']');
}

static void open_node(Printer *p, const AstNode *node, const char *type)
{
    strbuf_addf(p->out, "{\"type\":\"%s\",\"start\":%u,\"end\":%u", type, node->start, node->end);
}

static void print_function(Printer *p, const AstFunction *n)
{
    const char *type = n->is_arrow         ? "ArrowFunctionExpression"
                       : n->is_declaration ? "FunctionDeclaration"
                                           : "FunctionExpression";
    open_node(p, &n->node, type);
    print_child(p, "id", n->id);
    print_flag(p, "expression", n->is_expression_body);
    print_flag(p, "generator", n->is_generator);
    print_flag(p, "async", n->is_async);
    print_list(p, "params", n->params, NULL);
    print_child(p, "body", n->body);
}

static const char *const method_kinds[] = {"method", "get", "set", "constructor"};

static void print_property(Printer *p, const AstProperty *n)
{
    open_node(p, &n->node, "Property");
    print_flag(p, "method", n->is_method);
    print_flag(p, "shorthand", n->is_shorthand);
    print_flag(p, "computed", n->is_computed);
    print_child(p, "key", n->key);
    print_child(p, "value", n->value);
    print_string(p, "kind", n->property_kind == METHOD_NORMAL ? "init" : method_kinds[n->property_kind]);
}

static void print_pattern_property(Printer *p, const AstPatternProperty *n)
{
    open_node(p, &n->node, "Property");
    print_flag(p, "method", false);
    print_flag(p, "shorthand", n->is_shorthand);
    print_flag(p, "computed", n->is_computed);
    print_child(p, "key", n->key);
    print_child(p, "value", n->value);
    print_string(p, "kind", "init");
}

static void print_class(Printer *p, const AstClass *n)
{
    open_node(p, &n->node, n->is_declaration ? "ClassDeclaration" : "ClassExpression");
    print_child(p, "id", n->id);
    print_child(p, "superClass", n->super_class);
    strbuf_adds(p->out, ",\"body\":{\"type\":\"ClassBody\"");
    print_list(p, "body", n->members, NULL);
    strbuf_adds(p->out, "}");
}

static void print_class_member(Printer *p, const AstNode *node)
{
    if (node->kind == AST_METHOD_DEFINITION) {
        const AstMethodDefinition *n = (const AstMethodDefinition *)node;
        open_node(p, node, "MethodDefinition");
        print_flag(p, "static", n->is_static);
        print_flag(p, "computed", n->is_computed);
        print_child(p, "key", n->key);
        print_string(p, "kind", method_kinds[n->method_kind]);
        print_child(p, "value", n->value);
        return;
    }
    if (node->kind == AST_PROPERTY_DEFINITION) {
        const AstPropertyDefinition *n = (const AstPropertyDefinition *)node;
        open_node(p, node, "PropertyDefinition");
        print_flag(p, "static", n->is_static);
        print_flag(p, "computed", n->is_computed);
        print_child(p, "key", n->key);
        print_child(p, "value", n->value ? ((const AstFunction *)n->value)->body : NULL);
        return;
    }
    const AstFunction *function = (const AstFunction *)((const AstClassStaticBlock *)node)->function;
    open_node(p, node, "StaticBlock");
    print_list(p, "body", ((const AstBlockStatement *)function->body)->body, NULL);
}

static void print_number(Printer *p, double value)
{
    print_key(p, "value");
    if (isinf(value))
        strbuf_adds(p->out, "null");
    else
        strbuf_addf(p->out, "%.17g", value);
}

static void print_literal(Printer *p, const AstNode *node)
{
    open_node(p, node, "Literal");
    switch ((AstKind)node->kind) {
    case AST_BOOLEAN_LITERAL:
        print_flag(p, "value", ((const AstBooleanLiteral *)node)->value);
        return;
    case AST_NUMBER_LITERAL:
        print_number(p, ((const AstNumberLiteral *)node)->value);
        return;
    case AST_STRING_LITERAL:
        print_key(p, "value");
        print_text(p, ((const AstStringLiteral *)node)->value);
        return;
    case AST_BIGINT_LITERAL:
        print_key(p, "bigint");
        print_text(p, ((const AstBigintLiteral *)node)->digits);
        return;
    case AST_REGEXP_LITERAL:
        strbuf_adds(p->out, ",\"regex\":{\"pattern\":");
        print_text(p, ((const AstRegexpLiteral *)node)->pattern);
        print_key(p, "flags");
        print_text(p, ((const AstRegexpLiteral *)node)->flags);
        strbuf_addc(p->out, '}');
        return;
    default: /* null */
        strbuf_adds(p->out, ",\"value\":null");
        return;
    }
}

static void print_template_element(Printer *p, const AstTemplateElement *n)
{
    open_node(p, &n->node, "TemplateElement");
    strbuf_adds(p->out, ",\"value\":{\"raw\":");
    print_text(p, n->raw);
    print_key(p, "cooked");
    if (n->has_cooked)
        print_text(p, n->cooked);
    else
        strbuf_adds(p->out, "null");
    strbuf_addc(p->out, '}');
}

static void print_operator(Printer *p, AstOperator op, bool is_compound)
{
    strbuf_addf(p->out, ",\"operator\":\"%s%s\"", ast_operator_text(op), is_compound ? "=" : "");
}

static void print_declaration(Printer *p, const AstVariableDeclaration *n)
{
    static const char *const kinds[] = {"var", "let", "const", "using", "await using"};
    open_node(p, &n->node, "VariableDeclaration");
    print_list(p, "declarations", n->declarations, NULL);
    print_string(p, "kind", kinds[n->declaration_kind]);
}

static void print_meta(Printer *p, const AstMetaProperty *n)
{
    bool is_target = n->meta_kind == META_NEW_TARGET;
    open_node(p, &n->node, "MetaProperty");
    strbuf_addf(p->out, ",\"meta\":{\"type\":\"Identifier\",\"name\":\"%s\"}", is_target ? "new" : "import");
    strbuf_addf(p->out, ",\"property\":{\"type\":\"Identifier\",\"name\":\"%s\"}", is_target ? "target" : "meta");
}

/* Kinds whose ESTree form is the row of ast.def itself: type, children and flags under their ESTree names. */
static void print_plain(Printer *p, const AstNode *node)
{
#define PLAIN(KIND, Struct, type, ...)                                                                                 \
    case AST_##KIND: {                                                                                                 \
        const Ast##Struct *n = (const Ast##Struct *)node;                                                              \
        (void)n;                                                                                                       \
        open_node(p, node, type);                                                                                      \
        __VA_ARGS__;                                                                                                   \
        return;                                                                                                        \
    }
    switch ((AstKind)node->kind) {
        PLAIN(PROGRAM, Program, "Program", print_list(p, "body", n->body, NULL);
              print_string(p, "sourceType", n->is_module ? "module" : "script"))
        PLAIN(EXPRESSION_STATEMENT, ExpressionStatement, "ExpressionStatement",
              print_child(p, "expression", n->expression))
        PLAIN(BLOCK_STATEMENT, BlockStatement, "BlockStatement", print_list(p, "body", n->body, NULL))
        PLAIN(EMPTY_STATEMENT, EmptyStatement, "EmptyStatement", (void)0)
        PLAIN(DEBUGGER_STATEMENT, DebuggerStatement, "DebuggerStatement", (void)0)
        PLAIN(WITH_STATEMENT, WithStatement, "WithStatement", print_child(p, "object", n->object);
              print_child(p, "body", n->body))
        PLAIN(RETURN_STATEMENT, ReturnStatement, "ReturnStatement", print_child(p, "argument", n->argument))
        PLAIN(LABELED_STATEMENT, LabeledStatement, "LabeledStatement", print_child(p, "body", n->body);
              print_child(p, "label", n->label))
        PLAIN(BREAK_STATEMENT, BreakStatement, "BreakStatement", print_child(p, "label", n->label))
        PLAIN(CONTINUE_STATEMENT, ContinueStatement, "ContinueStatement", print_child(p, "label", n->label))
        PLAIN(IF_STATEMENT, IfStatement, "IfStatement", print_child(p, "test", n->test);
              print_child(p, "consequent", n->consequent); print_child(p, "alternate", n->alternate))
        PLAIN(SWITCH_STATEMENT, SwitchStatement, "SwitchStatement", print_child(p, "discriminant", n->discriminant);
              print_list(p, "cases", n->cases, NULL))
        PLAIN(SWITCH_CASE, SwitchCase, "SwitchCase", print_list(p, "consequent", n->consequent, NULL);
              print_child(p, "test", n->test))
        PLAIN(THROW_STATEMENT, ThrowStatement, "ThrowStatement", print_child(p, "argument", n->argument))
        PLAIN(TRY_STATEMENT, TryStatement, "TryStatement", print_child(p, "block", n->block);
              print_child(p, "handler", n->handler); print_child(p, "finalizer", n->finalizer))
        PLAIN(CATCH_CLAUSE, CatchClause, "CatchClause",
              print_child(p, "param", n->param); print_child(p, "body", n->body))
        PLAIN(WHILE_STATEMENT, WhileStatement, "WhileStatement", print_child(p, "test", n->test);
              print_child(p, "body", n->body))
        PLAIN(DO_WHILE_STATEMENT, DoWhileStatement, "DoWhileStatement", print_child(p, "body", n->body);
              print_child(p, "test", n->test))
        PLAIN(FOR_STATEMENT, ForStatement, "ForStatement",
              print_child(p, "init", n->init); print_child(p, "test", n->test);
              print_child(p, "update", n->update); print_child(p, "body", n->body))
        PLAIN(FOR_IN_STATEMENT, ForInStatement, "ForInStatement", print_child(p, "left", n->left);
              print_child(p, "right", n->right); print_child(p, "body", n->body))
        PLAIN(FOR_OF_STATEMENT, ForOfStatement, "ForOfStatement", print_flag(p, "await", n->is_await);
              print_child(p, "left", n->left); print_child(p, "right", n->right); print_child(p, "body", n->body))
        PLAIN(VARIABLE_DECLARATOR, VariableDeclarator, "VariableDeclarator", print_child(p, "id", n->id);
              print_child(p, "init", n->init))
        PLAIN(IDENTIFIER, Identifier, "Identifier", print_key(p, "name"); print_text(p, n->name))
        PLAIN(PRIVATE_IDENTIFIER, PrivateIdentifier, "PrivateIdentifier", print_key(p, "name"); print_text(p, n->name))
        PLAIN(THIS, ThisExpression, "ThisExpression", (void)0)
        PLAIN(SUPER, Super, "Super", (void)0)
        PLAIN(TEMPLATE_LITERAL, TemplateLiteral, "TemplateLiteral", print_list(p, "expressions", n->expressions, NULL);
              print_list(p, "quasis", n->quasis, NULL))
        PLAIN(TAGGED_TEMPLATE, TaggedTemplate, "TaggedTemplateExpression", print_child(p, "tag", n->tag);
              print_child(p, "quasi", n->quasi))
        PLAIN(ARRAY, ArrayExpression, "ArrayExpression", print_list(p, "elements", n->elements, NULL))
        PLAIN(OBJECT, ObjectExpression, "ObjectExpression", print_list(p, "properties", n->properties, NULL))
        PLAIN(SPREAD, SpreadElement, "SpreadElement", print_child(p, "argument", n->argument))
        PLAIN(UNARY, UnaryExpression, "UnaryExpression", print_operator(p, n->op, false);
              print_flag(p, "prefix", true); print_child(p, "argument", n->argument))
        PLAIN(UPDATE, UpdateExpression, "UpdateExpression", print_operator(p, n->op, false);
              print_flag(p, "prefix", n->is_prefix); print_child(p, "argument", n->argument))
        PLAIN(BINARY, BinaryExpression, "BinaryExpression",
              print_child(p, "left", n->left); print_operator(p, n->op, false);
              print_child(p, "right", n->right))
        PLAIN(LOGICAL, LogicalExpression, "LogicalExpression", print_child(p, "left", n->left);
              print_operator(p, n->op, false); print_child(p, "right", n->right))
        PLAIN(ASSIGNMENT, AssignmentExpression, "AssignmentExpression", print_operator(p, n->op, n->op != OP_ASSIGN);
              print_child(p, "left", n->left); print_child(p, "right", n->right))
        PLAIN(CONDITIONAL, ConditionalExpression, "ConditionalExpression", print_child(p, "test", n->test);
              print_child(p, "consequent", n->consequent); print_child(p, "alternate", n->alternate))
        PLAIN(CALL, CallExpression, "CallExpression", print_child(p, "callee", n->callee);
              print_list(p, "arguments", n->arguments, NULL); print_flag(p, "optional", n->is_optional))
        PLAIN(NEW, NewExpression, "NewExpression", print_child(p, "callee", n->callee);
              print_list(p, "arguments", n->arguments, NULL))
        PLAIN(MEMBER, MemberExpression, "MemberExpression", print_child(p, "object", n->object);
              print_child(p, "property", n->property); print_flag(p, "computed", n->is_computed);
              print_flag(p, "optional", n->is_optional))
        PLAIN(CHAIN, ChainExpression, "ChainExpression", print_child(p, "expression", n->expression))
        PLAIN(SEQUENCE, SequenceExpression, "SequenceExpression", print_list(p, "expressions", n->expressions, NULL))
        PLAIN(YIELD, YieldExpression, "YieldExpression", print_flag(p, "delegate", n->is_delegate);
              print_child(p, "argument", n->argument))
        PLAIN(AWAIT, AwaitExpression, "AwaitExpression", print_child(p, "argument", n->argument))
        PLAIN(IMPORT_CALL, ImportCall, "ImportExpression", print_child(p, "source", n->specifier);
              print_child(p, "options", n->options))
        PLAIN(ARRAY_PATTERN, ArrayPattern, "ArrayPattern", print_list(p, "elements", n->elements, NULL))
        PLAIN(OBJECT_PATTERN, ObjectPattern, "ObjectPattern", print_list(p, "properties", n->properties, n->rest))
        PLAIN(REST, RestElement, "RestElement", print_child(p, "argument", n->argument))
        PLAIN(ASSIGNMENT_PATTERN, AssignmentPattern, "AssignmentPattern", print_child(p, "left", n->left);
              print_child(p, "right", n->right))
        PLAIN(IMPORT_DECLARATION, ImportDeclaration, "ImportDeclaration",
              print_list(p, "specifiers", n->specifiers, NULL);
              print_child(p, "source", n->source); print_list(p, "attributes", n->attributes, NULL))
        PLAIN(IMPORT_SPECIFIER, ImportSpecifier, "ImportSpecifier", print_child(p, "imported", n->imported);
              print_child(p, "local", n->local))
        PLAIN(IMPORT_DEFAULT, ImportDefaultSpecifier, "ImportDefaultSpecifier", print_child(p, "local", n->local))
        PLAIN(IMPORT_NAMESPACE, ImportNamespaceSpecifier, "ImportNamespaceSpecifier", print_child(p, "local", n->local))
        PLAIN(IMPORT_ATTRIBUTE, ImportAttribute, "ImportAttribute", print_child(p, "key", n->key);
              print_child(p, "value", n->value))
        PLAIN(EXPORT_NAMED, ExportNamed, "ExportNamedDeclaration", print_child(p, "declaration", n->declaration);
              print_list(p, "specifiers", n->specifiers, NULL); print_child(p, "source", n->source);
              print_list(p, "attributes", n->attributes, NULL))
        PLAIN(EXPORT_SPECIFIER, ExportSpecifier, "ExportSpecifier", print_child(p, "local", n->local);
              print_child(p, "exported", n->exported))
        PLAIN(EXPORT_DEFAULT, ExportDefault, "ExportDefaultDeclaration", print_child(p, "declaration", n->declaration))
        PLAIN(EXPORT_ALL, ExportAll, "ExportAllDeclaration", print_child(p, "exported", n->exported);
              print_child(p, "source", n->source); print_list(p, "attributes", n->attributes, NULL))
    default: /* printed by print_node */
        return;
    }
#undef PLAIN
}

static void print_node(Printer *p, const AstNode *node)
{
    switch ((AstKind)node->kind) {
    case AST_FUNCTION:
        print_function(p, (const AstFunction *)node);
        break;
    case AST_CLASS:
        print_class(p, (const AstClass *)node);
        break;
    case AST_METHOD_DEFINITION:
    case AST_PROPERTY_DEFINITION:
    case AST_CLASS_STATIC_BLOCK:
        print_class_member(p, node);
        break;
    case AST_PROPERTY:
        print_property(p, (const AstProperty *)node);
        break;
    case AST_PATTERN_PROPERTY:
        print_pattern_property(p, (const AstPatternProperty *)node);
        break;
    case AST_VARIABLE_DECLARATION:
        print_declaration(p, (const AstVariableDeclaration *)node);
        break;
    case AST_META_PROPERTY:
        print_meta(p, (const AstMetaProperty *)node);
        break;
    case AST_TEMPLATE_ELEMENT:
        print_template_element(p, (const AstTemplateElement *)node);
        break;
    case AST_NULL_LITERAL:
    case AST_BOOLEAN_LITERAL:
    case AST_NUMBER_LITERAL:
    case AST_STRING_LITERAL:
    case AST_BIGINT_LITERAL:
    case AST_REGEXP_LITERAL:
        print_literal(p, node);
        break;
    default: /* the plain ones */
        print_plain(p, node);
        break;
    }
    strbuf_addc(p->out, '}');
}

void ast_print_json(StrBuf *out, const AstNode *node, const Source *source)
{
    Printer printer = {out, source};
    print_node(&printer, node);
    strbuf_addc(out, '\n');
}
