/* The format of a compiled program: header, code, class tables, literals and names, in one block.
 *
 * Invariant: offsets are in bytes from the start of the block and multiples of 4; every jump target is the index of a
 * code word at which an instruction starts; the code ends in MATCH on every path. A code word holds the op in its low
 * 8 bits, an argument in its high 24. ops.def has the instructions. */
#ifndef SINEW_REGEXP_PROGRAM_H
#define SINEW_REGEXP_PROGRAM_H

#include "regexp/regexp.h"

#define REGEXP_INFINITE 0xffffffffu

/* How to find where a match can start. */
typedef enum RegexpSearch {
    REGEXP_SEARCH_ANYWHERE,
    REGEXP_SEARCH_TEXT_START, /* only at 0 */
    REGEXP_SEARCH_LINE_START, /* at 0 and after line terminators */
    REGEXP_SEARCH_LITERAL,    /* where the literal stands */
    REGEXP_SEARCH_CHARS,      /* at one of up to REGEXP_SEARCH_CHARS_LIMIT Latin-1 characters */
    REGEXP_SEARCH_CLASS       /* at a member of a class */
} RegexpSearch;

enum { REGEXP_SEARCH_CHARS_LIMIT = 4, REGEXP_WINDOW_LIMIT = 8 };

struct RegexpProgram {
    uint32_t size; /* of the whole block, in bytes */
    uint32_t flags;
    uint32_t capture_count;
    uint32_t register_count; /* two a capture, then those of loops and lookarounds */
    uint32_t min_length;     /* units that any match has at least */
    uint32_t search;         /* RegexpSearch */
    uint32_t search_class;
    uint32_t lead_class; /* 1 + the class of an unbounded loop that matches begin with: see lead_of. 0: none */
    uint32_t search_literal; /* offset of the Latin-1 form (0 if there is none), */
    uint32_t search_literal_wide; /* and of the UTF-16 form */
    uint32_t search_literal_length;
    uint32_t search_char_count;
    uint8_t search_chars[REGEXP_SEARCH_CHARS_LIMIT];
    uint32_t window;        /* offset of 256 bytes: bit n of byte c says whether unit n of a match can be c. 0: none */
    uint32_t window_length; /* the units that it speaks of, 2 to REGEXP_WINDOW_LIMIT */
    uint32_t window_wide;   /* the bits for any unit from U+0100 on */
    uint32_t code;
    uint32_t tables; /* 256 bytes for each eight classes: bit n of byte c says whether c is in class 8 * table + n */
    uint32_t classes;
    uint32_t names;
    uint32_t name_count;
};

/* The part of a class from U+0100 on: boundaries, first in, first out again, and so on. */
typedef struct RegexpClass {
    uint32_t boundaries; /* offset */
    uint32_t count;
    uint32_t reads_code_points; /* whether a surrogate pair counts as one character: u or v, and it matters */
} RegexpClass;

typedef struct RegexpNameRow {
    uint32_t units; /* offset */
    uint32_t length;
    uint32_t groups; /* offset */
    uint32_t group_count;
} RegexpNameRow;

typedef enum RegexpOp {
#define REGEXP_OP(name, words) REGEXP_OP_##name,
#include "regexp/ops.def"
#undef REGEXP_OP
    REGEXP_OP_COUNT
} RegexpOp;

/* In the word for the jump of PEEK_*, and for the follower of LOOP_*: whether the end of the text will do as well. */
#define REGEXP_AT_END 0x80000000u

/* Argument bits of BACK_REFERENCE. */
enum { REGEXP_REFERENCE_IGNORES_CASE = 1, REGEXP_REFERENCE_BACKWARD = 2 };

static inline const void *regexp_at(const RegexpProgram *program, uint32_t offset)
{
    return (const char *)program + offset;
}

/* 22.2.2.7.3 Canonicalize, under ignoreCase. */
uint32_t regexp_canonicalize(uint32_t character, bool is_unicode);

#endif
