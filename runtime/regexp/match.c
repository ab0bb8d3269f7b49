/* The matcher: runs programs over Latin-1 or UTF-16 text.
 *
 * The backtrack stack holds, above the registers of the program, entries of 8 bytes: choices to resume at, and the old
 * values of registers that have been set since. To fail is to pop entries, undoing, down to a choice. So after every
 * failed attempt all registers are as they were before it.
 *
 * The text's unit type is a parameter of match_scan.inc (searching and single characters) and match_run.inc (the
 * instructions): both are included once for each. */
#include "regexp/program.h"

#include <string.h>

#include "unicode/unicode.h"

#if defined(__SSE2__) && !defined(__TINYC__)
#include <emmintrin.h>
#define REGEXP_HAS_SSE2 1
#else
#define REGEXP_HAS_SSE2 0
#endif

#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

enum {
    STRIP = 1 << 15,        /* units that are scanned without a look at the fuel */
    SCAN_UNITS_PER_FUEL = 8 /* where a unit takes well below a nanosecond or two */
};

/* What an entry of the stack is. The high half is kind | (code index or register) << 3, the low half a position or a
 * register's old value. */
typedef enum EntryKind {
    ENTRY_CHOICE, /* resume at the code index */
    ENTRY_UNDO,   /* restore the register */
    ENTRY_LOOP,   /* of the greedy loop at the code index; below it lies its ENTRY_AUXILIARY, the least position */
    ENTRY_LAZY,   /* of the lazy loop at the code index; below it lies how many more it may take */
    ENTRY_AUXILIARY,
    ENTRY_START   /* the bottom: try the next start */
} EntryKind;

static inline uint64_t make_entry(EntryKind kind, uint32_t target, int32_t value)
{
    return (uint64_t)(target << 3 | (uint32_t)kind) << 32 | (uint32_t)value;
}

static inline EntryKind entry_kind(uint64_t entry)
{
    return (EntryKind)(entry >> 32 & 7);
}

static inline uint32_t entry_target(uint64_t entry)
{
    return (uint32_t)(entry >> 35);
}

static inline int32_t entry_value(uint64_t entry)
{
    return (int32_t)(uint32_t)entry;
}

/* What is constant during a match. */
typedef struct Matcher {
    const RegexpProgram *program;
    const uint32_t *code;
    const uint8_t *tables;
    const RegexpClass *classes;
    RegexpContext *context;
    bool is_unicode, is_sticky;
} Matcher;

static inline const uint8_t *class_table(const Matcher *matcher, uint32_t class)
{
    return matcher->tables + (class >> 3) * 256;
}

static inline unsigned class_bit(uint32_t class)
{
    return 1u << (class & 7);
}

/* Whether a character from U+0100 on is in a class. */
static bool class_has_wide(const Matcher *matcher, uint32_t class, uint32_t character)
{
    const RegexpClass *row = &matcher->classes[class];
    const uint32_t *boundaries = regexp_at(matcher->program, row->boundaries);
    uint32_t low = 0, high = row->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (boundaries[middle] <= character)
            low = middle + 1;
        else
            high = middle;
    }
    return low & 1;
}

static inline bool is_lead(uint32_t unit)
{
    return (unit & 0xfc00) == 0xd800;
}

static inline bool is_trail(uint32_t unit)
{
    return (unit & 0xfc00) == 0xdc00;
}

static inline uint32_t combine(uint32_t lead, uint32_t trail)
{
    return 0x10000 + ((lead - 0xd800) << 10) + (trail - 0xdc00);
}

static inline bool is_word_character(uint32_t unit, bool has_extra)
{
    if (unit < 128)
        return (unit | 0x20) - 'a' < 26 || unit - '0' < 10 || unit == '_';
    return has_extra && (unit == 0x17f || unit == 0x212a);
}

static inline bool is_line_terminator(uint32_t unit)
{
    return unit == '\n' || unit == '\r' || unit == 0x2028 || unit == 0x2029;
}

/* Takes `cost` from the fuel, and lets on_fuel_out decide when it is used up. */
static inline bool charge(RegexpContext *context, size_t cost)
{
    context->fuel -= (int32_t)cost;
    return LIKELY(context->fuel > 0) || context->on_fuel_out(context);
}

#define IS_WIDE 0
#define UNIT uint8_t
#define NAME(base) base##_latin1
#include "regexp/match_scan.inc"
#include "regexp/match_run.inc"
#undef IS_WIDE
#undef UNIT
#undef NAME

#define IS_WIDE 1
#define UNIT uint16_t
#define NAME(base) base##_wide
#include "regexp/match_scan.inc"
#include "regexp/match_run.inc"

RegexpResult regexp_exec_as(const RegexpProgram *program, RegexpText text, size_t start, bool is_sticky,
                            int32_t *captures, RegexpContext *context)
{
    Matcher matcher = { .program = program,
                        .code = regexp_at(program, program->code),
                        .tables = regexp_at(program, program->tables),
                        .classes = regexp_at(program, program->classes),
                        .context = context,
                        .is_unicode = program->flags & (REGEXP_UNICODE | REGEXP_UNICODE_SETS),
                        .is_sticky = is_sticky };
    if (!text.is_wide)
        return run_latin1(&matcher, text.chars, text.length, start, captures);
    const uint16_t *chars = text.chars;
    bool splits_pair = matcher.is_unicode && start > 0 && start < text.length && is_lead(chars[start - 1]) &&
                       is_trail(chars[start]);
    return run_wide(&matcher, chars, text.length, start - splits_pair, captures);
}

RegexpResult regexp_exec(const RegexpProgram *program, RegexpText text, size_t start, int32_t *captures,
                         RegexpContext *context)
{
    return regexp_exec_as(program, text, start, program->flags & REGEXP_STICKY, captures, context);
}
