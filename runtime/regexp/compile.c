/* The compiler of patterns: parse, emit, choose how to search, lay out the program as one block.
 *
 * Invariant: everything but the finished block lives in one arena, which is released on every way out. */
#include <string.h>

#include "regexp/emit.h"
#include "regexp/parse.h"
#include "regexp/program.h"
#include "regexp/window.h"

enum { PATTERN_LIMIT = 1 << 24, PROGRAM_LIMIT = 16 * 1024 * 1024, SEARCH_LITERAL_LIMIT = 64 };

/* Where the parts of the block begin, in bytes. */
typedef struct Layout {
    uint32_t code, classes, boundaries, wide_literals, narrow_literals, name_rows, name_groups, name_units, switches,
        window, tables, size;
} Layout;

/* A name with its groups, while they are counted. */
typedef struct DistinctName {
    const GroupName *first;
    uint32_t group_count;
} DistinctName;

/* A compilation under way. */
typedef struct Compilation {
    RegexpArena arena;
    RegexpParser parser;
    RegexpEmitter emitter;
    RegexpText pattern;
    unsigned flags;
    RegexpProgram header; /* filled in but for offsets */
    uint32_t search_literal; /* index among the literals */
    Window window;           /* of length 0 if the search has no use for it */
    DistinctName *names;
    uint32_t *name_of_group; /* for each of the parser's names, its index among the distinct ones */
    Layout layout;
} Compilation;

static uint32_t unit_at(RegexpText text, size_t index)
{
    return text.is_wide ? ((const uint16_t *)text.chars)[index] : ((const uint8_t *)text.chars)[index];
}

/* The characters of the pattern: code points under u or v, else units. */
static void read_pattern(Compilation *self)
{
    RegexpText text = self->pattern;
    if (text.length > PATTERN_LIMIT)
        regexp_fail(&self->arena, "Regular expression too large", 0);
    uint32_t *chars = regexp_arena_take(&self->arena, (text.length + 1) * sizeof *chars);
    uint32_t count = 0;
    for (size_t i = 0; i < text.length; i++) {
        uint32_t unit = unit_at(text, i);
        bool is_lead = self->parser.is_unicode && (unit & 0xfc00) == 0xd800 && i + 1 < text.length;
        if (is_lead && (unit_at(text, i + 1) & 0xfc00) == 0xdc00)
            unit = 0x10000 + ((unit - 0xd800) << 10) + (unit_at(text, ++i) - 0xdc00);
        chars[count++] = unit;
    }
    self->parser.chars = chars;
    self->parser.length = count;
}

/* The parser's count of characters as an offset in units. */
static size_t unit_offset(const Compilation *self, size_t offset)
{
    size_t units = 0;
    for (size_t i = 0; i < offset && i < self->parser.length; i++)
        units += self->parser.chars[i] > 0xffff ? 2 : 1;
    return units;
}

/* ---- How to search */

/* TEXT_START or LINE_START if every match begins with that assertion, else EMPTY. */
static NodeKind leading_anchor(const Node *node)
{
    switch ((NodeKind)node->kind) {
    case NODE_TEXT_START:
    case NODE_LINE_START:
        return node->kind;
    case NODE_SEQUENCE:
        return leading_anchor(node->items[0]);
    case NODE_GROUP:
        return leading_anchor(node->child);
    case NODE_ALTERNATIVES: {
        NodeKind kind = leading_anchor(node->items[0]);
        for (uint32_t i = 1; i < node->count && kind != NODE_EMPTY; i++) {
            if (leading_anchor(node->items[i]) != kind)
                kind = NODE_EMPTY;
        }
        return kind;
    }
    default:
        return NODE_EMPTY;
    }
}

/* The characters that every match begins with. */
typedef struct LiteralPrefix {
    uint16_t units[SEARCH_LITERAL_LIMIT];
    uint32_t count;
} LiteralPrefix;

/* Appends what `node` begins with; true if that is all there is to it, so that what follows may be appended too. */
static bool collect_prefix(const Node *node, LiteralPrefix *prefix)
{
    switch ((NodeKind)node->kind) {
    case NODE_EMPTY:
        return true;
    case NODE_CHAR:
        if (prefix->count + 2 > SEARCH_LITERAL_LIMIT)
            return false;
        if (node->character > 0xffff)
            prefix->units[prefix->count++] = (uint16_t)(0xd7c0 + (node->character >> 10));
        prefix->units[prefix->count++] =
            (uint16_t)(node->character > 0xffff ? 0xdc00 + (node->character & 0x3ff) : node->character);
        return true;
    case NODE_GROUP:
        return collect_prefix(node->child, prefix);
    case NODE_SEQUENCE:
        for (uint32_t i = 0; i < node->count; i++) {
            if (!collect_prefix(node->items[i], prefix))
                return false;
        }
        return true;
    default:
        return false;
    }
}

