/* One source text, and positions in it.
 *
 * Invariant: bytes[length] is NUL; offsets are bytes from the start; lines and columns count from 1, columns in code
 * points. Lines end where ECMA-262 12.3 says: LF, CR, CR LF, U+2028, U+2029. */
#ifndef SINEW_BASE_SOURCE_H
#define SINEW_BASE_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "arena.h"

/* The bytes from `start` up to, not including, `end`. */
typedef struct Span {
    uint32_t start, end;
} Span;

typedef struct Source {
    const char *path; /* As shown to the user. */
    const char *bytes;
    size_t length;
    Arena *arena;          /* Owns all of this. */
    uint32_t *line_starts; /* Made at the first question. */
    size_t line_count;
} Source;

typedef struct SourcePosition {
    uint32_t line, column;
} SourcePosition;

/* Reads a whole regular file. NULL, with errno set, when it cannot be read (EISDIR for a directory, EFBIG from 2 GiB
 * on). A byte order mark stays in the bytes: it is white space to the grammar. Lives as long as the arena. */
Source *source_load_file(Arena *arena, const char *path);

/* A source over a copy of the bytes. */
Source *source_from_memory(Arena *arena, const char *path, const char *bytes, size_t length);

/* Line and column of a byte offset; an offset past the end gives the end. */
SourcePosition source_position(Source *source, uint32_t offset);

/* The text of a line (1 .. source_line_count), without its terminator, as a span. */
Span source_line(Source *source, uint32_t line);
uint32_t source_line_count(Source *source);

#endif
