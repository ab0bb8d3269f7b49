/* A module's imports and exports (16.2.1.7, 16.2.2, 16.2.3). */
#include "internal.h"

static AstText text_of_name(const AstNode *name)
{
    return name->kind == AST_IDENTIFIER ? ((const AstIdentifier *)name)->name : ((const AstStringLiteral *)name)->value;
}

static AstText text_of_source(const AstNode *source)
{
    return ((const AstStringLiteral *)source)->value;
}

static AstNode *local_of(AstNode *specifier)
{
    switch ((AstKind)specifier->kind) {
    case AST_IMPORT_SPECIFIER:
        return ((AstImportSpecifier *)specifier)->local;
    case AST_IMPORT_DEFAULT:
        return ((AstImportDefaultSpecifier *)specifier)->local;
    default: /* a namespace */
        return ((AstImportNamespaceSpecifier *)specifier)->local;
    }
}

void declare_imports(Analysis *a, AstImportDeclaration *node)
{
    for (uint32_t i = 0; i < node->specifiers.count; i++)
        scope_declare(a, a->scope, local_of(node->specifiers.items[i]), BIND_IMPORT);
}

/* Adds the module specifier to the requests, once. */
static void add_request(Analysis *a, AstText source)
{
    ModuleEntries *entries = &a->entries;
    for (uint32_t i = 0; i < entries->request_count; i++) {
        if (entries->requests[i].bytes == source.bytes)
            return;
    }
    AstText *grown = ARENA_ARRAY(a->arena, AstText, entries->request_count + 1);
    for (uint32_t i = 0; i < entries->request_count; i++)
        grown[i] = entries->requests[i];
    grown[entries->request_count++] = source;
    entries->requests = grown;
}

static void add_import(Analysis *a, ImportEntry entry)
{
    ImportEntry *copy = ARENA_NEW(a->arena, ImportEntry);
    *copy = entry;
    *a->import_tail = copy;
    a->import_tail = &copy->next;
}

void collect_import(Analysis *a, AstImportDeclaration *node)
{
    AstText source = text_of_source(node->source);
    add_request(a, source);
    if (node->specifiers.count == 0)
        add_import(a, (ImportEntry){.source = source, .node = &node->node});
    for (uint32_t i = 0; i < node->specifiers.count; i++) {
        AstNode *specifier = node->specifiers.items[i], *local = local_of(specifier);
        ImportEntry entry = {.source = source, .node = specifier};
        if (specifier->kind == AST_IMPORT_SPECIFIER)
            entry.imported = text_of_name(((AstImportSpecifier *)specifier)->imported);
        else if (specifier->kind == AST_IMPORT_DEFAULT)
            entry.imported = scope_intern(a, "default");
        resolve_write(a, local, node->node.end, true, false);
        entry.binding = scope_reference(local)->binding;
        add_import(a, entry);
    }
}

static void add_export(Analysis *a, ExportEntry entry, const AstNode *place)
{
    for (ExportEntry *other = a->entries.exports; other && entry.exported.bytes; other = other->next) {
        if (other->exported.bytes == entry.exported.bytes) {
            diag_add(a->diags, a->source, (Span){place->start, place->end}, DIAG_DUPLICATE_EXPORT,
                     entry.exported.bytes);
            return;
        }
    }
    ExportEntry *copy = ARENA_NEW(a->arena, ExportEntry);
    *copy = entry;
    *a->export_tail = copy;
    a->export_tail = &copy->next;
    if (copy->binding)
        copy->binding->is_exported = true;
}

