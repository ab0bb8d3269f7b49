/* The one header that emitted C sees: value encoding, cell and object layouts, inline fast paths, and the entry points of
 * the runtime that IR op templates call (compiler/ir/ops.def). Compiles with gcc, clang and tcc, and includes nothing of
 * the runtime's own headers.
 *
 * Conventions
 *   - A function that may throw a JavaScript exception returns a JsValue that can be JS_EXCEPTION (the exception itself is
 *     pending in js_agent), or an int that is -1 then. Void functions never throw.
 *   - The current agent, realm and heap are globals: one thread a process.
 *   - An agent that is killed never returns from a yield point; so no code may hold a runtime invariant broken across one.
 */
#pragma once
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wgnu-variable-sized-type-not-at-end"
#endif
#define js_likely(x) __builtin_expect(!!(x), 1)
#define js_unlikely(x) __builtin_expect(!!(x), 0)
#if defined(__TINYC__)
#define JS_COLD
#define JS_NOINLINE
#define JS_INLINE static inline
#else
#define JS_COLD __attribute__((cold, noinline))
#define JS_NOINLINE __attribute__((noinline))
#define JS_INLINE static inline __attribute__((always_inline))
#endif
/* Functions with loops over doubles: a second copy with AVX's three-operand instructions, chosen when the program is loaded.
 * The results are the same bit by bit, since no multiplication is fused with an addition (-ffp-contract=off). */
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__TINYC__) && !defined(__SANITIZE_ADDRESS__)
#ifdef __clang__
#define JS_CLONES __attribute__((target_clones("default", "avx2")))
#else
#define JS_CLONES __attribute__((target_clones("default", "arch=x86-64-v3")))
#endif
#else
#define JS_CLONES
#endif
/* The quick half of an op, in line. Units that define JS_COMPACT (compiler/emit/plan.c) call it: their code is half as long, and
 * the C compiler takes a third of the time. */
#if defined(JS_COMPACT) && !defined(__TINYC__)
#define JS_FAST_PATH static JS_NOINLINE
#else
#define JS_FAST_PATH JS_INLINE
#endif

/* ------------------------------------------------------------------------------------------------ values
 * A value is 64 bits. Cells are raw pointers (the conservative collector sees them). Every other special has bit 1 set.
 *   pointer   0000:pppp:pppp:pppp     (bits 0-2 clear)
 *   double    bits + 2^49             (NaN is canonical)
 *   int32     FFFE:0000:iiii:iiii
 * A number that is an int32 need not be encoded as one; -0 is always a double. */
typedef uint64_t JsValue;

#define JS_NULL UINT64_C(0x02)
#define JS_UNDEFINED UINT64_C(0x0a)
#define JS_FALSE UINT64_C(0x06)
#define JS_TRUE UINT64_C(0x07)
#define JS_EMPTY UINT64_C(0x12)     /* array hole, binding in its dead zone; never visible to a program */
#define JS_EXCEPTION UINT64_C(0x1a) /* an exception is pending; never stored */
#define JS_DOUBLE_OFFSET (UINT64_C(1) << 49)
#define JS_INT_TAG UINT64_C(0xFFFE000000000000)
#define JS_NOT_CELL (JS_INT_TAG | 2)

JS_INLINE bool js_is_cell(JsValue v) { return !(v & JS_NOT_CELL); }
JS_INLINE bool js_is_int(JsValue v) { return v >= JS_INT_TAG; }
JS_INLINE bool js_is_number(JsValue v) { return (v & JS_INT_TAG) != 0; }
JS_INLINE bool js_is_double(JsValue v) { return v - JS_DOUBLE_OFFSET < JS_INT_TAG - JS_DOUBLE_OFFSET; } /* 2^49 to the tag */
JS_INLINE bool js_is_boolean(JsValue v) { return (v | 1) == JS_TRUE; }
JS_INLINE bool js_is_nullish(JsValue v) { return (v | 8) == JS_UNDEFINED; }
JS_INLINE bool js_are_ints(JsValue a, JsValue b) { return (a & b) >= JS_INT_TAG; }
JS_INLINE int32_t js_as_int(JsValue v) { return (int32_t)v; }
JS_INLINE double js_as_double(JsValue v)
{
    union { uint64_t bits; double number; } u;
    u.bits = v - JS_DOUBLE_OFFSET;
    return u.number;
}
JS_INLINE double js_as_number(JsValue v) { return js_is_int(v) ? (double)js_as_int(v) : js_as_double(v); }
JS_INLINE JsValue js_int(int32_t i) { return JS_INT_TAG | (uint32_t)i; }
JS_INLINE JsValue js_boolean(bool b) { return JS_FALSE + (b ? 1 : 0); }
/* A double that may be any bit pattern of the arithmetic unit; foreign NaNs must go through js_canonical_double. */
JS_INLINE JsValue js_double(double d)
{
    union { uint64_t bits; double number; } u;
    u.number = d;
    return u.bits + JS_DOUBLE_OFFSET;
}
JS_INLINE JsValue js_canonical_double(double d) { return js_double(d == d ? d : (double)NAN); }
/* The number as an int32 where it is one (and not -0), else as a double. */
JS_INLINE JsValue js_number(double d)
{
    if (d >= -2147483648.0 && d <= 2147483647.0) {
        int32_t i = (int32_t)d;
        if ((double)i == d && (i != 0 || !signbit(d)))
            return js_int(i);
    }
    return js_double(d);
}
/* Unboxed numbers of emitted code: integers within 2^53, doubles, and their exception marks (no other result is one: a NaN
 * with this payload is never computed, and none is read from outside). */
#define JS_EXCEPTION_INT64 INT64_MIN
#define JS_EXCEPTION_F64_BITS UINT64_C(0x7FF8E7CE97104E01)
JS_INLINE JsValue js_from_int64(int64_t i) { return i == (int32_t)i ? js_int((int32_t)i) : js_double((double)i); }
JS_INLINE int64_t js_as_int64(JsValue v) { return js_is_int(v) ? js_as_int(v) : (int64_t)js_as_double(v); }
JS_INLINE double js_exception_f64(void)
{
    union { uint64_t bits; double number; } u;
    u.bits = JS_EXCEPTION_F64_BITS;
    return u.number;
}
JS_INLINE bool js_is_exception_f64(double d)
{
    union { uint64_t bits; double number; } u;
    u.number = d;
    return d != d && u.bits == JS_EXCEPTION_F64_BITS;
}
JS_INLINE JsValue js_box_result_int64(int64_t i) { return i == JS_EXCEPTION_INT64 ? JS_EXCEPTION : js_from_int64(i); }
JS_INLINE JsValue js_box_result_f64(double d) { return js_is_exception_f64(d) ? JS_EXCEPTION : js_number(d); }
JS_INLINE JsValue js_uint(uint32_t u) { return u <= INT32_MAX ? js_int((int32_t)u) : js_double(u); }

/* ------------------------------------------------------------------------------------------------ cells */
typedef enum JsKind {
#define JS_KIND(NAME, text) JS_KIND_##NAME,
#include "kinds.def"
#undef JS_KIND
    JS_KIND_COUNT
} JsKind;

enum {
    JS_SHARED = 1,         /* belongs to the frozen snapshot: JavaScript-visible writes go through the journal */
    JS_FIXED_ELEMENTS = 2, /* element writes need the slow path (frozen, sealed, not extensible, accessors, dictionary) */
    JS_EXOTIC = 4,         /* internal methods are not the ordinary ones (proxy, typed array, string object, namespace...) */
    JS_IS_PROTOTYPE = 8,   /* some shape has it as prototype: structural changes take a new js_prototype_epoch */
    JS_LAZY = 16,          /* a function whose own length/name/prototype have not been made yet */
    JS_CALLABLE = 32,
    JS_CONSTRUCTOR = 64,
    JS_GUARDED = 128,      /* an intrinsic whose changes set a flag of the realm (js_guard_property) */
    JS_WRITE_GUARD = JS_SHARED | JS_FIXED_ELEMENTS,
    /* strings use the same byte */
    JS_STRING_ATOM = 2,    /* interned: equal atoms of one agent are one pointer */
    JS_STRING_WIDE = 4,    /* UTF-16, else Latin-1 */
    JS_STRING_ROPE = 8,    /* not flat yet: left, right */
    JS_STRING_SLICE = 16,  /* flat, but its characters lie in `left` at `offset` */
    JS_STRING_OWN = 32     /* an atom that a request made for itself */
};

