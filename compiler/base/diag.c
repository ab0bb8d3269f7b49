/* Collecting and rendering of diagnostics.
 *
 * Invariant: `items` keeps the order of addition; rendering sorts a copy. */
#include "diag.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "utf.h"
#include "vec.h"

enum {
    DIAGS_SHOWN_AT_MOST = 50,
    DIAGS_KEPT_AT_MOST = 2000, /* A broken file may give one a line; past this they are only counted. */
    EXCERPT_COLUMNS = 160,     /* Of a longer line, the part around the caret is shown. */
    TAB_WIDTH = 4,
};

typedef struct DiagNote DiagNote;
struct DiagNote {
    DiagNote *next;
    Source *source;
    Span span;
    const char *text;
};

typedef struct Diag {
    DiagId id;
    Source *source;
    Span span;
    const char *message;
    DiagNote *notes;
    size_t order;
} Diag;

struct Diags {
    Arena *arena;
    VEC(Diag) items;
    size_t error_count;
    size_t dropped_count;
};

typedef struct DiagRow {
    const char *code;
    DiagSeverity severity;
    const char *error_type;
    const char *format;
} DiagRow;

static const DiagRow diag_rows[] = {
#define DIAG(name, code, severity, error_type, message) {code, DIAG_SEVERITY_##severity, error_type, message},
#include "diag.def"
#undef DIAG
};

const char *diag_code(DiagId id)
{
    return diag_rows[id].code;
}

const char *diag_error_type(DiagId id)
{
    return diag_rows[id].error_type;
}

Diags *diags_new(void)
{
    Arena *arena = arena_new();
    Diags *diags = ARENA_NEW(arena, Diags);
    diags->arena = arena;
    vec_init(&diags->items, NULL);
    return diags;
}

void diags_free(Diags *diags)
{
    if (!diags)
        return;
    vec_free(&diags->items);
    arena_free(diags->arena);
}

const char *diag_message(Arena *arena, DiagId id, ...)
{
    va_list args;
    va_start(args, id);
    const char *message = arena_vprintf(arena, diag_rows[id].format, args);
    va_end(args);
    return message;
}

bool diag_add(Diags *diags, Source *source, Span span, DiagId id, ...)
{
    assert(id < DIAG_COUNT && span.start <= span.end);
    if (diag_rows[id].severity == DIAG_SEVERITY_ERROR)
        diags->error_count++;
    if (diags->items.length >= DIAGS_KEPT_AT_MOST) {
        diags->dropped_count++;
        return false;
    }
    va_list args;
    va_start(args, id);
    const char *message = arena_vprintf(diags->arena, diag_rows[id].format, args);
    va_end(args);
    Diag diag = {.id = id, .source = source, .span = span, .message = message, .order = diags->items.length};
    vec_push(&diags->items, diag);
    return false;
}

void diag_note(Diags *diags, Source *source, Span span, const char *format, ...)
{
    if (!diags->items.length || diags->dropped_count)
        return;
    va_list args;
    va_start(args, format);
    DiagNote *note = ARENA_NEW(diags->arena, DiagNote);
    *note = (DiagNote){.source = source, .span = span, .text = arena_vprintf(diags->arena, format, args)};
    va_end(args);
    DiagNote **end = &vec_last(&diags->items).notes;
    while (*end)
        end = &(*end)->next;
    *end = note;
}

void diags_append(Diags *diags, const Diags *from)
{
    vec_foreach(const Diag, diag, &from->items)
    {
        Diag copy = {.id = diag->id, .source = diag->source, .span = diag->span, .order = diags->items.length};
        copy.message = arena_strdup(diags->arena, diag->message);
        vec_push(&diags->items, copy);
        for (const DiagNote *note = diag->notes; note; note = note->next)
            diag_note(diags, note->source, note->span, "%s", note->text);
    }
    diags->error_count += from->error_count;
    diags->dropped_count += from->dropped_count;
}

size_t diags_error_count(const Diags *diags)
{
    return diags->error_count;
}

size_t diags_count(const Diags *diags)
{
    return diags->items.length;
}

void diags_truncate(Diags *diags, size_t count)
{
    while (diags->items.length > count) {
        Diag removed = vec_pop(&diags->items);
        if (diag_rows[removed.id].severity == DIAG_SEVERITY_ERROR)
            diags->error_count--;
    }
}

DiagView diags_at(const Diags *diags, size_t index)
{
    const Diag *diag = &vec_at(&diags->items, index);
    const DiagRow *row = &diag_rows[diag->id];
    return (DiagView){.id = diag->id,
                      .severity = row->severity,
                      .code = row->code,
                      .error_type = row->error_type,
                      .message = diag->message,
                      .source = diag->source,
                      .span = diag->span};
}

static int compare_sources(const Source *a, const Source *b)
{
    if (a == b)
        return 0;
    return strcmp(a ? a->path : "", b ? b->path : "");
}

static int compare_diags(const void *left, const void *right)
{
    const Diag *a = left;
    const Diag *b = right;
    int by_source = compare_sources(a->source, b->source);
    if (by_source)
        return by_source;
    if (a->span.start != b->span.start)
        return a->span.start < b->span.start ? -1 : 1;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return a->order < b->order ? -1 : 1;
}

static bool are_duplicates(const Diag *a, const Diag *b)
{
    return a->source == b->source && a->span.start == b->span.start && a->id == b->id &&
           !strcmp(a->message, b->message);
}

typedef struct Style {
    const char *error, *warning, *place, *caret, *note, *off;
} Style;

