/* Import and export declarations (16.2). */
#include <string.h>

#include "convert.h"

/* A name of the other side: an identifier name (keywords too) or a string. */
static AstNode *module_name(Converter *cv, const Cst *cst)
{
    if (cst->kind == CST_STRING)
        return convert_string(cv, cst);
    return convert_identifier(cv, cst);
}

/* The node of a single token, which the tree does not have. */
static AstNode *token_node(Converter *cv, const Token *token)
{
    Cst cst = {.start = token->start, .end = token->end};
    return token->kind == TOKEN_STRING ? convert_string(cv, &cst) : convert_identifier(cv, &cst);
}

/* with { type: "json" }, after the specifier: read from tokens. Writes where it ends. */
static bool convert_attributes(Converter *cv, const Cst *source, AstList *ret_list, const Token **ret_last)
{
    NodeVec items = VEC_IN(cv->arena);
    const Token *token = first_token(cv, source);
    *ret_last = token;
    if (note_of(cv, token) != MASK_ATTRIBUTES)
        return true;
    for (token += 3; !token_text_is(cv, token, "}");) {
        const Token *key = token, *value = token + 2;
        bool is_pair = (key->kind == TOKEN_NAME || key->kind == TOKEN_STRING) && token_text_is(cv, token + 1, ":") &&
                       value->kind == TOKEN_STRING;
        if (!is_pair)
            return complain_at(cv, key->start, key->end, DIAG_BAD_ATTRIBUTE);
        AstImportAttribute *node = ARENA_NEW(cv->arena, AstImportAttribute);
        node->node = (AstNode){.kind = AST_IMPORT_ATTRIBUTE, .start = key->start, .end = value->end};
        node->key = token_node(cv, key);
        node->value = node->key ? token_node(cv, value) : NULL;
        if (!node->value)
            return false;
        vec_push(&items, &node->node);
        token = value + 1;
        if (token_text_is(cv, token, ","))
            token++;
        else if (!token_text_is(cv, token, "}"))
            return unexpected_token(cv, token);
    }
    *ret_last = token;
    *ret_list = list_of(cv, &items);
    return true;
}

static AstNode *import_specifier(Converter *cv, const Cst *cst)
{
    AstImportSpecifier *node = MAKE(cv, ImportSpecifier, IMPORT_SPECIFIER, cst);
    Kids kids = kids_of(cv, cst);
    Cst *name = kids_next(&kids), *local = name;
    if (name && kids_take(&kids, CST_W_AS))
        local = kids_next(&kids);
    if (!local || !kids_end(&kids))
        return NULL;
    node->imported = module_name(cv, name);
    node->local = node->imported ? convert_identifier(cv, local) : NULL;
    return node->local ? &node->node : NULL;
}

static bool named_imports(Converter *cv, const Cst *cst, NodeVec *items)
{
    Kids kids = kids_of(cv, cst);
    if (!kids_expect(&kids, CST_LBRACE))
        return false;
    while (kids.at && kids.at->kind != CST_RBRACE) {
        Cst *kid = kids_expect(&kids, CST_IMPORT_SPECIFIER);
        AstNode *item = kid ? import_specifier(cv, kid) : NULL;
        if (!item)
            return false;
        vec_push(items, item);
        if (!kids_take(&kids, CST_COMMA))
            break;
    }
    return kids_expect(&kids, CST_RBRACE) && kids_end(&kids);
}

static bool namespace_import(Converter *cv, const Cst *cst, NodeVec *items)
{
    AstImportNamespaceSpecifier *node = MAKE(cv, ImportNamespaceSpecifier, IMPORT_NAMESPACE, cst);
    Kids kids = kids_of(cv, cst);
    Cst *local = kids_expect(&kids, CST_STAR) && kids_expect(&kids, CST_W_AS) ? kids_next(&kids) : NULL;
    node->local = local && kids_end(&kids) ? convert_identifier(cv, local) : NULL;
    vec_push(items, &node->node);
    return node->local;
}