static bool choose_chars(RegexpProgram *header, const CharSet *set)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        for (uint32_t c = set->ranges[i].first; c <= set->ranges[i].last; c++) {
            if (count == REGEXP_SEARCH_CHARS_LIMIT || c > 0xff)
                return false;
            header->search_chars[count++] = (uint8_t)c;
        }
    }
    header->search_char_count = count;
    return count > 0;
}

/* The loop, without upper bound and over a single character, that every match begins with, or NULL.
 *
 * Where an attempt has failed, no attempt from further inside the same run of its class can succeed: it would leave the
 * loop at one of the same places, and what follows has failed at all of them. (Unless a back reference can tell how
 * long the loop was.) So the search passes over the run. */
static const Node *lead_of(const Node *node)
{
    switch ((NodeKind)node->kind) {
    case NODE_SEQUENCE:
        return lead_of(node->items[0]);
    case NODE_GROUP:
        return lead_of(node->child);
    case NODE_LOOP:
        return node->max == REGEXP_INFINITE && node_is_single_character(node->child) ? node : NULL;
    default:
        return NULL;
    }
}

static void choose_lead(Compilation *self, const Node *tree)
{
    const Node *lead = lead_of(tree);
    if (lead && !self->emitter.has_references)
        self->header.lead_class = 1 + regexp_emit_class(&self->emitter, lead->child->set);
}

static void choose_window(Compilation *self, const Node *tree)
{
    Window *window = &self->window;
    regexp_window(window, tree, self->parser.is_unicode);
    if (window->length < 2)
        window->length = 0;
    self->header.window_length = window->length;
    self->header.window_wide = window->wide;
}

static void choose_search(Compilation *self, const Node *tree)
{
    RegexpProgram *header = &self->header;
    NodeKind anchor = leading_anchor(tree);
    LiteralPrefix prefix = { .count = 0 };
    if (anchor != NODE_EMPTY) {
        header->search = anchor == NODE_TEXT_START ? REGEXP_SEARCH_TEXT_START : REGEXP_SEARCH_LINE_START;
        return;
    }
    collect_prefix(tree, &prefix);
    if (prefix.count > 1) {
        header->search = REGEXP_SEARCH_LITERAL;
        header->search_literal_length = prefix.count;
        self->search_literal = regexp_emit_literal(&self->emitter, prefix.units, prefix.count);
        return;
    }
    const CharSet *set = tree->peek.set;
    if (!set || tree->peek.is_open || tree->peek.at_end || tree->min_length == 0)
        return;
    choose_window(self, tree);
    if (choose_chars(header, set)) {
        header->search = REGEXP_SEARCH_CHARS;
        return;
    }
    header->search = REGEXP_SEARCH_CLASS;
    header->search_class = regexp_emit_class(&self->emitter, set);
}

/* ---- Names */

static bool is_same_name(const GroupName *a, const GroupName *b)
{
    return a->length == b->length && memcmp(a->units, b->units, a->length * sizeof *a->units) == 0;
}

enum { NAME_BUCKETS = 1024 };

static uint32_t hash_name(const GroupName *name)
{
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < name->length; i++)
        hash = (hash ^ name->units[i]) * 16777619u;
    return (hash ^ hash >> 16) % NAME_BUCKETS;
}

/* Numbers the distinct names in the order of their first group. */
static void collect_names(Compilation *self)
{
    RegexpParser *parser = &self->parser;
    if (parser->name_count == 0)
        return;
    self->names = regexp_arena_take(&self->arena, (parser->name_count + 1) * sizeof *self->names);
    self->name_of_group = regexp_arena_take(&self->arena, (parser->name_count + 1) * sizeof *self->name_of_group);
    uint32_t *next = regexp_arena_take(&self->arena, (parser->name_count + 1) * sizeof *next);
    uint32_t *buckets = regexp_arena_take(&self->arena, NAME_BUCKETS * sizeof *buckets); /* index + 1 */
    for (uint32_t i = 0; i < parser->name_count; i++) {
        const GroupName *name = &parser->names[i];
        uint32_t *bucket = &buckets[hash_name(name)];
        uint32_t found = *bucket;
        while (found && !is_same_name(self->names[found - 1].first, name))
            found = next[found];
        if (!found) {
            found = ++self->header.name_count;
            self->names[found - 1].first = name;
            next[found] = *bucket;
            *bucket = found;
        }
        self->names[found - 1].group_count++;
        self->name_of_group[i] = found - 1;
    }
}

/* ---- Layout */

/* Reserves `bytes` of the block: their offset. */
static uint32_t reserve(Compilation *self, uint64_t bytes)
{
    uint32_t offset = self->layout.size;
    if (offset + bytes > PROGRAM_LIMIT)
        regexp_fail(&self->arena, "Regular expression too large", 0);
    self->layout.size = (uint32_t)(offset + bytes + 3) & ~3u;
    return offset;
}

