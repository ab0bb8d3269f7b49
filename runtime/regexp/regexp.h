/* Regular expressions of ECMA-262 22.2 (with Annex B.1.2): a compiler from patterns to programs, and a matcher.
 *
 * Invariant: nothing here knows JavaScript values, and nothing is kept between calls. A program is one block of bytes
 * without pointers, aligned to 4: it may be copied, written to a file, or emitted as static data, and is only read
 * afterwards. The matcher does not recurse; whatever it needs beyond a few hundred bytes of stack lies in its context,
 * so any number of matches may be under way at once, one context each. */
#ifndef SINEW_REGEXP_H
#define SINEW_REGEXP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct RegexpProgram RegexpProgram;

typedef enum RegexpFlags {
    REGEXP_HAS_INDICES = 1,   /* d */
    REGEXP_GLOBAL = 2,        /* g */
    REGEXP_IGNORE_CASE = 4,   /* i */
    REGEXP_MULTILINE = 8,     /* m */
    REGEXP_DOT_ALL = 16,      /* s */
    REGEXP_UNICODE = 32,      /* u */
    REGEXP_UNICODE_SETS = 64, /* v */
    REGEXP_STICKY = 128       /* y */
} RegexpFlags;

/* Text in Latin-1 (uint8_t) or, if `is_wide`, UTF-16 (uint16_t). Borrowed. At most INT32_MAX units. */
typedef struct RegexpText {
    const void *chars;
    size_t length; /* in units */
    bool is_wide;
} RegexpText;

/* Where the compiler gets memory. `allocate` may return NULL, and is called about once every 16 KB of work, so that it
 * is also the place to account for it or to yield. `release` (may be NULL) gets back what was temporary. */
typedef struct RegexpAllocator {
    void *(*allocate)(void *closure, size_t bytes);
    void (*release)(void *closure, void *block);
    void *closure;
} RegexpAllocator;

/* Why a pattern is refused. `reason` is a static string, as in "Unterminated group". */
typedef struct RegexpError {
    const char *reason;
    size_t offset; /* into the pattern, in units */
    bool is_out_of_memory;
} RegexpError;

/* Reads flags as in "giu". False for an unknown or repeated flag, and for u with v (22.2.3.3 step 5-11). */
bool regexp_parse_flags(RegexpText text, unsigned *ret_flags);

/* 22.2.1 and 22.2.2: parses and compiles `pattern`. Returns the program, owned by the caller and allocated by
 * `allocator`, or NULL with *ret_error set: an early error of the pattern, a limit ("Regular expression too large"), or
 * out of memory. Uses less than 100 KB of native stack, whatever the pattern. */
RegexpProgram *regexp_compile(RegexpText pattern, unsigned flags, RegexpAllocator allocator, RegexpError *ret_error);

/* Writes "Invalid regular expression: /PATTERN/FLAGS: REASON" to `out` in UTF-16, up to `capacity` units. Returns the
 * number of units of the whole message. */
size_t regexp_error_message(RegexpText pattern, unsigned flags, const RegexpError *error, uint16_t *out,
                            size_t capacity);

size_t regexp_program_size(const RegexpProgram *program); /* in bytes */
unsigned regexp_program_flags(const RegexpProgram *program);
uint32_t regexp_capture_count(const RegexpProgram *program); /* with the whole match, so at least 1 */

/* A group name, with the numbers of the groups that bear it (several if they are in different alternatives). The
 * pointers go into the program. */
typedef struct RegexpName {
    const uint16_t *units;
    size_t length;
    const uint32_t *groups;
    size_t group_count;
} RegexpName;

/* Names are numbered from 0 in the order of their first group. */
uint32_t regexp_name_count(const RegexpProgram *program);
RegexpName regexp_name(const RegexpProgram *program, uint32_t index);

typedef struct RegexpContext RegexpContext;

/* What one match under way needs. The caller sets the fields before the call, and may reuse them for the next. */
struct RegexpContext {
    uint64_t *stack;       /* may be NULL if stack_capacity is 0 */
    size_t stack_capacity; /* in elements of 8 bytes */

    /* Makes room for at least `capacity` elements, keeping the contents: sets stack and stack_capacity. False if there
     * is no memory, or if that is more than the caller allows: the match then ends with REGEXP_STACK_LIMIT. */
    bool (*grow_stack)(RegexpContext *context, size_t capacity);

    /* Counts down about once every 5 ns of work. When it reaches 0, on_fuel_out is called; that refills `fuel` and
     * returns true to go on, possibly after having let others run, or returns false to abort the match. */
    int32_t fuel;
    bool (*on_fuel_out)(RegexpContext *context);

    void *closure; /* the caller's own */
};

typedef enum RegexpResult {
    REGEXP_NO_MATCH,
    REGEXP_MATCH,
    REGEXP_STACK_LIMIT, /* grow_stack returned false */
    REGEXP_ABORTED      /* on_fuel_out returned false */
} RegexpResult;

/* Looks for the first match at or after unit `start` (at `start` only, with the sticky flag); start <= text.length.
 * With u or v a start between the halves of a surrogate pair moves to the front of it. On REGEXP_MATCH, `captures`
 * holds start and end of each group, in units, or -1 and -1; it has room for 2 * regexp_capture_count. Otherwise it is
 * untouched. */
RegexpResult regexp_exec(const RegexpProgram *program, RegexpText text, size_t start, int32_t *captures,
                         RegexpContext *context);

/* The same, but sticky or not as told, whatever the flags of the program: for String.prototype.split and such. */
RegexpResult regexp_exec_as(const RegexpProgram *program, RegexpText text, size_t start, bool is_sticky,
                            int32_t *captures, RegexpContext *context);

#endif