static const Style plain_style = {"", "", "", "", "", ""};
static const Style colour_style = {"\033[1;31m", "\033[1;35m", "\033[1m", "\033[1;32m", "\033[1;36m", "\033[0m"};

/* Where in the line the excerpt starts and ends, in bytes from the start of the source. */
static Span excerpt_of(Source *source, Span line, uint32_t caret)
{
    uint32_t start = line.start;
    if (caret - line.start > EXCERPT_COLUMNS / 2)
        start = caret - EXCERPT_COLUMNS / 2;
    while (start > line.start && ((unsigned char)source->bytes[start] & 0xC0) == 0x80)
        start--;
    uint32_t end = line.end;
    if (end - start > EXCERPT_COLUMNS)
        end = start + EXCERPT_COLUMNS;
    while (end < line.end && ((unsigned char)source->bytes[end] & 0xC0) == 0x80)
        end++;
    return (Span){.start = start, .end = end};
}

/* Adds the text with tabs widened and control characters shown as spaces, so that columns line up. */
static void add_visible(StrBuf *out, const char *at, const char *end)
{
    while (at < end) {
        uint32_t code_point;
        size_t size = utf8_decode(at, end, &code_point);
        if (code_point == '\t')
            strbuf_pad(out, ' ', TAB_WIDTH);
        else
            strbuf_add_utf8(out, code_point < ' ' || code_point == 0x7F ? ' ' : code_point);
        at += size;
    }
}

static size_t visible_width(const char *at, const char *end)
{
    size_t width = 0;
    while (at < end) {
        uint32_t code_point;
        at += utf8_decode(at, end, &code_point);
        width += code_point == '\t' ? TAB_WIDTH : 1;
    }
    return width;
}

static void render_excerpt(StrBuf *out, Source *source, Span span, const Style *style)
{
    uint32_t caret = span.start > source->length ? (uint32_t)source->length : span.start;
    SourcePosition position = source_position(source, caret);
    Span line = source_line(source, position.line);
    if (caret > line.end)
        caret = line.end;
    Span shown = excerpt_of(source, line, caret);
    uint32_t stop = span.end < shown.end ? span.end : shown.end;
    const char *bytes = source->bytes;
    size_t gutter = out->length;
    strbuf_addf(out, "%5u | ", position.line);
    gutter = out->length - gutter - 2;
    add_visible(out, bytes + shown.start, bytes + shown.end);
    strbuf_addc(out, '\n');
    strbuf_pad(out, ' ', gutter);
    strbuf_adds(out, "| ");
    strbuf_pad(out, ' ', visible_width(bytes + shown.start, bytes + caret));
    strbuf_addf(out, "%s^", style->caret);
    size_t underline = stop > caret ? visible_width(bytes + caret, bytes + stop) : 0;
    if (underline > 1)
        strbuf_pad(out, '~', underline - 1);
    strbuf_addf(out, "%s\n", style->off);
}

static void render_place(StrBuf *out, Source *source, Span span, const Style *style)
{
    if (!source) {
        strbuf_adds(out, "sinew: ");
        return;
    }
    SourcePosition position = source_position(source, span.start);
    strbuf_addf(out, "%s%s:%u:%u:%s ", style->place, source->path, position.line, position.column, style->off);
}

static const char *severity_style(DiagSeverity severity, const Style *style)
{
    switch (severity) {
    case DIAG_SEVERITY_ERROR:
        return style->error;
    case DIAG_SEVERITY_WARNING:
        return style->warning;
    case DIAG_SEVERITY_NOTE:
        return style->note;
    }
    return "";
}

static void render_diag(StrBuf *out, const Diag *diag, const Style *style)
{
    static const char *const names[] = {"error", "warning", "note"};
    const DiagRow *row = &diag_rows[diag->id];
    render_place(out, diag->source, diag->span, style);
    strbuf_addf(out, "%s%s[%s]:%s %s\n", severity_style(row->severity, style), names[row->severity], row->code, style->off,
                diag->message);
    if (diag->source && row->severity != DIAG_SEVERITY_NOTE)
        render_excerpt(out, diag->source, diag->span, style);
    for (const DiagNote *note = diag->notes; note; note = note->next) {
        if (note->source)
            render_place(out, note->source, note->span, style);
        else
            strbuf_adds(out, "      = ");
        strbuf_addf(out, "%snote:%s %s\n", style->note, style->off, note->text);
        if (note->source)
            render_excerpt(out, note->source, note->span, style);
    }
}

void diags_render(Diags *diags, StrBuf *out, bool use_colour)
{
    const Style *style = use_colour ? &colour_style : &plain_style;
    size_t count = diags->items.length;
    if (!count)
        return;
    Diag *sorted = base_malloc(count * sizeof *sorted);
    memcpy(sorted, diags->items.items, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_diags);
    size_t shown = 0;
    size_t hidden = diags->dropped_count;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && are_duplicates(&sorted[i - 1], &sorted[i]))
            continue;
        if (shown < DIAGS_SHOWN_AT_MOST) {
            render_diag(out, &sorted[i], style);
            shown++;
        } else {
            hidden++;
        }
    }
    base_free(sorted);
    if (hidden)
        strbuf_addf(out, "sinew: %zu more not shown\n", hidden);
}

void diags_print(Diags *diags, FILE *out)
{
    const char *no_colour = getenv("NO_COLOR");
    StrBuf text = {0};
    diags_render(diags, &text, isatty(fileno(out)) && !(no_colour && *no_colour));
    fwrite(strbuf_text(&text), 1, text.length, out);
    strbuf_free(&text);
}