typedef struct JsCell {
    uint8_t kind;   /* JsKind */
    uint8_t flags;
    uint16_t aux;   /* meaning by kind */
    uint32_t word;  /* objects: shape id (bit 31 set); strings: length (below 2^30) */
} JsCell;

typedef struct JsObject JsObject;
typedef struct JsFunction JsFunction;
typedef struct JsString JsString;
typedef struct JsShape JsShape; /* runtime/object/shape.h */

JS_INLINE JsCell *js_cell(JsValue v) { return (JsCell *)(uintptr_t)v; }
JS_INLINE JsValue js_value(const void *cell) { return (JsValue)(uintptr_t)cell; }
JS_INLINE bool js_is_kind(JsValue v, JsKind kind) { return js_is_cell(v) && js_cell(v)->kind == kind; }
JS_INLINE bool js_is_string(JsValue v) { return js_is_kind(v, JS_KIND_STRING); }
JS_INLINE bool js_is_symbol(JsValue v) { return js_is_kind(v, JS_KIND_SYMBOL); }
JS_INLINE bool js_is_bigint(JsValue v) { return js_is_kind(v, JS_KIND_BIGINT); }
JS_INLINE bool js_is_object(JsValue v) { return js_is_cell(v) && js_cell(v)->kind >= JS_KIND_OBJECT; }
JS_INLINE bool js_is_array_object(JsValue v) { return js_is_kind(v, JS_KIND_ARRAY); } /* not for proxies: js_is_array */
JS_INLINE bool js_is_callable(JsValue v) { return js_is_object(v) && (js_cell(v)->flags & JS_CALLABLE); }
JS_INLINE JsObject *js_object(JsValue v) { return (JsObject *)(uintptr_t)v; }
JS_INLINE JsString *js_string(JsValue v) { return (JsString *)(uintptr_t)v; }
JS_INLINE JsFunction *js_function(JsValue v) { return (JsFunction *)(uintptr_t)v; }

/* A property key: an atom, a symbol, or an array index 0 .. 2^32-2 with the integer tag (all 32 bits are the index). */
typedef JsValue JsKey;
JS_INLINE bool js_key_is_index(JsKey k) { return k >= JS_INT_TAG; }
JS_INLINE uint32_t js_key_index(JsKey k) { return (uint32_t)k; }
JS_INLINE JsKey js_index_key(uint32_t i) { return JS_INT_TAG | i; }

/* ------------------------------------------------------------------------------------------------ strings */
struct JsString {
    JsCell cell;      /* word: length in code units */
    uint32_t hash;    /* 0: not computed */
    uint32_t offset;  /* SLICE: first code unit in left */
    union {
        uint8_t latin1[1];
        uint16_t wide[1];
        struct { JsString *left, *right; } rope; /* SLICE: left is the flat owner, right NULL */
    } u;
};
JS_INLINE uint32_t js_string_length(const JsString *s) { return s->cell.word; }
#define JS_STRING_LENGTH_MAX ((1u << 29) - 24) /* as V8 */

/* ------------------------------------------------------------------------------------------------ objects
 * Property slots named by the shape: the first shape->inline_capacity lie in `slots`, the others in `overflow`.
 * Elements (properties with index keys) are dense in `elements`, else in a dictionary (runtime/object/elements.h). */
struct JsObject {
    JsCell cell;
    JsValue *overflow;  /* data of a SLOTS cell, or NULL */
    JsValue *elements;  /* data of an ELEMENTS cell; never NULL (a shared empty one) */
    JsValue slots[];
};
typedef struct JsElements { /* stands before the data that JsObject.elements points to */
    JsCell cell;
    uint32_t capacity;
    uint32_t length;        /* initialised entries (holes are JS_EMPTY); 0 for dictionary elements */
} JsElements;
JS_INLINE JsElements *js_elements(const JsObject *o) { return (JsElements *)o->elements - 1; }

/* Arrays have no inline slots. length >= js_elements()->length. */
typedef struct JsArray { JsObject object; uint32_t length; uint32_t length_is_fixed; } JsArray;

/* Array buffers 25.1 and typed arrays 10.4.5 (stdlib/array_buffer.h, stdlib/typed_array.h). */
typedef enum JsElementType {
    JS_INT8, JS_UINT8, JS_UINT8_CLAMPED, JS_INT16, JS_UINT16, JS_INT32, JS_UINT32, JS_BIGINT64, JS_BIGUINT64, JS_FLOAT16,
    JS_FLOAT32, JS_FLOAT64, JS_ELEMENT_TYPE_COUNT
} JsElementType;
enum { JS_BUFFER_DETACHED = 1, JS_BUFFER_RESIZABLE = 2, JS_BUFFER_SHARED = 4 };
typedef struct JsArrayBuffer {
    JsObject object;
    uint8_t *data;            /* aligned to 8; never NULL */
    uint64_t byte_length;     /* 0 when detached */
    uint64_t max_byte_length; /* equal to byte_length unless resizable */
    uint64_t flags;           /* JS_BUFFER_* */
} JsArrayBuffer;
#define JS_LENGTH_TRACKING UINT64_MAX
typedef struct JsTypedArray { /* cell.aux: JsElementType. Data views have the same layout, aux unused, length in bytes */
    JsObject object;
    JsArrayBuffer *buffer;
    uint64_t byte_offset;
    uint64_t length;          /* in elements, or JS_LENGTH_TRACKING */
} JsTypedArray;

typedef struct JsBox { JsCell cell; JsValue value; } JsBox;

/* ------------------------------------------------------------------------------------------------ functions */
typedef JsValue JsCallEntry(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv);
typedef JsValue JsConstructEntry(JsFunction *callee, JsValue new_target, uint32_t argc, JsValue *argv);

enum {
    JS_CODE_STRICT = 1, JS_CODE_ARROW = 2, JS_CODE_METHOD = 4, JS_CODE_CLASS = 8, JS_CODE_DERIVED = 16,
    JS_CODE_GENERATOR = 32, JS_CODE_ASYNC = 64, JS_CODE_NATIVE = 128,
    JS_CODE_OFFSETS = 256 /* its unit's line numbers are 1 + offset in the module's text (runtime/exec/site.h) */
};
/* Static, immutable, one a function in the source or a row of a built-in table. */
typedef struct JsInlinedPlace JsInlinedPlace;
typedef struct JsCode {
    JsCallEntry *call;            /* never NULL; throws for class constructors */
    JsConstructEntry *construct;  /* NULL when not a constructor */
    const JsValue *name;          /* address of the atom (or of JS_UNDEFINED: anonymous "") */
    uint16_t length;              /* the "length" property */
    uint16_t flags;               /* JS_CODE_* */
    uint32_t captures;            /* number of values in JsFunction.captures */
    uint32_t fields;              /* constructors: how many properties it puts on `this`, about; 0 unknown */
    const char *source;           /* for toString and stack traces: the module's name, or NULL for built-ins */
    uint32_t line, column;        /* from 1 */
    const char *text;             /* source text for Function.prototype.toString, or NULL: "[native code]" form */
    uint32_t text_length;
    uint32_t text_offset;         /* of `text` in the module's */
    const JsInlinedPlace *inlined; /* with JS_CODE_OFFSETS: of its unit (runtime/exec/site.h) */
    struct JsRealm *realm;        /* to which its functions belong (9.3); NULL: the first one */
    const struct JsCode *native;  /* built-ins of further realms: the code that runs, in that realm (object/realm.c) */
} JsCode;

struct JsFunction {
    JsObject object;
    const JsCode *code;
    JsValue captures[];           /* immutable values, or JsBox cells for variables that are assigned */
};