static bool import_clause(Converter *cv, const Cst *cst, NodeVec *items)
{
    Kids kids = kids_of(cv, cst);
    Cst *name = kids_take(&kids, CST_IDENTIFIER);
    if (name) {
        AstImportDefaultSpecifier *node = MAKE(cv, ImportDefaultSpecifier, IMPORT_DEFAULT, name);
        node->local = convert_identifier(cv, name);
        if (!node->local)
            return false;
        vec_push(items, &node->node);
        if (!kids_take(&kids, CST_COMMA))
            return kids_end(&kids);
    }
    Cst *rest = kids_next(&kids);
    if (!rest || !kids_end(&kids))
        return false;
    if (rest->kind == CST_NAMESPACE_IMPORT)
        return namespace_import(cv, rest, items);
    return rest->kind == CST_NAMED_IMPORTS ? named_imports(cv, rest, items) : unexpected(cv, rest) != NULL;
}

/* Ends an import or export that may have a specifier: attributes, and the semicolon. */
static bool end_module_item(Converter *cv, Kids *kids, const Cst *source, AstList *ret_attributes, AstNode *node)
{
    const Token *last = last_token(cv, kids->parent);
    if (source) {
        if (!convert_attributes(cv, source, ret_attributes, &last))
            return false;
        node->end = last->end;
    }
    Cst *semicolon = kids_take(kids, CST_SEMICOLON);
    if (semicolon)
        node->end = first_token(cv, semicolon)->end;
    if (semicolon || !kids_end(kids))
        return kids_end(kids);
    return last[1].newline_before || last[1].kind == TOKEN_END || unexpected_token(cv, last + 1) != NULL;
}

AstNode *convert_import(Converter *cv, const Cst *cst)
{
    AstImportDeclaration *node = MAKE(cv, ImportDeclaration, IMPORT_DECLARATION, cst);
    NodeVec items = VEC_IN(cv->arena);
    Kids kids = kids_of(cv, cst);
    if (!kids_expect(&kids, CST_W_IMPORT))
        return NULL;
    Cst *clause = kids_take(&kids, CST_IMPORT_CLAUSE);
    if (clause && (!import_clause(cv, clause, &items) || !kids_expect(&kids, CST_W_FROM)))
        return NULL;
    Cst *source = kids_next(&kids);
    node->source = source ? convert_string(cv, source) : NULL;
    if (!node->source)
        return NULL;
    node->specifiers = list_of(cv, &items);
    return end_module_item(cv, &kids, source, &node->attributes, &node->node) ? &node->node : NULL;
}

static AstNode *export_specifier(Converter *cv, const Cst *cst)
{
    AstExportSpecifier *node = MAKE(cv, ExportSpecifier, EXPORT_SPECIFIER, cst);
    Kids kids = kids_of(cv, cst);
    Cst *local = kids_next(&kids), *exported = local;
    if (local && kids_take(&kids, CST_W_AS))
        exported = kids_next(&kids);
    if (!exported || !kids_end(&kids))
        return NULL;
    node->local = module_name(cv, local);
    node->exported = node->local ? module_name(cv, exported) : NULL;
    return node->exported ? &node->node : NULL;
}

static bool export_clause(Converter *cv, const Cst *cst, AstList *ret_list)
{
    NodeVec items = VEC_IN(cv->arena);
    Kids kids = kids_of(cv, cst);
    if (!kids_expect(&kids, CST_LBRACE))
        return false;
    while (kids.at && kids.at->kind != CST_RBRACE) {
        Cst *kid = kids_expect(&kids, CST_EXPORT_SPECIFIER);
        AstNode *item = kid ? export_specifier(cv, kid) : NULL;
        if (!item)
            return false;
        vec_push(&items, item);
        if (!kids_take(&kids, CST_COMMA))
            break;
    }
    *ret_list = list_of(cv, &items);
    return kids_expect(&kids, CST_RBRACE) && kids_end(&kids);
}

/* export * from "m"; export * as name from "m" */
static AstNode *export_all(Converter *cv, const Cst *cst, Kids *kids)
{
    AstExportAll *node = MAKE(cv, ExportAll, EXPORT_ALL, cst);
    Cst *names = kids_take(kids, CST_NAMESPACE_EXPORT);
    if (names) {
        Kids inner = kids_of(cv, names);
        Cst *name = kids_expect(&inner, CST_STAR) && kids_expect(&inner, CST_W_AS) ? kids_next(&inner) : NULL;
        node->exported = name && kids_end(&inner) ? module_name(cv, name) : NULL;
        if (!node->exported)
            return NULL;
    } else if (!kids_expect(kids, CST_STAR)) {
        return NULL;
    }
    Cst *source = kids_expect(kids, CST_W_FROM) ? kids_next(kids) : NULL;
    node->source = source ? convert_string(cv, source) : NULL;
    return node->source && end_module_item(cv, kids, source, &node->attributes, &node->node) ? &node->node : NULL;
}

