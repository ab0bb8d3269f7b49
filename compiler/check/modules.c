/* Imports and exports: local names, names as strings, attributes (16.2). */
#include "internal.h"

/* 16.2.2.1, 16.2.3.1: a name given as a string is well-formed Unicode: without the bytes of a lone surrogate. */
static void check_module_name(Checker *c, const AstNode *node)
{
    if (node->kind != AST_STRING_LITERAL)
        return;
    AstText text = ((const AstStringLiteral *)node)->value;
    for (uint32_t i = 0; i + 1 < text.length; i++) {
        if ((unsigned char)text.bytes[i] == 0xED && (unsigned char)text.bytes[i + 1] >= 0xA0) {
            check_fail(c, node, DIAG_NAME_NOT_WELL_FORMED);
            return;
        }
    }
}

static AstText key_of(const AstNode *attribute)
{
    const AstNode *key = ((const AstImportAttribute *)attribute)->key;
    return key->kind == AST_IDENTIFIER ? ((const AstIdentifier *)key)->name : ((const AstStringLiteral *)key)->value;
}

static void check_attributes(Checker *c, AstList attributes)
{
    for (uint32_t i = 0; i < attributes.count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (key_of(attributes.items[i]).bytes == key_of(attributes.items[j]).bytes)
                check_fail(c, attributes.items[i], DIAG_DUPLICATE_ATTRIBUTE, key_of(attributes.items[i]).bytes);
        }
    }
}

static void check_import(Checker *c, AstImportDeclaration *node)
{
    for (uint32_t i = 0; i < node->specifiers.count; i++) {
        AstNode *specifier = node->specifiers.items[i];
        AstNode *local = specifier->kind == AST_IMPORT_SPECIFIER ? ((AstImportSpecifier *)specifier)->local
                         : specifier->kind == AST_IMPORT_DEFAULT ? ((AstImportDefaultSpecifier *)specifier)->local
                                                                 : ((AstImportNamespaceSpecifier *)specifier)->local;
        if (specifier->kind == AST_IMPORT_SPECIFIER)
            check_module_name(c, ((AstImportSpecifier *)specifier)->imported);
        check_binding(c, local, true);
    }
    check_attributes(c, node->attributes);
}

static void check_export_named(Checker *c, AstExportNamed *node)
{
    for (uint32_t i = 0; i < node->specifiers.count; i++) {
        AstExportSpecifier *specifier = (AstExportSpecifier *)node->specifiers.items[i];
        check_module_name(c, specifier->local);
        check_module_name(c, specifier->exported);
        if (!node->source)
            check_reference(c, specifier->local);
    }
    check_attributes(c, node->attributes);
    if (node->declaration)
        check_node(c, node->declaration);
}

bool check_module_item(Checker *c, AstNode *node)
{
    switch ((AstKind)node->kind) {
    case AST_IMPORT_DECLARATION:
        check_import(c, (AstImportDeclaration *)node);
        return true;
    case AST_EXPORT_NAMED:
        check_export_named(c, (AstExportNamed *)node);
        return true;
    case AST_EXPORT_ALL:
        if (((AstExportAll *)node)->exported)
            check_module_name(c, ((AstExportAll *)node)->exported);
        check_attributes(c, ((AstExportAll *)node)->attributes);
        return true;
    default: /* no module item with a rule */
        return false;
    }
}