/* ------------------------------------------------------------------------------------------------ heap
 * One allocation function: bump in the current agent's region; the slow path takes a chunk, or allocates from the
 * collected heap (start agent, spilled agents). Sizes are multiples of 8. Memory is not zeroed in regions: initialise all. */
struct JsHeap { char *bump, *limit; };
extern struct JsHeap js_heap;
void *js_alloc_slow(size_t bytes, bool has_pointers);
JS_INLINE void *js_alloc(size_t bytes, bool has_pointers)
{
    char *p = js_heap.bump;
    if (js_unlikely((size_t)(js_heap.limit - p) < bytes))
        return js_alloc_slow(bytes, has_pointers);
    js_heap.bump = p + bytes;
    return p;
}
/* A cell that no program sees by itself, zeroed but for its header; of the agent's heap. is_hidden: what stands in it is not
 * JavaScript-visible either (codes, caches), so requests may change it in the snapshot. */
void *js_new_internal_cell(size_t bytes, bool has_pointers, bool is_hidden);
/* Memory outside of the heap for work in hand, zeroed (what a resize adds is not): counted against the agent that runs, and
 * freed with it at the latest. NULL when the machine has none; past the agent's limit they do not return. */
void *js_scratch_alloc(size_t bytes);
void *js_scratch_resize(void *block, size_t bytes); /* block may be NULL */
void js_scratch_free(void *block);                  /* so here */
/* The journal: call before a JavaScript-visible write of the 8-byte word at `word` that belongs to a shared cell. */
void js_journal_record(void *word);
/* The one store for JavaScript-visible writes: `slot` is a word of `owner` or of a part that only `owner` refers to. */
JS_INLINE void js_store(void *owner, JsValue *slot, JsValue v)
{
    if (js_unlikely(((JsCell *)owner)->flags & JS_SHARED))
        js_journal_record(slot);
    *slot = v;
}
/* Module variables are static words; one header cell a module is marked shared when the snapshot is frozen. */
JS_INLINE void js_store_module(JsCell *module, JsValue *slot, JsValue v) { js_store(module, slot, v); }

JS_INLINE JsValue js_new_box(JsValue v)
{
    JsBox *b = js_alloc(sizeof *b, true);
    *(uint64_t *)&b->cell = JS_KIND_BOX;
    b->value = v;
    return js_value(b);
}
JS_INLINE JsValue js_box_get(JsValue box) { return ((JsBox *)js_cell(box))->value; }
JS_INLINE void js_box_set(JsValue box, JsValue v) { js_store(js_cell(box), &((JsBox *)js_cell(box))->value, v); }

/* ------------------------------------------------------------------------------------------------ preemption
 * Owned by runtime/sched. A killed agent never comes back from the slow paths. */
extern char *js_stack_limit;
bool js_stack_check_slow(void);  /* false: a RangeError is pending */
uint32_t js_loop_slow(void);     /* the new count-down */
void js_charge(uint32_t work);   /* long runtime loops: about one unit a nanosecond of work */
/* For loops of many cheap rounds: round `i` pays `work` units, in lots of 1024 rounds. */
JS_INLINE void js_charge_round(uint64_t i, uint32_t work)
{
    if (js_unlikely((i & 1023) == 1023))
        js_charge(1024 * work);
}
#define JS_LOOP_FUEL 1000
/* Counted loops (compiler/emit/strip.c) pay for a strip of rounds at once: the counter's value up to which they then run. False
 * when the counter has reached the end. */
JS_INLINE bool js_next_strip(int64_t counter, int64_t end, int64_t *ret_limit, uint32_t *fuel)
{
    if (counter >= end)
        return false;
    if (js_unlikely(*fuel == 1)) /* it never is 0 */
        *fuel = js_loop_slow();
    int64_t left = end - counter, rounds = left < *fuel - 1 ? left : *fuel - 1;
    *fuel -= (uint32_t)rounds;
    *ret_limit = counter + rounds;
    return true;
}
#define JS_ENTER() (js_likely((char *)__builtin_frame_address(0) >= js_stack_limit) || js_stack_check_slow())

/* ------------------------------------------------------------------------------------------------ atoms and literals
 * Emitted units hold their texts as WTF-8, one after the other, and intern them once at start: js_intern_table fills `out`, which
 * becomes a root. Index-like texts become plain strings, the others atoms. */
void js_intern_table(const char *texts, const uint32_t *lengths, JsValue *out, size_t count);
JsValue js_atom_from_text(const char *text, size_t length);
JsValue js_string_from_wtf8(const char *bytes, size_t length);

/* Registers static memory that holds values (module variables, atom tables, caches) as roots. */
void js_add_roots(void *start, void *end);

/* ------------------------------------------------------------------------------------------------ inline caches
 * Static data a site, made ready by js_start_caches. JS_NO_SHAPE never matches (0 would match the empty string's word). The
 * inline path knows own data properties in inline slots; the others (overflow, prototype data, accessor, absent, polymorphic,
 * adding) are in the ways, which a site has once it was filled. */
typedef struct JsPropertyCache {
    uint32_t shape;      /* own data property in an inline slot, writable */
    uint32_t offset;     /* of the slot from the object's start, in bytes */
    uint32_t proto_shape, proto_epoch; /* data property found on a prototype: valid while js_prototype_epoch is proto_epoch */
    JsValue *proto_slot;
    struct JsCacheWays *ways; /* runtime/object/cache.h; NULL before the first fill */
} JsPropertyCache;
extern uint32_t js_prototype_epoch;
#define JS_NO_SHAPE 0x7fffffffu /* no string is so long, and shape ids have bit 31 set */
void js_start_caches(JsPropertyCache *caches, size_t count);            /* static memory; registers it as roots, too */

/* The same for code that was loaded at run time: caches in the heap of the agent that runs. An address of one keeps all. */
JsPropertyCache *js_new_caches(size_t count);

JsValue js_get_cached(JsValue base, JsKey key, JsPropertyCache *cache);                         /* base may be any value */
JsValue js_set_cached(JsValue base, JsKey key, JsValue v, JsPropertyCache *cache, bool strict); /* JS_EXCEPTION or undefined */

/* ECMA-262 13.3.2 MemberExpression . IdentifierName, GetValue 6.2.5.5 */
JS_FAST_PATH JsValue js_op_get(JsValue base, JsKey key, JsPropertyCache *cache)
{
    if (js_likely(js_is_cell(base))) {
        JsCell *c = js_cell(base);
        if (js_likely(c->word == cache->shape))
            return *(JsValue *)((char *)c + cache->offset);
        if (c->word == cache->proto_shape && cache->proto_epoch == js_prototype_epoch)
            return *cache->proto_slot;
    }
    return js_get_cached(base, key, cache);
}
/* The getter that js_op_get would call now, when the site has seen the object's shape or the lookup is an ordinary one; else
 * JS_EMPTY. Runs no JavaScript. */
