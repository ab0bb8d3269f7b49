/* What ast.def makes possible once for all kinds: names and children. */
#include "ast.h"

#include "base/arena.h"

#include <assert.h>

static const char *const kind_names[] = {
#define AST_NODE(KIND, Struct, FIELDS) #Struct,
#include "ast.def"
#undef AST_NODE
};

static const char *const operator_texts[] = {
#define AST_OPERATOR(NAME, text) text,
#include "operators.def"
#undef AST_OPERATOR
};

AstNode *ast_checked(AstNode *n, AstKind kind)
{
    assert(n && n->kind == kind);
    (void)kind;
    return n;
}

const char *ast_kind_name(AstKind kind)
{
    return kind_names[kind];
}

const char *ast_operator_text(AstOperator op)
{
    return operator_texts[op];
}

typedef bool (*Visit)(AstNode *child, void *data);

static bool visit_list(AstList list, Visit visit, void *data)
{
    for (uint32_t i = 0; i < list.count; i++) {
        if (list.items[i] && !visit(list.items[i], data))
            return false;
    }
    return true;
}

/* One function a kind: the fields in the order of ast.def, which is source order. */
#define CHILD(name) if (!visit(n->name, data)) return false;
#define MAYBE(name) if (n->name && !visit(n->name, data)) return false;
#define LIST(name) if (!visit_list(n->name, visit, data)) return false;
#define HOLES(name) LIST(name)
#define TEXT(name)
#define MAYBE_TEXT(name)
#define FLAG(name)
#define OP(name)
#define NUMBER(name)
#define ENUM(T, name)
#define ANNOT(T, name)
#define AST_NODE(KIND, Struct, FIELDS)                                                                                 \
    static bool visit_##KIND(const AstNode *node, Visit visit, void *data)                                             \
    {                                                                                                                  \
        const Ast##Struct *n = (const Ast##Struct *)node;                                                              \
        (void)n, (void)visit, (void)data;                                                                              \
        FIELDS                                                                                                         \
        return true;                                                                                                   \
    }
#include "ast.def"
#undef AST_NODE

enum { CHILDREN_WORK = 30 };

bool ast_for_each_child(const AstNode *n, Visit visit, void *data)
{
    base_work(CHILDREN_WORK);
    /* A template's strings and expressions alternate, and a `do` statement's parts come as listed; only the first
     * breaks the order of fields. */
    if (n->kind == AST_TEMPLATE_LITERAL) {
        const AstTemplateLiteral *template = (const AstTemplateLiteral *)n;
        for (uint32_t i = 0; i < template->quasis.count; i++) {
            if (!visit(template->quasis.items[i], data))
                return false;
            if (i < template->expressions.count && !visit(template->expressions.items[i], data))
                return false;
        }
        return true;
    }
    switch ((AstKind)n->kind) {
#define AST_NODE(KIND, Struct, FIELDS)                                                                                 \
    case AST_##KIND:                                                                                                   \
        return visit_##KIND(n, visit, data);
#include "ast.def"
#undef AST_NODE
    case AST_KIND_COUNT:
        break;
    }
    return true;
}