static uint32_t count_boundaries(const RegexpEmitter *emitter)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < emitter->class_count; i++)
        count += 2 * emitter->classes[i].set->count;
    return count;
}

static void lay_out(Compilation *self)
{
    RegexpEmitter *emitter = &self->emitter;
    Layout *layout = &self->layout;
    uint64_t name_units = 0;
    for (uint32_t i = 0; i < self->header.name_count; i++)
        name_units += self->names[i].first->length;
    layout->size = (sizeof(RegexpProgram) + 3) & ~3u;
    layout->code = reserve(self, (uint64_t)emitter->code_count * 4);
    layout->classes = reserve(self, (uint64_t)emitter->class_count * sizeof(RegexpClass));
    layout->boundaries = reserve(self, (uint64_t)count_boundaries(emitter) * 4);
    layout->name_rows = reserve(self, (uint64_t)self->header.name_count * sizeof(RegexpNameRow));
    layout->name_groups = reserve(self, (uint64_t)self->parser.name_count * 4);
    layout->name_units = reserve(self, name_units * 2);
    layout->wide_literals = reserve(self, (uint64_t)emitter->literal_count * 2);
    layout->narrow_literals = reserve(self, emitter->literal_count);
    layout->switches = reserve(self, (uint64_t)emitter->switch_count * sizeof(SwitchTable));
    layout->window = reserve(self, self->window.length ? sizeof self->window.latin1 : 0);
    layout->tables = reserve(self, (uint64_t)((emitter->class_count + 7) / 8) * 256);
}

static bool is_latin1(const uint16_t *units, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (units[i] > 0xff)
            return false;
    }
    return true;
}

static void write_literals(Compilation *self, char *block)
{
    const RegexpEmitter *emitter = &self->emitter;
    const Layout *layout = &self->layout;
    if (emitter->literal_count)
        memcpy(block + layout->wide_literals, emitter->literals, emitter->literal_count * 2);
    for (uint32_t i = 0; i < emitter->literal_count; i++)
        block[layout->narrow_literals + i] = (char)emitter->literals[i];
    RegexpProgram *header = &self->header;
    if (header->search != REGEXP_SEARCH_LITERAL)
        return;
    header->search_literal_wide = layout->wide_literals + 2 * self->search_literal;
    if (is_latin1(emitter->literals + self->search_literal, header->search_literal_length))
        header->search_literal = layout->narrow_literals + self->search_literal;
}

static void write_code(const Compilation *self, char *block)
{
    static const uint8_t op_words[] = {
#define REGEXP_OP(name, words) words,
#include "regexp/ops.def"
#undef REGEXP_OP
    };
    const Layout *layout = &self->layout;
    uint32_t *code = (uint32_t *)(block + layout->code);
    uint32_t count = self->emitter.code_count;
    memcpy(code, self->emitter.code, count * sizeof *code);
    if (self->emitter.switch_count)
        memcpy(block + layout->switches, self->emitter.switches, self->emitter.switch_count * sizeof(SwitchTable));
    for (uint32_t at = 0; at < count;) {
        RegexpOp op = code[at] & 0xff;
        if (op == REGEXP_OP_STRING) {
            code[at + 1] = code[at + 1] ? layout->narrow_literals + code[at + 2] : 0;
            code[at + 2] = layout->wide_literals + 2 * code[at + 2];
        }
        uint32_t more = op == REGEXP_OP_BACK_REFERENCE ? code[at + 1] : op == REGEXP_OP_SWITCH ? code[at] >> 8 : 0;
        if (op == REGEXP_OP_SWITCH)
            code[at + 1] = layout->switches + code[at + 1] * (uint32_t)sizeof(SwitchTable);
        at += op_words[op] + more;
    }
}

static void write_table(const CharSet *set, uint8_t *table, uint8_t bit)
{
    for (uint32_t i = 0; i < set->count && set->ranges[i].first < 0x100; i++) {
        for (uint32_t c = set->ranges[i].first; c <= set->ranges[i].last && c < 0x100; c++)
            table[c] |= bit;
    }
}

/* Writes the boundaries from U+0100 on; returns their number. */
static uint32_t write_boundaries(const CharSet *set, uint32_t *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        CharRange range = set->ranges[i];
        if (range.last < 0x100)
            continue;
        out[count++] = range.first < 0x100 ? 0x100 : range.first;
        out[count++] = range.last + 1;
    }
    return count;
}

/* Whether members of the set are more than one unit, or surrogates that must not be half of a pair. */
static bool concerns_pairs(const CharSet *set)
{
    CharRange ranges[] = { { 0xd800, 0xdfff }, { 0x10000, 0x10ffff } };
    CharSet pairs = { .ranges = ranges, .count = 2 };
    return charset_intersects(set, &pairs);
}