JsValue js_find_getter(JsValue base, JsKey key, JsPropertyCache *cache);
JS_FAST_PATH JsValue js_op_find_getter(JsValue base, JsKey key, JsPropertyCache *cache)
{
    if (js_likely(js_is_cell(base) && js_cell(base)->word == cache->proto_shape && cache->proto_epoch == js_prototype_epoch))
        return *cache->proto_slot;
    return js_find_getter(base, key, cache);
}
/* PutValue 6.2.5.6 on a property reference */
JS_FAST_PATH JsValue js_op_set(JsValue base, JsKey key, JsValue v, JsPropertyCache *cache, bool strict)
{
    if (js_likely(js_is_cell(base))) {
        JsCell *c = js_cell(base);
        if (js_likely(c->word == cache->shape && !(c->flags & JS_SHARED))) {
            *(JsValue *)((char *)c + cache->offset) = v;
            return JS_UNDEFINED;
        }
    }
    return js_set_cached(base, key, v, cache, strict);
}
JsValue js_get_element_slow(JsValue base, JsValue key);
JsValue js_set_element_slow(JsValue base, JsValue key, JsValue v, bool strict);
JS_FAST_PATH JsValue js_op_get_element(JsValue base, JsValue key)
{
    if (js_likely(js_is_int(key) && js_is_cell(base) && js_cell(base)->kind >= JS_KIND_OBJECT)) {
        JsObject *o = js_object(base);
        uint32_t i = (uint32_t)key;
        if (js_likely(i < js_elements(o)->length)) {
            JsValue v = o->elements[i];
            if (js_likely(v != JS_EMPTY))
                return v;
        }
    }
    return js_get_element_slow(base, key);
}
JS_FAST_PATH JsValue js_op_set_element(JsValue base, JsValue key, JsValue v, bool strict)
{
    if (js_likely(js_is_int(key) && js_is_cell(base) && js_cell(base)->kind >= JS_KIND_OBJECT)) {
        JsObject *o = js_object(base);
        uint32_t i = (uint32_t)key;
        if (js_likely(i < js_elements(o)->length && !(o->cell.flags & JS_WRITE_GUARD) && o->elements[i] != JS_EMPTY)) {
            o->elements[i] = v;
            return JS_UNDEFINED;
        }
    }
    return js_set_element_slow(base, key, v, strict);
}
/* Elements by an integer that is known not to need a tag test. */
JS_FAST_PATH JsValue js_op_get_index(JsValue base, int64_t index)
{
    if (js_likely(js_is_cell(base) && js_cell(base)->kind >= JS_KIND_OBJECT)) {
        JsObject *o = js_object(base);
        if (js_likely((uint64_t)index < js_elements(o)->length)) {
            JsValue v = o->elements[index];
            if (js_likely(v != JS_EMPTY))
                return v;
        }
    }
    return js_get_element_slow(base, js_from_int64(index));
}
JS_FAST_PATH JsValue js_op_set_index(JsValue base, int64_t index, JsValue v, bool strict)
{
    if (js_likely(js_is_cell(base) && js_cell(base)->kind >= JS_KIND_OBJECT)) {
        JsObject *o = js_object(base);
        if (js_likely((uint64_t)index < js_elements(o)->length && !(o->cell.flags & JS_WRITE_GUARD) && o->elements[index] != JS_EMPTY)) {
            o->elements[index] = v;
            return JS_UNDEFINED;
        }
    }
    return js_set_element_slow(base, js_from_int64(index), v, strict);
}
/* `.length` of arrays, strings and typed arrays before the general path. The proto_ part of such a site's cache is of typed arrays
 * alone: where their getter is; it is the one that the language defines while it equals js_typed_length_getter. */
extern JsValue js_typed_length_getter;
JsValue js_get_length_cached(JsValue base, JsKey key, JsPropertyCache *cache); /* base may be any value */
JS_INLINE bool js_try_get_length(JsValue base, const JsPropertyCache *cache, JsValue *ret)
{
    if (js_unlikely(!js_is_cell(base)))
        return false;
    const JsCell *c = js_cell(base);
    if (c->kind == JS_KIND_ARRAY) {
        *ret = js_uint(((const JsArray *)c)->length);
        return true;
    }
    if (c->kind == JS_KIND_STRING) {
        *ret = js_int((int32_t)c->word);
        return true;
    }
    const JsTypedArray *t = (const JsTypedArray *)c;
    if (c->kind != JS_KIND_TYPED_ARRAY || c->word != cache->proto_shape || cache->proto_epoch != js_prototype_epoch ||
        *cache->proto_slot != js_typed_length_getter || t->buffer->flags & (JS_BUFFER_DETACHED | JS_BUFFER_RESIZABLE))
        return false;
    *ret = js_from_int64((int64_t)t->length);
    return true;
}
JS_FAST_PATH JsValue js_op_get_length(JsValue base, JsKey key, JsPropertyCache *cache)
{
    JsValue length;
    return js_likely(js_try_get_length(base, cache, &length)) ? length : js_get_length_cached(base, key, cache);
}

/* Other property operations (base and key may be any value; ToPropertyKey is applied; cited clauses of ECMA-262) */
JsValue js_op_delete(JsValue base, JsValue key, bool strict);                       /* 13.5.1.2; boolean */
JsValue js_op_in(JsValue key, JsValue base);                                        /* 13.10.1; boolean */
JsValue js_get_prototype_of(JsObject *o);                                           /* object, null, or exception */
JsValue js_op_get_super(JsValue base, JsValue key, JsValue this_value);             /* 13.3.7; base: the HomeObject's prototype */
JsValue js_op_set_super(JsValue base, JsValue key, JsValue v, JsValue this_value, bool strict);
JsValue js_op_to_property_key(JsValue v);                                           /* 7.1.19; a key value */
/* The key of a reference that is read and then written (13.15.2): a base without properties throws before the key is converted. */
JS_INLINE JsValue js_op_to_key_of(JsValue base, JsValue key)
{
    return js_is_nullish(base) ? js_get_element_slow(base, key) : js_op_to_property_key(key);
}
JsValue js_op_get_global(JsKey name, JsPropertyCache *cache);                       /* ReferenceError when absent */
JsValue js_op_typeof_global(JsKey name);                                            /* the type's name; "undefined" */
JsValue js_op_set_global(JsKey name, JsValue v, JsPropertyCache *cache, bool strict);
JsValue js_op_delete_global(JsKey name);                                            /* 9.1.1.4.7; boolean */
typedef enum JsGlobalKind { JS_GLOBAL_VARIABLE, JS_GLOBAL_FUNCTION, JS_GLOBAL_LEXICAL } JsGlobalKind;
/* Whether a script or an eval may declare the name: SyntaxError for what was declared otherwise, TypeError for what the global
 * object does not take (9.1.1.4.12-16). */
JsValue js_op_check_global(JsKey name, JsGlobalKind kind);
JsValue js_op_declare_global_var(JsKey name, bool is_deletable);                    /* 9.1.1.4.17; scripts and evals */
JsValue js_op_declare_global_function(JsKey name, JsValue function, bool is_deletable); /* 9.1.1.4.18 */
JsValue js_op_declare_global_lexical(JsKey name, JsValue reference, bool is_constant); /* for later scripts */
/* A variable of a module that other code is given: that of a direct eval, later scripts. */
JsValue js_new_module_reference(JsCell *module, JsValue *variable);
JsValue js_reference_get(JsValue reference);
void js_reference_set(JsValue reference, JsValue v);
/* Dynamic scopes (9.1.1.2): names that are looked up in objects when the code runs. */
JsValue js_op_scope_find(JsKey name, uint32_t count, JsValue *objects); /* the first that has the name (@@unscopables is heeded), else empty */
JsValue js_op_scope_get(JsValue object, JsKey name, bool strict);       /* 9.1.1.2.6; ReferenceError when it is gone in strict code */
JsValue js_op_scope_set(JsValue object, JsKey name, JsValue v, bool strict); /* 9.1.1.2.5; likewise */
JsValue js_op_scope_this(JsValue object);                               /* 9.1.1.2.10: undefined for variables of direct evals */
JsValue js_op_scope_new(void);                                          /* without variables */
JsValue js_op_scope_var(JsValue object, JsKey name);                    /* undefined, unless it is there */
bool js_is_eval(JsValue callee);                                        /* the realm's %eval% */
/* 19.2.1.1 PerformEval, direct true: `scopes` is the text of compiler/scope/caller.c, which lists the values. */
JsValue js_op_direct_eval(JsValue code, const char *scopes, uint32_t count, const JsValue *values);
JsValue js_op_define_field(JsValue object, JsValue key, JsValue v);                 /* CreateDataPropertyOrThrow */
JsValue js_op_define_method(JsValue object, JsValue key, JsValue function, bool enumerable);
JsValue js_op_define_getter(JsValue object, JsValue key, JsValue function, bool enumerable);
JsValue js_op_define_setter(JsValue object, JsValue key, JsValue function, bool enumerable);
JsValue js_op_set_prototype_literal(JsValue object, JsValue proto);                 /* `__proto__: v` in a literal */
JsValue js_op_copy_data_properties(JsValue target, JsValue source, uint32_t excluded_count, JsValue *excluded); /* 7.3.26 */
/* SetFunctionName 10.2.9; prefix 0 none, 1 get, 2 set. Returns the function. */
JsValue js_op_set_function_name(JsValue function, JsValue key, int prefix);