static void export_specifiers(Analysis *a, AstExportNamed *node)
{
    for (uint32_t i = 0; i < node->specifiers.count; i++) {
        AstExportSpecifier *specifier = (AstExportSpecifier *)node->specifiers.items[i];
        ExportEntry entry = {.exported = text_of_name(specifier->exported), .node = &specifier->node};
        AstText local = text_of_name(specifier->local);
        if (node->source) {
            entry.source = text_of_source(node->source);
            entry.imported = local;
        } else {
            entry.binding = scope_find_own(a->scope, local);
            if (!entry.binding)
                diag_add(a->diags, a->source, (Span){specifier->local->start, specifier->local->end},
                         DIAG_UNDECLARED_EXPORT, local.bytes);
        }
        add_export(a, entry, specifier->exported);
    }
}

static void export_pattern(Analysis *a, AstNode *pattern, AstNode *node)
{
    if (!pattern)
        return;
    switch ((AstKind)pattern->kind) {
    case AST_IDENTIFIER: {
        AstText name = ((AstIdentifier *)pattern)->name;
        add_export(a, (ExportEntry){.exported = name, .binding = scope_find_own(a->scope, name), .node = node},
                   pattern);
        return;
    }
    case AST_ARRAY_PATTERN:
        for (uint32_t i = 0; i < ((AstArrayPattern *)pattern)->elements.count; i++)
            export_pattern(a, ((AstArrayPattern *)pattern)->elements.items[i], node);
        return;
    case AST_OBJECT_PATTERN:
        for (uint32_t i = 0; i < ((AstObjectPattern *)pattern)->properties.count; i++)
            export_pattern(a, ((AstPatternProperty *)((AstObjectPattern *)pattern)->properties.items[i])->value, node);
        export_pattern(a, ((AstObjectPattern *)pattern)->rest, node);
        return;
    case AST_ASSIGNMENT_PATTERN:
        export_pattern(a, ((AstAssignmentPattern *)pattern)->left, node);
        return;
    case AST_REST:
        export_pattern(a, ((AstRestElement *)pattern)->argument, node);
        return;
    default: /* nothing else declares */
        return;
    }
}

static void export_declaration(Analysis *a, AstExportNamed *node)
{
    AstNode *declaration = node->declaration;
    if (declaration->kind == AST_VARIABLE_DECLARATION) {
        AstList items = ((AstVariableDeclaration *)declaration)->declarations;
        for (uint32_t i = 0; i < items.count; i++)
            export_pattern(a, ((AstVariableDeclarator *)items.items[i])->id, &node->node);
    } else {
        export_pattern(
            a, declaration->kind == AST_CLASS ? ((AstClass *)declaration)->id : ((AstFunction *)declaration)->id,
            &node->node);
    }
}

static void export_default(Analysis *a, AstExportDefault *node)
{
    AstNode *declaration = node->declaration, *id = NULL;
    if (declaration->kind == AST_FUNCTION && ((AstFunction *)declaration)->is_declaration)
        id = ((AstFunction *)declaration)->id;
    else if (declaration->kind == AST_CLASS && ((AstClass *)declaration)->is_declaration)
        id = ((AstClass *)declaration)->id;
    AstText local = id ? ((AstIdentifier *)id)->name : a->default_name;
    Binding *binding = scope_find_own(a->scope, local);
    add_export(a, (ExportEntry){.exported = scope_intern(a, "default"), .binding = binding, .node = &node->node},
               &node->node);
}

void collect_export(Analysis *a, AstNode *node)
{
    if (node->kind == AST_EXPORT_DEFAULT) {
        export_default(a, (AstExportDefault *)node);
        return;
    }
    if (node->kind == AST_EXPORT_ALL) {
        AstExportAll *all = (AstExportAll *)node;
        AstText source = text_of_source(all->source);
        add_request(a, source);
        ExportEntry entry = {.source = source, .node = node};
        if (all->exported)
            entry.exported = text_of_name(all->exported);
        add_export(a, entry, node);
        return;
    }
    AstExportNamed *named = (AstExportNamed *)node;
    if (named->source)
        add_request(a, text_of_source(named->source));
    if (named->declaration)
        export_declaration(a, named);
    else
        export_specifiers(a, named);
}
