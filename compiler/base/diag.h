/* Diagnostics: what is wrong with the user's program, collected while passes run and printed once by the driver.
 *
 * Invariant: passes add and never print or exit. Texts are copied at once, so arguments need not outlive the call; the
 * sources must outlive the Diags. */
#ifndef SINEW_BASE_DIAG_H
#define SINEW_BASE_DIAG_H

#include <stdbool.h>
#include <stdio.h>

#include "arena.h"
#include "source.h"
#include "strbuf.h"

typedef enum DiagId {
#define DIAG(name, code, severity, error_type, message) DIAG_##name,
#include "diag.def"
#undef DIAG
    DIAG_COUNT
} DiagId;

/* A note is worth knowing and nothing to mend; it is shown without an excerpt. */
typedef enum DiagSeverity { DIAG_SEVERITY_ERROR, DIAG_SEVERITY_WARNING, DIAG_SEVERITY_NOTE } DiagSeverity;

typedef struct Diags Diags;

/* A new, empty collection. Owned by the caller: diags_free. */
Diags *diags_new(void);
void diags_free(Diags *diags);

/* Adds a diagnostic at `span` of `source` (NULL: about no place), its message built from the row's format. Returns
 * false always, so that a fallible function can `return diag_add(...)`. */
bool diag_add(Diags *diags, Source *source, Span span, DiagId id, ...);

/* Adds a note to the diagnostic added last: where else to look, or what to do (source NULL: no place). */
void diag_note(Diags *diags, Source *source, Span span, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* How many errors (not warnings) there are. */
size_t diags_error_count(const Diags *diags);

/* How many diagnostics there are in all; with it, a place to return to: diags_truncate forgets what came later. */
size_t diags_count(const Diags *diags);
void diags_truncate(Diags *diags, size_t count);

/* Adds copies of what `from` holds, in its order; sources are not copied. */
void diags_append(Diags *diags, const Diags *from);

/* One diagnostic, in the order of addition: for `eval`-like callers and tests. */
typedef struct DiagView {
    DiagId id;
    DiagSeverity severity;
    const char *code;
    const char *error_type; /* "SyntaxError", ...; "" when JavaScript has none for it. */
    const char *message;
    Source *source; /* May be NULL. */
    Span span;
} DiagView;
DiagView diags_at(const Diags *diags, size_t index);

/* Renders all, sorted by source, place and code, without duplicates, at most 50 with a count of the rest:
 * `file:line:column: error[SN1001]: message`, the line, a caret with underline, notes. */
void diags_render(Diags *diags, StrBuf *out, bool use_colour);

/* The same, written to `out`; in colour when that is a terminal and NO_COLOR is not set. */
void diags_print(Diags *diags, FILE *out);

/* The message that diag_add would give, in the arena. */
const char *diag_message(Arena *arena, DiagId id, ...);

/* A row's parts. */
const char *diag_code(DiagId id);
const char *diag_error_type(DiagId id);

#endif