/* Private names: a name is a symbol cell made for each evaluation of a class; methods and accessors are marked by kind. */
JsValue js_op_new_private_name(JsValue description);
JsValue js_op_private_get(JsValue object, JsValue name, JsPropertyCache *cache);    /* 7.3.31 */
JsValue js_op_private_set(JsValue object, JsValue name, JsValue v, JsPropertyCache *cache); /* 7.3.32 */
JsValue js_op_private_add_field(JsValue object, JsValue name, JsValue v);           /* 7.3.28 */
JsValue js_op_private_add_method(JsValue object, JsValue name, JsValue function);   /* 7.3.29 */
JsValue js_op_private_add_accessor(JsValue object, JsValue name, JsValue getter, JsValue setter); /* either undefined */
JsValue js_op_private_in(JsValue object, JsValue name);                             /* boolean; TypeError when no object */

/* ------------------------------------------------------------------------------------------------ operators */
JsValue js_add_slow(JsValue a, JsValue b);      /* 13.15.3 */
JsValue js_arith_slow(int op, JsValue a, JsValue b); /* op: JS_ARITH_* */
enum { JS_ARITH_SUB, JS_ARITH_MUL, JS_ARITH_DIV, JS_ARITH_MOD, JS_ARITH_EXP, JS_ARITH_AND, JS_ARITH_OR, JS_ARITH_XOR,
       JS_ARITH_SHL, JS_ARITH_SHR, JS_ARITH_USHR };
/* The value of a BigInt literal: its digits without `n` and separators, in decimal or with 0x, 0o, 0b. */
JsValue js_bigint_literal(const char *digits, size_t length);
JsValue js_bigint_literal(const char *text, size_t length); /* source form without `n` and separators: decimal, 0x, 0o, 0b */
JsValue js_op_negate(JsValue v);                /* also BigInt */
JsValue js_op_bit_not(JsValue v);
JsValue js_op_increment(JsValue v);             /* v is numeric already (js_op_to_numeric) */
JsValue js_op_decrement(JsValue v);
JsValue js_op_to_number(JsValue v);             /* unary +; TypeError for BigInt */
JsValue js_op_to_numeric(JsValue v);
JsValue js_op_to_string(JsValue v);             /* a string value; throws for symbols */
JsValue js_op_to_object(JsValue v);
JsValue js_op_typeof(JsValue v);
JsValue js_op_instanceof(JsValue v, JsValue target);
JsValue js_compare_slow(int op, JsValue a, JsValue b); /* JS_LT...; boolean or exception */
enum { JS_LT, JS_LE, JS_GT, JS_GE };
JsValue js_equal_slow(JsValue a, JsValue b);    /* 7.2.13; boolean or exception */
bool js_strict_equal_slow(JsValue a, JsValue b);
bool js_to_boolean_slow(JsValue v);             /* cells and doubles */
double js_modulo(double a, double b);           /* 6.1.6.1.6 */
double js_power(double a, double b);            /* 6.1.6.1.3 */
int32_t js_double_to_int32(double d);           /* 7.1.6 */
JS_INLINE int32_t js_f64_to_int32(double d)     /* the same; most are within 2^62 */
{
    return d > -4e18 && d < 4e18 ? (int32_t)(int64_t)d : js_double_to_int32(d);
}
JS_INLINE int32_t js_number_to_int32(JsValue v) { return js_is_int(v) ? js_as_int(v) : js_f64_to_int32(js_as_double(v)); }
JS_INLINE double js_f64_modulo(double a, double b)
{
    if (a > 0 && a < 9e15 && b >= 1 && b < 9e15) {
        int64_t x = (int64_t)a, y = (int64_t)b;
        if ((double)x == a && (double)y == b)
            return (double)(x % y);
    }
    return js_modulo(a, b);
}

/* Integers without a call. */
JS_FAST_PATH JsValue js_increment(JsValue v)
{
    return js_likely(js_is_int(v) && js_as_int(v) != INT32_MAX) ? js_int(js_as_int(v) + 1) : js_op_increment(v);
}
JS_FAST_PATH JsValue js_decrement(JsValue v)
{
    return js_likely(js_is_int(v) && js_as_int(v) != INT32_MIN) ? js_int(js_as_int(v) - 1) : js_op_decrement(v);
}

JS_FAST_PATH bool js_to_boolean(JsValue v)
{
    if ((v | 1) == JS_TRUE)
        return v == JS_TRUE;
    if (js_is_int(v))
        return (int32_t)v != 0;
    if (js_is_nullish(v))
        return false;
    return js_to_boolean_slow(v);
}
JS_FAST_PATH JsValue js_op_add(JsValue a, JsValue b)
{
    if (js_are_ints(a, b)) {
        int64_t r = (int64_t)js_as_int(a) + js_as_int(b);
        return r == (int32_t)r ? js_int((int32_t)r) : js_double((double)r);
    }
    if (js_is_number(a) && js_is_number(b))
        return js_double(js_as_number(a) + js_as_number(b));
    return js_add_slow(a, b);
}
/* A sum with an unboxed number. An integer and one stay an integer where they can: the sum may be an index. */
JS_FAST_PATH JsValue js_op_any_add_f64(JsValue a, double b)
{
    if (js_likely(js_is_double(a)))
        return js_double(js_as_double(a) + b);
    return js_is_int(a) ? js_number(js_as_int(a) + b) : js_add_slow(a, js_number(b));
}
JS_FAST_PATH JsValue js_op_f64_add_any(double a, JsValue b)
{
    return js_likely(js_is_number(b)) ? js_op_any_add_f64(b, a) : js_add_slow(js_number(a), b);
}
JS_FAST_PATH JsValue js_op_sub(JsValue a, JsValue b)
{
    if (js_are_ints(a, b)) {
        int64_t r = (int64_t)js_as_int(a) - js_as_int(b);
        return r == (int32_t)r ? js_int((int32_t)r) : js_double((double)r);
    }
    if (js_is_number(a) && js_is_number(b))
        return js_double(js_as_number(a) - js_as_number(b));
    return js_arith_slow(JS_ARITH_SUB, a, b);
}
JS_FAST_PATH JsValue js_op_mul(JsValue a, JsValue b)
{
    if (js_are_ints(a, b)) {
        int64_t r = (int64_t)js_as_int(a) * js_as_int(b);
        if (r == (int32_t)r && (r != 0 || (js_as_int(a) | js_as_int(b)) >= 0))
            return js_int((int32_t)r);
        return js_double((double)js_as_int(a) * js_as_int(b));
    }
    if (js_is_number(a) && js_is_number(b))
        return js_double(js_as_number(a) * js_as_number(b));
    return js_arith_slow(JS_ARITH_MUL, a, b);
}
JS_FAST_PATH JsValue js_op_div(JsValue a, JsValue b)
{
    if (js_is_number(a) && js_is_number(b))
        return js_number(js_as_number(a) / js_as_number(b));
    return js_arith_slow(JS_ARITH_DIV, a, b);
}
JS_FAST_PATH JsValue js_op_mod(JsValue a, JsValue b)
{
    if (js_are_ints(a, b) && js_as_int(a) >= 0 && js_as_int(b) > 0)
        return js_int(js_as_int(a) % js_as_int(b));
    if (js_is_number(a) && js_is_number(b))
        return js_number(js_modulo(js_as_number(a), js_as_number(b)));
    return js_arith_slow(JS_ARITH_MOD, a, b);
}
JS_INLINE JsValue js_op_exp(JsValue a, JsValue b) { return js_arith_slow(JS_ARITH_EXP, a, b); }
#define JS_BITWISE(name, OP, expression) \
    JS_FAST_PATH JsValue name(JsValue a, JsValue b) \
    { \
        if (js_are_ints(a, b)) { \
            int32_t x = js_as_int(a), y = js_as_int(b); \
            (void)x; (void)y; \
            return expression; \
        } \
        return js_arith_slow(OP, a, b); \
    }