static void write_classes(const Compilation *self, char *block)
{
    const RegexpEmitter *emitter = &self->emitter;
    RegexpClass *classes = (RegexpClass *)(block + self->layout.classes);
    uint32_t next = self->layout.boundaries;
    for (uint32_t i = 0; i < emitter->class_count; i++) {
        const CharSet *set = emitter->classes[i].set;
        uint8_t *table = (uint8_t *)block + self->layout.tables + 256 * (i / 8);
        write_table(set, table, (uint8_t)(1u << i % 8));
        uint32_t count = write_boundaries(set, (uint32_t *)(block + next));
        classes[i] = (RegexpClass){ .boundaries = next, .count = count,
                                    .reads_code_points = emitter->is_unicode && concerns_pairs(set) };
        next += 4 * count;
    }
}

static void write_names(const Compilation *self, char *block)
{
    const Layout *layout = &self->layout;
    RegexpNameRow *rows = (RegexpNameRow *)(block + layout->name_rows);
    uint32_t units = layout->name_units, groups = layout->name_groups;
    for (uint32_t i = 0; i < self->header.name_count; i++) {
        const GroupName *name = self->names[i].first;
        rows[i] = (RegexpNameRow){ .units = units, .length = name->length, .groups = groups };
        memcpy(block + units, name->units, name->length * 2);
        units += 2 * name->length;
        groups += 4 * self->names[i].group_count;
    }
    for (uint32_t i = 0; i < self->parser.name_count; i++) {
        RegexpNameRow *row = &rows[self->name_of_group[i]];
        ((uint32_t *)(block + row->groups))[row->group_count++] = self->parser.names[i].group;
    }
}

static RegexpProgram *write_program(Compilation *self)
{
    lay_out(self);
    RegexpAllocator allocator = self->arena.allocator;
    char *block = allocator.allocate(allocator.closure, self->layout.size);
    if (!block) {
        self->arena.error.is_out_of_memory = true;
        regexp_fail(&self->arena, "Out of memory", 0);
    }
    memset(block, 0, self->layout.size);
    write_code(self, block);
    write_classes(self, block);
    write_literals(self, block);
    write_names(self, block);
    RegexpProgram *header = &self->header;
    if (self->window.length) {
        memcpy(block + self->layout.window, self->window.latin1, sizeof self->window.latin1);
        header->window = self->layout.window;
    }
    header->size = self->layout.size;
    header->flags = self->flags;
    header->capture_count = self->parser.captures;
    header->register_count = self->emitter.register_count;
    header->code = self->layout.code;
    header->tables = self->layout.tables;
    header->classes = self->layout.classes;
    header->names = self->layout.name_rows;
    return memcpy(block, header, sizeof *header);
}

static RegexpProgram *compile(Compilation *self)
{
    RegexpParser *parser = &self->parser;
    parser->arena = &self->arena;
    parser->has_sets = self->flags & REGEXP_UNICODE_SETS;
    parser->is_unicode = self->flags & (REGEXP_UNICODE | REGEXP_UNICODE_SETS);
    parser->ignores_case = self->flags & REGEXP_IGNORE_CASE;
    parser->is_multiline = self->flags & REGEXP_MULTILINE;
    parser->is_dot_all = self->flags & REGEXP_DOT_ALL;
    read_pattern(self);
    Node *tree = regexp_parse(parser);
    self->emitter.arena = &self->arena;
    self->emitter.is_unicode = parser->is_unicode;
    self->emitter.register_count = 2 * parser->captures;
    regexp_emit(&self->emitter, tree);
    self->header.min_length = tree->min_length;
    choose_search(self, tree);
    choose_lead(self, tree);
    collect_names(self);
    return write_program(self);
}

/* NULL, with arena.error set, if the pattern is refused. */
static RegexpProgram *compile_or_fail(Compilation *self)
{
    return setjmp(self->arena.on_error) ? NULL : compile(self);
}

RegexpProgram *regexp_compile(RegexpText pattern, unsigned flags, RegexpAllocator allocator, RegexpError *ret_error)
{
    Compilation *self = allocator.allocate(allocator.closure, sizeof *self);
    if (!self) {
        *ret_error = (RegexpError){ .reason = "Out of memory", .is_out_of_memory = true };
        return NULL;
    }
    memset(self, 0, sizeof *self);
    self->arena.allocator = allocator;
    self->pattern = pattern;
    self->flags = flags;
    RegexpProgram *program = compile_or_fail(self);
    if (!program) {
        *ret_error = self->arena.error;
        ret_error->offset = unit_offset(self, self->arena.error.offset);
    }
    regexp_arena_release(&self->arena);
    if (allocator.release)
        allocator.release(allocator.closure, self);
    return program;
}
