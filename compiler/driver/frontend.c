/* Runs the stages that see one module at a time, and collects what it requests.
 *
 * Invariant: a module's requests come in source order. */
#include "driver/frontend.h"

#include <string.h>

#include "check/check.h"
#include "syntax/parse.h"

/* ---- which module system ---- */

static bool starts_with_word(const char *at, const char *end, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(end - at) <= length || memcmp(at, word, length))
        return false;
    return strchr(" \t\n\r{*\"'.(", at[length]) != NULL;
}

/* A guess that only decides which of the two grammars is tried first. */
static bool looks_like_module(const Source *source)
{
    const char *end = source->bytes + source->length;
    for (const char *at = source->bytes; at < end; at++) {
        at += strspn(at, " \t");
        if (starts_with_word(at, end, "import") || starts_with_word(at, end, "export"))
            return true;
        at = memchr(at, '\n', (size_t)(end - at));
        if (!at)
            break;
    }
    return false;
}

static SyntaxMode mode_of(ModuleKind kind)
{
    return kind == MODULE_ESM ? SYNTAX_MODULE : kind == MODULE_SCRIPT ? SYNTAX_SCRIPT : SYNTAX_COMMONJS;
}

/* Parses an undetermined module by the likelier grammar and, when that fails, by the other; when both fail, what the first
 * one said is reported. */
static AstProgram *parse_detecting(Frontend *frontend, Module *module, Diags *diags)
{
    ModuleKind likely = looks_like_module(module->source) ? MODULE_ESM : MODULE_COMMONJS;
    ModuleKind other = likely == MODULE_ESM ? MODULE_COMMONJS : MODULE_ESM;
    size_t before = diags_count(diags);
    module->kind = likely;
    AstProgram *program = syntax_parse(frontend->arena, frontend->names, module->source, diags, mode_of(likely));
    if (program)
        return program;
    Diags *second = diags_new();
    program = syntax_parse(frontend->arena, frontend->names, module->source, second, mode_of(other));
    diags_free(second);
    if (!program)
        return NULL;
    diags_truncate(diags, before);
    module->kind = other;
    return program;
}

static AstProgram *parse(Frontend *frontend, Module *module, Diags *diags)
{
    if (module->kind == MODULE_DETECT)
        return parse_detecting(frontend, module, diags);
    return syntax_parse(frontend->arena, frontend->names, module->source, diags, mode_of(module->kind));
}

/* ---- requests ---- */

static Span span_of(const AstNode *node)
{
    return (Span){node->start, node->end};
}

/* The value of `with { type: "..." }`, or NULL. */
static const char *type_attribute(const AstList *attributes)
{
    for (uint32_t i = 0; i < attributes->count; i++) {
        const AstImportAttribute *attribute = AST_CAST(ImportAttribute, IMPORT_ATTRIBUTE, attributes->items[i]);
        const char *key = attribute->key->kind == AST_IDENTIFIER
                              ? ((const AstIdentifier *)attribute->key)->name.bytes
                              : ((const AstStringLiteral *)attribute->key)->value.bytes;
        if (!strcmp(key, "type"))
            return ((const AstStringLiteral *)attribute->value)->value.bytes;
    }
    return NULL;
}

static void add_request(Module *module, ModuleRequestKind kind, const AstNode *specifier, const char *attribute)
{
    const AstStringLiteral *literal = AST_CAST(StringLiteral, STRING_LITERAL, specifier);
    module_request_add(module, kind, literal->value.bytes, span_of(specifier), attribute);
}

/* What an import(expression) may come to: the texts in the module that look like paths of modules. */
static bool collect_guesses(AstNode *node, void *module)
{
    const char *text = NULL;
    if (node->kind == AST_STRING_LITERAL)
        text = ((const AstStringLiteral *)node)->value.bytes;
    else if (node->kind == AST_TEMPLATE_ELEMENT)
        text = ((const AstTemplateElement *)node)->cooked.bytes;
    if (text && (!strncmp(text, "./", 2) || !strncmp(text, "../", 3)))
        module_request_add(module, REQUEST_GUESS, text, span_of(node), NULL);
    return ast_for_each_child(node, collect_guesses, module);
}

/* `require("literal")` where `require` is CommonJS's own: declared by nothing in the source. */
static bool is_require_call(const Module *module, const AstCallExpression *call)
{
    if (module->kind != MODULE_COMMONJS || call->arguments.count != 1 || call->callee->kind != AST_IDENTIFIER ||
        call->arguments.items[0]->kind != AST_STRING_LITERAL)
        return false;
    const AstIdentifier *callee = (const AstIdentifier *)call->callee;
    if (strcmp(callee->name.bytes, "require"))
        return false;
    const Reference *reference = callee->reference;
    return !reference || !reference->binding || !reference->binding->declaration;
}

static bool collect_requests(AstNode *node, void *data)
{
    Module *module = data;
    if (node->kind == AST_IMPORT_DECLARATION) {
        const AstImportDeclaration *import = (const AstImportDeclaration *)node;
        add_request(module, REQUEST_IMPORT, import->source, type_attribute(&import->attributes));
    } else if (node->kind == AST_EXPORT_NAMED) {
        const AstExportNamed *export = (const AstExportNamed *)node;
        if (export->source)
            add_request(module, REQUEST_IMPORT, export->source, type_attribute(&export->attributes));
    } else if (node->kind == AST_EXPORT_ALL) {
        const AstExportAll *export = (const AstExportAll *)node;
        add_request(module, REQUEST_IMPORT, export->source, type_attribute(&export->attributes));
    } else if (node->kind == AST_IMPORT_CALL) {
        const AstImportCall *call = (const AstImportCall *)node;
        if (call->specifier->kind == AST_STRING_LITERAL && !call->options)
            add_request(module, REQUEST_DYNAMIC_IMPORT, call->specifier, NULL);
        else
            ast_for_each_child(&module_syntax(module)->program->node, collect_guesses, module);
    } else if (node->kind == AST_CALL && is_require_call(module, (const AstCallExpression *)node)) {
        add_request(module, REQUEST_REQUIRE, ((const AstCallExpression *)node)->arguments.items[0], NULL);
    }
    return ast_for_each_child(node, collect_requests, module);
}

bool frontend_parse(void *context, Module *module, Diags *diags)
{
    Frontend *frontend = context;
    AstProgram *program = parse(frontend, module, diags);
    if (!program)
        return false;
    ModuleSyntax *syntax = ARENA_NEW(frontend->arena, ModuleSyntax);
    syntax->program = program;
    module->syntax = syntax;
    if (frontend->stops_after_parse)
        return true;
    bool is_commonjs = module->kind == MODULE_COMMONJS;
    if (!check_program(frontend->arena, frontend->names, program, module->source, diags, mode_of(module->kind), NULL))
        return false;
    syntax->scope =
        scope_analyse(frontend->arena, frontend->names, program, module->source, diags, is_commonjs, &syntax->entries);
    if (!syntax->scope)
        return false;
    collect_requests(&program->node, module);
    return true;
}