JS_BITWISE(js_op_bit_and, JS_ARITH_AND, js_int(x & y))
JS_BITWISE(js_op_bit_or, JS_ARITH_OR, js_int(x | y))
JS_BITWISE(js_op_bit_xor, JS_ARITH_XOR, js_int(x ^ y))
JS_BITWISE(js_op_shl, JS_ARITH_SHL, js_int((int32_t)((uint32_t)x << (y & 31))))
JS_BITWISE(js_op_shr, JS_ARITH_SHR, js_int(x >> (y & 31)))
JS_BITWISE(js_op_ushr, JS_ARITH_USHR, js_uint((uint32_t)x >> (y & 31)))
#define JS_COMPARE(name, OP, operator) \
    JS_FAST_PATH JsValue name(JsValue a, JsValue b) \
    { \
        if (js_are_ints(a, b)) \
            return js_boolean(js_as_int(a) operator js_as_int(b)); \
        if (js_is_number(a) && js_is_number(b)) \
            return js_boolean(js_as_number(a) operator js_as_number(b)); \
        return js_compare_slow(OP, a, b); \
    }
JS_COMPARE(js_op_lt, JS_LT, <)
JS_COMPARE(js_op_le, JS_LE, <=)
JS_COMPARE(js_op_gt, JS_GT, >)
JS_COMPARE(js_op_ge, JS_GE, >=)
JS_FAST_PATH bool js_strict_equal(JsValue a, JsValue b)
{
    if (a == b)
        return !js_is_double(a) || js_as_double(a) == js_as_double(a);
    if (js_are_ints(a, b))
        return false;
    return js_strict_equal_slow(a, b);
}
JS_FAST_PATH JsValue js_op_equal(JsValue a, JsValue b)
{
    if (js_are_ints(a, b))
        return js_boolean(a == b);
    return js_equal_slow(a, b);
}

#include "typed_elements.h"
#include "math_inline.h"
#include "fast_paths.h"

/* ------------------------------------------------------------------------------------------------ realms
 * Emitted code is of the first realm and never looks; it calls functions of others by entries that enter their realm. Only a
 * host for the conformance suite makes others (createRealm). */
typedef struct JsRealm JsRealm;
extern JsRealm *js_realm;         /* of the code that runs */
extern JsRealm *js_first_realm;
/* For JsCode.realm of code that is made now. */
JS_INLINE JsRealm *js_realm_of_new_code(void) { return js_realm == js_first_realm ? NULL : js_realm; }
/* Makes the realm of the code the one that runs; returns the one before, for which js_realm is set again afterwards. */
JS_INLINE JsRealm *js_realm_enter(const JsCode *code)
{
    JsRealm *left = js_realm;
    js_realm = code->realm ? code->realm : js_first_realm;
    return left;
}

/* ------------------------------------------------------------------------------------------------ calls */
JsValue js_call(JsValue callee, JsValue this_value, uint32_t argc, JsValue *argv);            /* 7.3.14, checks IsCallable */
JsValue js_construct(JsValue callee, JsValue new_target, uint32_t argc, JsValue *argv);       /* 7.3.15, checks IsConstructor */
JsValue js_call_with_array(JsValue callee, JsValue this_value, JsValue args);                 /* args: a dense array of ours */
JsValue js_construct_with_array(JsValue callee, JsValue new_target, JsValue args);
/* As js_call, for emitted code: `what` is the callee's source text as V8 would name it in "... is not a function". */
JsValue js_call_error(JsValue callee, const char *what);      /* throws; returns JS_EXCEPTION */
JS_FAST_PATH JsValue js_op_call(JsValue callee, JsValue this_value, uint32_t argc, JsValue *argv, const char *what)
{
    if (js_likely(js_is_kind(callee, JS_KIND_FUNCTION)))
        return js_function(callee)->code->call(js_function(callee), this_value, argc, argv);
    return js_is_callable(callee) ? js_call(callee, this_value, argc, argv) : js_call_error(callee, what);
}
JS_INLINE bool js_is_code(JsValue v, const JsCode *code) { return js_is_kind(v, JS_KIND_FUNCTION) && js_function(v)->code == code; }
JsValue js_op_construct(JsValue callee, uint32_t argc, JsValue *argv, const char *what);      /* `new` */
JsValue js_op_check_super(JsValue parent, JsFunction *active); /* 13.3.7.1 step 5: undefined; TypeError when it is no constructor */
/* Sloppy functions: this_value as 10.2.1.2 OrdinaryCallBindThis makes it. */
JsValue js_op_sloppy_this(JsValue this_value);
/* 10.1.13 with the intrinsic default: %Object.prototype% and friends; a plain object for a base constructor. */
JsValue js_op_create_this(JsValue new_target);
JsValue js_new_closure(const JsCode *code);                   /* captures are JS_UNDEFINED until filled by the caller */
JS_INLINE void js_closure_capture(JsValue closure, uint32_t index, JsValue v) { js_function(closure)->captures[index] = v; }
JsValue js_new_arguments(uint32_t argc, const JsValue *argv, JsValue callee_or_undefined); /* unmapped 10.4.4.6; callee: sloppy */
/* 10.4.4.7: boxes[i] is the JsBox that holds parameter i, or JS_EMPTY where argument i is not mapped (a later parameter of
 * the same name). Entries from argc on are not mapped. */
JsValue js_new_mapped_arguments(uint32_t argc, const JsValue *argv, JsValue callee, uint32_t count, const JsValue *boxes);
JsValue js_new_rest_array(uint32_t argc, const JsValue *argv, uint32_t from);

/* Classes 15.7.14. `parent` is JS_EMPTY without heritage (null is a value). Returns the constructor; its prototype is stored
 * in *ret_prototype. */
JsValue js_op_new_class(JsValue constructor, JsValue parent, JsValue *ret_prototype);

/* ------------------------------------------------------------------------------------------------ literals */
JsValue js_new_object(void);                                  /* {} */
/* An object literal whose shape is known: `keys` atoms in order; the site's cache keeps the shape. Values are stored by the
 * caller in the slots, in order. count is at most JS_LITERAL_MAX. */
typedef struct JsLiteralSite { uint32_t shape; uint32_t bytes; } JsLiteralSite;
enum { JS_LITERAL_MAX = 64 };
JsValue js_new_literal_slow(JsLiteralSite *site, const JsKey *keys, uint32_t count);
extern JsValue *js_no_elements; /* what an object without elements points to */
/* When the site has its shape: the object, whose first `count` slots the caller fills at once. */
JS_FAST_PATH JsValue js_new_literal(const JsLiteralSite *site, uint32_t count)
{
    JsObject *o = js_alloc(site->bytes, true);
    *(uint64_t *)(void *)&o->cell = JS_KIND_OBJECT | (uint64_t)site->shape << 32;
    o->overflow = NULL;
    o->elements = js_no_elements;
    for (JsValue *slot = o->slots + count, *end = (JsValue *)(void *)((char *)o + site->bytes); slot < end; slot++)
        *slot = JS_UNDEFINED;
    return js_value(o);
}
JsValue js_new_array(uint32_t count, const JsValue *values);  /* JS_EMPTY entries are holes */
JsValue js_array_append(JsValue array, JsValue v);            /* for spreads in literals: our own dense array; no throw but memory */
JsValue js_array_append_hole(JsValue array);
JsValue js_array_append_all(JsValue array, JsValue iterable, const char *what); /* `...iterable`; what as for js_iterator_open */
JsValue js_new_regexp_literal(JsValue pattern, JsValue flags, void **site_cache);
JsValue js_template_object(JsValue *site, uint32_t count, const JsValue *cooked, const JsValue *raw); /* cached at *site */
JsValue js_concat_strings(uint32_t count, JsValue *strings);  /* template literals: all are strings */