/* Without a source, the local side names bindings: no strings, no reserved words (16.2.3.1). */
static bool check_local_names(Converter *cv, const AstExportNamed *node)
{
    for (uint32_t i = 0; i < node->specifiers.count; i++) {
        AstNode *local = ((AstExportSpecifier *)node->specifiers.items[i])->local;
        const AstIdentifier *name = local->kind == AST_IDENTIFIER ? (AstIdentifier *)local : NULL;
        if (!name || word_is_reserved(word_find(name->name.bytes, name->name.length)))
            return unexpected_token(cv, &cv->tokens.items[token_index_at(cv, local->start)]);
    }
    return true;
}

static AstNode *export_named(Converter *cv, const Cst *cst, Kids *kids)
{
    AstExportNamed *node = MAKE(cv, ExportNamed, EXPORT_NAMED, cst);
    Cst *clause = kids_take(kids, CST_EXPORT_CLAUSE);
    if (clause) {
        if (!export_clause(cv, clause, &node->specifiers))
            return NULL;
        Cst *source = kids_take(kids, CST_W_FROM) ? kids_next(kids) : NULL;
        node->source = source ? convert_string(cv, source) : NULL;
        if (source ? !node->source : !check_local_names(cv, node))
            return NULL;
        return end_module_item(cv, kids, source, &node->attributes, &node->node) ? &node->node : NULL;
    }
    Cst *declaration = kids_next(kids);
    if (!declaration || !kids_end(kids))
        return NULL;
    bool is_declaration = declaration->kind == CST_VARIABLE_DECLARATION ||
                          declaration->kind == CST_LEXICAL_DECLARATION ||
                          declaration->kind == CST_FUNCTION_DECLARATION || declaration->kind == CST_CLASS_DECLARATION ||
                          declaration->kind == CST_GENERATOR_FUNCTION_DECLARATION;
    MaskNote note = note_of(cv, first_token(cv, declaration));
    if (!is_declaration || note == MASK_USING || note == MASK_AWAIT_USING)
        return unexpected(cv, declaration);
    node->declaration = convert_statement(cv, declaration);
    return node->declaration ? &node->node : NULL;
}

/* A declaration that the copy shows in place of `export default`. */
static AstNode *masked_default(Converter *cv, const Cst *cst, MaskNote note)
{
    AstExportDefault *node = MAKE(cv, ExportDefault, EXPORT_DEFAULT, cst);
    if (note == MASK_DECLARED_EXPORT)
        node->node.start = (first_token(cv, cst) - 2)->start;
    node->declaration =
        cst->kind == CST_CLASS_DECLARATION ? convert_class(cv, cst, true) : convert_function(cv, cst, true);
    return node->declaration ? &node->node : NULL;
}

AstNode *convert_export(Converter *cv, const Cst *cst)
{
    MaskNote note = note_of(cv, first_token(cv, cst));
    if (note == MASK_EXPORT_DEFAULT || note == MASK_DECLARED_EXPORT)
        return masked_default(cv, cst, note);
    Kids kids = kids_of(cv, cst);
    if (kids.at && kids.at->kind == CST_DECORATOR)
        return unexpected(cv, kids.at);
    if (!kids_expect(&kids, CST_W_EXPORT))
        return NULL;
    if (kids.at && (kids.at->kind == CST_STAR || kids.at->kind == CST_NAMESPACE_EXPORT))
        return export_all(cv, cst, &kids);
    if (!kids_take(&kids, CST_W_DEFAULT))
        return export_named(cv, cst, &kids);
    AstExportDefault *node = MAKE(cv, ExportDefault, EXPORT_DEFAULT, cst);
    Cst *value = kids_next(&kids);
    if (!value || !is_assignment_level(value))
        return value ? unexpected(cv, value) : NULL;
    node->declaration = convert_expression(cv, value);
    return node->declaration && end_module_item(cv, &kids, NULL, NULL, &node->node) ? &node->node : NULL;
}
