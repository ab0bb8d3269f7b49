/* See cst.h. The walk keeps its own stack: nesting is bounded by memory only. */
#include "cst.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <tree_sitter/api.h>

#include "base/vec.h"

const TSLanguage *tree_sitter_javascript(void);

static const struct {
    const char *text;
    bool is_named;
} cst_names[] = {
    {"", false},
#define CST(NAME, text, is_named) {text, is_named},
#include "cst.def"
#undef CST
};

enum { SYMBOLS_MAX = 512 };
static uint8_t kind_of_symbol[SYMBOLS_MAX];

/* The table from the grammar's symbols to kinds; made once. */
static void index_symbols(const TSLanguage *language)
{
    static bool is_indexed;
    if (is_indexed)
        return;
    uint32_t count = ts_language_symbol_count(language);
    assert(count <= SYMBOLS_MAX);
    memset(kind_of_symbol, CST_OTHER, count);
    for (uint32_t i = 0; i < count; i++) {
        const char *name = ts_language_symbol_name(language, (TSSymbol)i);
        TSSymbolType type = ts_language_symbol_type(language, (TSSymbol)i);
        for (int kind = 1; name && kind < CST_KIND_COUNT; kind++) {
            if (cst_names[kind].is_named == (type == TSSymbolTypeRegular) && !strcmp(cst_names[kind].text, name))
                kind_of_symbol[i] = (uint8_t)kind;
        }
    }
    ts_set_allocator(base_malloc, base_calloc, base_realloc, base_free);
    is_indexed = true;
}

/* ---- the parse. The text is handed over in pieces, so that a long token or comment is one, too, between which others run. */
enum { PIECE_BYTES = 4096, PARSE_STEPS_WORK = 20000 /* of the 100 steps between calls of the progress callback */ };

typedef struct Text { const char *bytes; uint32_t length; } Text;

static const char *read_piece(void *payload, uint32_t offset, TSPoint position, uint32_t *ret_length)
{
    const Text *text = payload;
    (void)position;
    uint32_t left = offset < text->length ? text->length - offset : 0;
    base_work(PIECE_BYTES);
    *ret_length = left < PIECE_BYTES ? left : PIECE_BYTES;
    return text->bytes + (left ? offset : 0);
}

static bool go_on(TSParseState *state)
{
    (void)state;
    base_work(PARSE_STEPS_WORK);
    return false;
}

static TSTree *parse(TSParser *parser, const char *bytes, uint32_t length)
{
    Text text = {bytes, length};
    TSInput input = {.payload = &text, .read = read_piece, .encoding = TSInputEncodingUTF8};
    return ts_parser_parse_with_options(parser, NULL, input, (TSParseOptions){.progress_callback = go_on});
}

static Cst *make_node(Arena *arena, TSTreeCursor *cursor)
{
    TSNode node = ts_tree_cursor_current_node(cursor);
    Cst *cst = ARENA_NEW(arena, Cst);
    TSSymbol symbol = ts_node_symbol(node);
    cst->kind = ts_node_is_error(node) ? CST_ERROR : symbol == UINT16_MAX ? CST_ERROR : kind_of_symbol[symbol];
    cst->is_missing = ts_node_is_missing(node);
    cst->has_error = ts_node_has_error(node);
    cst->start = ts_node_start_byte(node);
    cst->end = ts_node_end_byte(node);
    cst->type = ts_node_type(node);
    return cst;
}

static Cst *walk(Arena *arena, TSTreeCursor *cursor)
{
    VEC(Cst *) parents = {0};
    VEC(Cst *) lasts = {0}; /* last child of each parent so far */
    Cst *root = make_node(arena, cursor), *node = root;
    for (;;) {
        if (ts_tree_cursor_goto_first_child(cursor)) {
            vec_push(&parents, node);
            vec_push(&lasts, NULL);
        } else {
            while (parents.length && !ts_tree_cursor_goto_next_sibling(cursor)) {
                ts_tree_cursor_goto_parent(cursor);
                parents.length--;
                lasts.length--;
            }
            if (!parents.length)
                break;
        }
        node = make_node(arena, cursor);
        if (node->kind == CST_COMMENT || node->kind == CST_HTML_COMMENT)
            continue;
        Cst *last = vec_last(&lasts);
        if (last)
            last->next = node;
        else
            vec_last(&parents)->first = node;
        vec_last(&lasts) = node;
    }
    vec_free(&parents);
    vec_free(&lasts);
    return root;
}

Cst *cst_parse(Arena *arena, const char *bytes, uint32_t length)
{
    const TSLanguage *language = tree_sitter_javascript();
    index_symbols(language);
    TSParser *parser = ts_parser_new();
    Cst *root = NULL;
    if (ts_parser_set_language(parser, language)) {
        TSTree *tree = parse(parser, bytes, length);
        if (tree) {
            TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
            root = walk(arena, &cursor);
            ts_tree_cursor_delete(&cursor);
            ts_tree_delete(tree);
        }
    }
    ts_parser_delete(parser);
    return root;
}

/* What the parser's log says up to its first error recovery. The parser follows several derivations at once; each stops
 * (detect_error) where it can go no further, and when all have stopped, recovery starts (resume). The farthest is the
 * error. */
typedef struct ErrorLog {
    uint32_t row, column; /* of the step in hand */
    uint32_t error_row, error_column;
    bool has_error, is_done;
} ErrorLog;

static void log_step(void *payload, TSLogType type, const char *message)
{
    ErrorLog *log = payload;
    if (type != TSLogTypeParse || log->is_done)
        return;
    const char *row = strncmp(message, "process ", 8) ? NULL : strstr(message, "row:");
    if (row) {
        const char *column = strstr(row, "col:");
        log->row = (uint32_t)strtoul(row + 4, NULL, 10);
        log->column = column ? (uint32_t)strtoul(column + 4, NULL, 10) : 0;
    } else if (!strncmp(message, "detect_error", 12)) {
        bool is_farther = log->row > log->error_row || (log->row == log->error_row && log->column >= log->error_column);
        if (is_farther || !log->has_error) {
            log->error_row = log->row;
            log->error_column = log->column;
        }
        log->has_error = true;
    } else if (!strncmp(message, "resume ", 7)) {
        log->is_done = true;
    }
}

uint32_t cst_error_offset(const char *bytes, uint32_t length)
{
    ErrorLog log = {0};
    TSParser *parser = ts_parser_new();
    ts_parser_set_logger(parser, (TSLogger){&log, log_step});
    if (ts_parser_set_language(parser, tree_sitter_javascript()))
        ts_tree_delete(parse(parser, bytes, length));
    ts_parser_delete(parser);
    if (!log.has_error)
        return UINT32_MAX;
    uint32_t offset = 0;
    for (uint32_t row = 0; row < log.error_row && offset < length; offset++)
        row += bytes[offset] == '\n';
    offset += log.error_column;
    while (offset < length && (bytes[offset] == ' ' || bytes[offset] == '\n' || bytes[offset] == '\t'))
        offset++;
    return offset;
}