/* ------------------------------------------------------------------------------------------------ iteration */
/* An open iterator (7.4.1) in C locals. `fast` says that it walks an untouched array without calls. */
typedef struct JsIterator {
    JsValue object;   /* the iterator; or the array itself in fast mode; JS_UNDEFINED when done */
    JsValue next;     /* its next method */
    uint32_t index;
    uint32_t fast;
} JsIterator;
/* 7.4.3, sync, and async with the fallback of 27.1.4; -1 on exception. `what` is the source text of the iterable as V8 would name it in
 * "... is not iterable"; NULL or empty where there is none. */
int js_iterator_open(JsIterator *it, JsValue iterable, const char *what);
int js_iterator_open_async(JsIterator *it, JsValue iterable, const char *what);
JsValue js_iterator_step(JsIterator *it);                      /* the value; JS_EMPTY when done; JS_EXCEPTION */
enum { JS_ITERATOR_FAST_ARRAY = 1 }; /* JsIterator.fast of the walk over an array; others are runtime/exec/iterate.c's */
JS_INLINE bool js_try_iterator_advance(JsIterator *it, JsValue *ret) /* the next of an array's elements, where it is there */
{
    if (js_unlikely(it->fast != JS_ITERATOR_FAST_ARRAY))
        return false;
    const JsObject *o = js_object(it->object);
    if (js_unlikely(it->index >= js_elements(o)->length || o->elements[it->index] == JS_EMPTY))
        return false;
    *ret = o->elements[it->index++];
    return true;
}
JS_FAST_PATH JsValue js_iterator_advance(JsIterator *it)          /* js_iterator_step, an array's elements inline */
{
    JsValue v;
    return js_likely(js_try_iterator_advance(it, &v)) ? v : js_iterator_step(it);
}
int js_iterator_close(JsIterator *it);                         /* 7.4.11 for a normal completion; -1 on exception */
void js_iterator_close_quietly(JsIterator *it);                /* for a throw completion: keeps the pending exception */
/* async forms: next and return give the promise to await; the result object is taken apart by the _value functions */
JsValue js_iterator_call_next(JsIterator *it, JsValue sent);   /* the raw result of next(sent); JS_EMPTY: of next() */
JsValue js_iterator_call_return(JsIterator *it);               /* the raw result of return(), JS_EMPTY when there is none */
JsValue js_iterator_result(JsValue result);                    /* TypeError when no object; the value, or JS_EMPTY when done */
JsValue js_iterator_result_value(JsValue result);              /* get value regardless of done */
JsValue js_iterator_check_object(JsValue result);              /* TypeError when not an object, else undefined */
JsValue js_new_iterator_result(JsValue value, bool done);      /* 7.4.14 */
/* for-in: 14.7.5.9; state is an internal cell */
JsValue js_for_in_open(JsValue object);                        /* nullish gives an empty enumeration */
JsValue js_for_in_next(JsValue state);                         /* a string, or JS_EMPTY at the end */

/* ------------------------------------------------------------------------------------------------ generators and async
 * A suspended function is a frame of saved values and a resume function (a state machine). state: 0 at start, n > 0 at
 * suspension n, -1 completed; the resume function reads it to go on, and sets it (the runtime has journalled the word then).
 * While it runs, the runtime keeps object.cell.aux at 1. */
typedef enum JsResumeMode { JS_RESUME_NEXT, JS_RESUME_THROW, JS_RESUME_RETURN } JsResumeMode;
/* YIELD_RESULT: the value is the iterator result object itself (yield* passes the inner ones on). */
typedef enum JsSuspendKind { JS_SUSPEND_YIELD, JS_SUSPEND_AWAIT, JS_SUSPEND_YIELD_RESULT } JsSuspendKind;
typedef struct JsGenerator JsGenerator;
/* Runs until the next suspension or the end. Returns the yielded or awaited value (state > 0, suspend_kind set), the
 * returned value (state -1), or JS_EXCEPTION (state -1). */
typedef JsValue JsResume(JsGenerator *generator, JsResumeMode mode, JsValue sent);
struct JsGenerator {
    JsObject object;       /* kind GENERATOR, ASYNC_GENERATOR; async functions use kind INTERNAL, never visible */
    JsResume *resume;
    JsFunction *callee;
    int32_t state;
    int32_t suspend_kind;
    JsValue context;       /* async function: its promise; async generator: its request queue; else undefined */
    uint64_t frame_length;
    JsValue frame[];       /* saved values, all initialised to undefined; JavaScript-visible state: stores go through js_store */
};
/* The object of a generator (async generator) function call, prototype from callee.prototype; NULL on exception. */
JsGenerator *js_new_generator(JsFunction *callee, JsResume *resume, uint32_t frame_length);
/* Takes the prototype from there again (27.5.3.1: the object comes after the parameters). */
void js_generator_find_prototype(JsGenerator *g);
/* Async functions: make the frame, store the arguments, then js_async_start runs it to its first await and returns the
 * promise. callee may be NULL (module bodies). */
JsGenerator *js_new_async_frame(JsFunction *callee, JsResume *resume, uint32_t frame_length);
JsValue js_async_start(JsGenerator *frame);
JS_INLINE void js_frame_store(JsGenerator *g, uint32_t i, JsValue v) { js_store(g, &g->frame[i], v); }
/* Emitted code keeps the place to resume at in frame[0], so the runtime may set state -2 before it calls resume. A generator's
 * call runs its resume function once, up to GENERATOR_START, which leaves state 0: an abrupt resumption at state 0 completes the
 * generator without calling resume (27.5.3.3). */
JS_INLINE void js_generator_set_state(JsGenerator *g, int32_t state, int32_t kind)
{
    if (js_unlikely(g->object.cell.flags & JS_SHARED))
        js_journal_record(&g->state); /* one word with suspend_kind */
    g->state = state;
    g->suspend_kind = kind;
}

/* ------------------------------------------------------------------------------------------------ exceptions */
JsValue js_throw(JsValue v);                                   /* sets the pending exception; returns JS_EXCEPTION */
JsValue js_take_exception(void);                               /* the pending exception, cleared */
JsValue js_throw_tdz(JsKey name);                              /* ReferenceError: Cannot access 'x' before initialization */
JsValue js_throw_const_assignment(JsKey name);                 /* TypeError: Assignment to constant variable. */
JsValue js_throw_this_uninitialized(void);                     /* ReferenceError: Must call super constructor ... */
JsValue js_throw_super_called_twice(void);
JsValue js_throw_derived_result(void);                         /* TypeError: Derived constructors may only return object or undefined */
JsValue js_throw_class_call(JsFunction *callee);               /* TypeError: Class constructor X cannot be invoked without 'new' */
JsValue js_throw_not_iterable(JsValue v, const char *what);
/* Destructuring: undefined, or the TypeError "Cannot destructure WHAT as it is undefined"; the value follows `what` when that does not end in a quoted text. */
JsValue js_require_object_coercible(JsValue v, const char *what);
JsValue js_throw_error(int error_type, const char *message);   /* JS_ERROR_*; for what the compiler knows statically */
enum { JS_ERROR_ERROR, JS_ERROR_TYPE, JS_ERROR_RANGE, JS_ERROR_REFERENCE, JS_ERROR_SYNTAX, JS_ERROR_EVAL, JS_ERROR_URI };

/* A place in a function that was inlined, and the line at which the call of it stood: of the compiled function, or, from
 * JS_INLINED_LINES on, of another inlined one. Lines from there on are indices of the unit's table (JsCode.inlined). */
enum { JS_INLINED_LINES = 1 << 30 };
struct JsInlinedPlace { const JsCode *code; uint32_t offset, outer_line; };

/* Call-site positions for stack traces. A frame's return address is looked up in the section that JS_SITE fills (the first
 * entry at or after it), functions in the table that the program registers. Costs no instruction. A row without a code is only a
 * bound of others, as are the entries that the codes name. */
typedef struct JsFunctionAddress { const void *entry; const JsCode *code; } JsFunctionAddress;
void js_add_functions(const JsFunctionAddress *functions, size_t count); /* static tables, one a unit; called by the units' start */
/* A function that runs and is no machine code of its own (the evaluator's): where it is, for stack traces. They stand on the
 * stack, in the C frame that runs the function. */
typedef struct JsActivation {
    struct JsActivation *outer;
    const JsCode *code;
    const uint32_t *position;  /* offset in the module's text */
} JsActivation;
extern JsActivation *js_activation; /* the innermost of the agent that runs, or NULL */

/* ------------------------------------------------------------------------------------------------ resources (9.5)
 * The resources of a scope, in an object that no program sees. What is thrown while they are disposed of is kept: see end. */
JsValue js_resources_new(void);
/* 9.5.4 AddDisposableResource: undefined; JS_EXCEPTION when the value cannot be disposed of. */
JsValue js_resources_add(JsValue resources, JsValue value, bool is_async);
/* 9.5.6 DisposeResources, up to the next await: what to await, or JS_EMPTY when nothing is left. Never an exception. */
JsValue js_resources_next(JsValue resources);
JsValue js_resources_fail(JsValue resources, JsValue error); /* an error was thrown; those before it are suppressed */
JsValue js_resources_end(JsValue resources);                 /* undefined; throws the error of the last failure */

/* ------------------------------------------------------------------------------------------------ modules and program */
typedef struct JsExport { const JsValue *name; JsValue *variable; } JsExport; /* variable: a module variable (of any module) */
typedef enum JsModuleKind { JS_MODULE_ESM, JS_MODULE_COMMONJS, JS_MODULE_JSON, JS_MODULE_SCRIPT } JsModuleKind;
typedef struct JsModule JsModule;
struct JsModule {
    JsCell cell;                 /* marked shared at the freeze: covers the module's variables */
    JsModuleKind kind;
    const char *path;            /* as diagnostics name it */
    /* ESM: undefined, or the promise of a body with top-level await. Scripts: the completion value. CommonJS: see wrapper */
    JsValue (*evaluate)(JsModule *self);
    const JsCode *wrapper;       /* CommonJS: function (exports, require, module, __filename, __dirname) */
    const JsExport *exports;     /* ESM, sorted by name in code unit order */
    uint32_t export_count;
    JsModule *const *requests;   /* ESM: the modules that it imports, in order (16.2.1.5.3); evaluated before it */
    uint32_t request_count;
    const char *json;            /* JSON modules: the text */
    uint32_t json_length;
    JsValue *variables;          /* roots */
    uint32_t variable_count;
    int32_t state;               /* 0 not evaluated, 1 evaluating, 2 evaluated, 3 failed, 4 waits for a promise */
    JsValue namespace;           /* made on demand; CommonJS: the module object; JSON: the value */
    JsValue error;               /* failed: what was thrown; waits: the promise */
    /* ESM, 16.2.1.5: kept by realm/modules.c */
    JsModule *cycle_root;        /* the first module of its cycle that was entered, itself alone mostly; NULL: not known yet */
    JsModule *below;             /* on the stack of those whose cycle is not complete */
    uint64_t order, lowest;      /* when it was entered, counted from 1; the same of the first one on the stack that it leads to */
};
typedef struct JsProgram {
    JsModule **modules;          /* ESM in evaluation order (post-order) first; then the others */
    uint32_t module_count, entry;
    void (*start)(void);         /* interns the units' atoms; called once before any module is evaluated */
    const JsFunctionAddress *functions;
    uint32_t function_count;
    const char *compiler;        /* version text */
    uint32_t flags;              /* JS_PROGRAM_* */
    const char *const *environment; /* names allowed by --env, NULL-terminated */
    const struct JsEvaluator *evaluator; /* what eval and the Function constructors use; NULL: they throw an EvalError */
    const struct JsHost *host;   /* what adds to the globals; NULL: nothing does */
} JsProgram;
enum { JS_PROGRAM_NO_EVAL = 1, JS_PROGRAM_STATE_WORKER = 2, JS_PROGRAM_SERVE = 4,
       JS_PROGRAM_NO_BIGINT = 8, /* the compiler relies on it: making a BigInt must throw a TypeError */
       JS_PROGRAM_FIXED_MATH = 16 /* the compiler relies on it: Math and the global binding of it are frozen */ };

JsValue js_module_namespace(JsModule *module);                 /* 10.4.6 exotic object */
JsValue js_module_require(JsModule *module);                   /* CommonJS/JSON: evaluates on first use; module.exports */
/* Calls `callee` with the specifier of `module`: `require("...")` where only the run shows whether that is CommonJS's own. */
JsValue js_module_require_by(JsValue callee, JsValue this_value, JsValue specifier, JsModule *module);
JsValue js_module_default_of(JsModule *module);                /* `import x from './cjs'`: module.exports (already evaluated) */
JsValue js_module_named_of(JsModule *module, JsKey name);      /* `import { x } from './cjs'`; undefined when absent */
JsValue js_module_import(JsModule *module);                    /* dynamic import of a known module: promise of its namespace */
JsValue js_module_import_failed(const char *message);          /* import() of what is not there: a promise rejected with an Error */
/* 13.3.10.2 steps 5 to 10: the specifier as a text; with the attribute `type`, a newline and its value follow. */
JsValue js_module_import_request(JsValue specifier, JsValue options);
JsValue js_module_import_rejected(JsValue reason);             /* a rejected promise */
JsValue js_import_meta(JsModule *module);

/* ------------------------------------------------------------------------------------------------ source text at run time
 * The compiler and the evaluator of its IR are a library of their own (compiler/evaluate), which only programs link that use
 * it. It is reached through JsProgram.evaluator alone. */
typedef enum JsEvalKind {
    JS_EVAL_SCRIPT,              /* 16.1.6 ScriptEvaluation: its let, const and class are seen by later scripts */
    JS_EVAL_INDIRECT,            /* 19.2.1.1 PerformEval, direct false: global code with lexical names of its own */
    JS_EVAL_DIRECT               /* the same, direct true: in the scopes that `scopes` describes */
} JsEvalKind;
typedef struct JsEvalSource {
    JsEvalKind kind;
    JsString *text;
    const char *scopes;          /* DIRECT: the scopes around the call (compiler/scope/caller.c); else NULL */
    uint32_t value_count;        /* DIRECT: what the scopes hold, in the order in which `scopes` lists it; */
    const JsValue *values;       /* ... the code's body captures them */
} JsEvalSource;
typedef struct JsEvalResult {
    JsValue function;            /* runs the code when it is called without arguments, and gives the completion value; or JS_EMPTY */
    int error_type;              /* then: JS_ERROR_SYNTAX for what the specification refuses early, JS_ERROR_EVAL for what the */
    char message[256];           /* compiler does not support */
} JsEvalResult;
typedef struct JsEvaluator {
    /* Compiles the source, whose text comes as UTF-8. Needs a stack of megabytes; others may run meanwhile, and the agent may be
     * ended. Throws nothing. */
    void (*compile)(const JsEvalSource *source, const char *text, size_t length, JsEvalResult *ret_result);
} JsEvaluator;
extern const JsEvaluator js_evaluator; /* of the library */
/* The same through the program's evaluator: an EvalError where it has none, or --no-eval forbids it. */
JsValue js_eval_source(const JsEvalSource *source);

/* A host with globals of its own (ECMA-262 9.7): only programs that name it in JsProgram.host link it. */
typedef struct JsHost {
    void (*install)(void);       /* called once, in the realm that was just made */
    bool ignores_rejections;     /* a rejected promise that nobody handles is no error */
} JsHost;
extern const JsHost js_test262_host; /* what the conformance suite test262 asks of its host (INTERPRETING.md there): print, $262 */

/* `sinew run --batch`: programs that run one after the other, each in a process of its own (compiler/driver/batch.h). */
typedef const JsProgram *JsLibrary(void);
typedef struct JsBatchRow {
    uint32_t number;             /* the line in the list */
    JsLibrary *program;          /* NULL: the end */
    JsLibrary *const *before;    /* scripts that run before it, NULL-terminated */
} JsBatchRow;
int js_batch_main(int argc, char **argv, const JsBatchRow *rows);
/* The whole run: realm, start, modules, then server or event loop. Returns the exit status. */
int js_main(int argc, char **argv, const JsProgram *program);
