/* Flat strings, ropes and slices.
 *
 * Invariant: a slice's left is flat and no slice itself; a rope turns into a slice of its flat text in one step at the end of
 * flattening, so that an agent that ends in between leaves it as it was. The text of a shared rope lies in the shared heap. */
#include "string/internal.h"
#include "value/throw.h"

enum { ROPE_LENGTH_MIN = 24, SLICE_LENGTH_MIN = 32, ROPE_PENDING_MAX = 40, STRIP = 16384 };

/* ------------------------------------------------------------------------------------------------ making */
size_t string_bytes(size_t length, bool is_wide)
{
    size_t bytes = offsetof(JsString, u) + (is_wide ? length * 2 : length);
    bytes = (bytes + 7) & ~(size_t)7;
    return bytes < sizeof(JsString) ? sizeof(JsString) : bytes;
}

static JsString *string_init(JsString *s, size_t length, uint32_t flags)
{
    s->cell = (JsCell){JS_KIND_STRING, (uint8_t)flags, 0, (uint32_t)length};
    s->hash = 0;
    s->offset = 0;
    return s;
}

JsString *string_alloc(size_t length, bool is_wide)
{
    return string_init(js_alloc(string_bytes(length, is_wide), false), length, is_wide ? JS_STRING_WIDE : 0);
}

JsString *string_alloc_shared(size_t length, bool is_wide)
{
    uint32_t flags = (is_wide ? JS_STRING_WIDE : 0) | (heap_is_frozen ? JS_SHARED : 0);
    return string_init(heap_alloc_shared(string_bytes(length, is_wide), false), length, flags);
}

static bool check_length(uint64_t length)
{
    if (js_likely(length <= JS_STRING_LENGTH_MAX))
        return true;
    js_throw_range_error("Invalid string length");
    return false;
}

JsString *js_string_new_latin1(size_t length)
{
    return check_length(length) ? string_alloc(length, false) : NULL;
}

JsString *js_string_new_wide(size_t length)
{
    return check_length(length) ? string_alloc(length, true) : NULL;
}

JsValue js_string_from_latin1(const uint8_t *text, size_t length)
{
    if (length == 1)
        return js_string_from_code_unit(text[0]);
    if (!length)
        return js_empty_string;
    JsString *s = TRY_PTR(js_string_new_latin1(length));
    heap_copy(s->u.latin1, text, length);
    return js_value(s);
}

static bool is_all_latin1(const uint16_t *text, size_t length)
{
    uint16_t all = 0;
    for (size_t i = 0; i < length; i++)
        all |= text[i];
    return all < 256;
}

JsValue js_string_from_utf16(const uint16_t *text, size_t length)
{
    if (length == 1)
        return js_string_from_code_unit(text[0]);
    if (!length)
        return js_empty_string;
    if (!is_all_latin1(text, length)) {
        JsString *s = TRY_PTR(js_string_new_wide(length));
        heap_copy(s->u.wide, text, length * 2);
        return js_value(s);
    }
    JsString *s = TRY_PTR(js_string_new_latin1(length));
    for (size_t i = 0; i < length; i++)
        s->u.latin1[i] = (uint8_t)text[i];
    return js_value(s);
}

JsValue js_string_from_ascii(const char *text)
{
    return js_string_from_latin1((const uint8_t *)text, strlen(text));
}

JsValue js_string_from_code_point(uint32_t code_point)
{
    if (code_point < 0x10000)
        return js_string_from_code_unit((uint16_t)code_point);
    uint16_t pair[2] = {(uint16_t)(0xD7C0 + (code_point >> 10)), (uint16_t)(0xDC00 | (code_point & 0x3ff))};
    return js_string_from_utf16(pair, 2);
}

/* ------------------------------------------------------------------------------------------------ flattening */
static JsChars flat_chars(JsString *s)
{
    JsString *owner = s;
    uint32_t offset = 0;
    if (s->cell.flags & JS_STRING_SLICE) {
        owner = s->u.rope.left;
        offset = s->offset;
    }
    if (owner->cell.flags & JS_STRING_WIDE)
        return (JsChars){NULL, owner->u.wide + offset, s->cell.word};
    return (JsChars){owner->u.latin1 + offset, NULL, s->cell.word};
}

typedef void CopyBytes(void *to, const void *from, size_t bytes);

/* Without yields: nobody else may flatten the same string meanwhile. */
static void copy_at_once(void *to, const void *from, size_t bytes) { memcpy(to, from, bytes); }

static void widen(uint16_t *to, const uint8_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = from[i];
}

/* In strips that may yield. */
void string_widen(uint16_t *to, const uint8_t *from, size_t count)
{
    for (size_t at = 0; at < count; at += STRIP) {
        widen(to + at, from + at, count - at < STRIP ? count - at : STRIP);
        if (count > STRIP)
            js_charge(STRIP / 4);
    }
}

static void copy_flat(JsString *from, void *to, uint32_t at, bool is_wide, CopyBytes *copy)
{
    JsChars c = flat_chars(from);
    uint16_t *wide = (uint16_t *)to + at;
    if (!is_wide)
        copy((uint8_t *)to + at, c.latin1, c.length);
    else if (c.wide)
        copy(wide, c.wide, (size_t)c.length * 2);
    else if (copy == copy_at_once)
        widen(wide, c.latin1, c.length);
    else
        string_widen(wide, c.latin1, c.length);
}

/* Where both sides of a rope are ropes, the shorter one is walked first and the longer one waits: each wait halves the length,
 * so few can be waiting. */
static void copy_rope(JsString *rope, void *to, bool is_wide, CopyBytes *copy)
{
    struct { JsString *node; uint32_t at; } pending[ROPE_PENDING_MAX];
    uint32_t pending_count = 0, at = 0;
    JsString *node = rope;
    for (;;) {
        if (copy != copy_at_once)
            js_charge(8);
        if (!(node->cell.flags & JS_STRING_ROPE)) {
            copy_flat(node, to, at, is_wide, copy);
            if (!pending_count)
                return;
            pending_count--;
            node = pending[pending_count].node;
            at = pending[pending_count].at;
            continue;
        }
        JsString *left = node->u.rope.left, *right = node->u.rope.right;
        uint32_t right_at = at + left->cell.word;
        if (!(right->cell.flags & JS_STRING_ROPE)) {
            copy_flat(right, to, right_at, is_wide, copy);
            node = left;
        } else if (!(left->cell.flags & JS_STRING_ROPE)) {
            copy_flat(left, to, at, is_wide, copy);
            node = right;
            at = right_at;
        } else if (left->cell.word <= right->cell.word) {
            pending[pending_count].node = right;
            pending[pending_count++].at = right_at;
            node = left;
        } else {
            pending[pending_count].node = left;
            pending[pending_count++].at = at;
            node = right;
            at = right_at;
        }
    }
}

static JS_NOINLINE void string_flatten(JsString *s)
{
    bool is_wide = s->cell.flags & JS_STRING_WIDE;
    uint32_t length = s->cell.word;
    bool is_shared = s->cell.flags & JS_SHARED;
    JsString *flat = is_shared ? string_alloc_shared(length, is_wide) : string_alloc(length, is_wide);
    copy_rope(s, flat->u.latin1, is_wide, is_shared ? copy_at_once : heap_copy);
    s->u.rope.left = flat;
    s->u.rope.right = NULL;
    s->offset = 0;
    s->cell.flags = (uint8_t)((s->cell.flags & ~JS_STRING_ROPE) | JS_STRING_SLICE);
    js_charge(length / 4);
}

JsChars js_string_chars_slow(JsString *s)
{
    if (js_unlikely(s->cell.flags & JS_STRING_ROPE))
        string_flatten(s);
    return flat_chars(s);
}

uint16_t js_string_at(JsString *s, uint32_t i)
{
    return js_chars_at(js_string_chars(s), i);
}

uint32_t js_string_code_point_at(JsString *s, uint32_t i, uint32_t *ret_units)
{
    JsChars c = js_string_chars(s);
    uint32_t first = js_chars_at(c, i);
    *ret_units = 1;
    if ((first & 0xFC00) != 0xD800 || i + 1 >= c.length)
        return first;
    uint32_t second = js_chars_at(c, i + 1);
    if ((second & 0xFC00) != 0xDC00)
        return first;
    *ret_units = 2;
    return 0x10000 + ((first & 0x3ff) << 10) + (second & 0x3ff);
}

void js_string_copy_utf16(JsString *s, uint32_t from, uint32_t count, uint16_t *out)
{
    JsChars c = js_string_chars(s);
    if (c.wide) {
        heap_copy(out, c.wide + from, (size_t)count * 2);
        return;
    }
    string_widen(out, c.latin1 + from, count);
}

/* ------------------------------------------------------------------------------------------------ operations */
static JsValue concat_flat(JsString *a, JsString *b, uint32_t length, bool is_wide)
{
    JsString *s = string_alloc(length, is_wide);
    copy_flat(a, s->u.latin1, 0, is_wide, heap_copy);
    copy_flat(b, s->u.latin1, a->cell.word, is_wide, heap_copy);
    return js_value(s);
}

JsValue js_string_concat(JsString *a, JsString *b)
{
    if (!a->cell.word)
        return js_value(b);
    if (!b->cell.word)
        return js_value(a);
    uint64_t length = (uint64_t)a->cell.word + b->cell.word;
    if (!check_length(length))
        return JS_EXCEPTION;
    uint32_t wide = (a->cell.flags | b->cell.flags) & JS_STRING_WIDE;
    if (length < ROPE_LENGTH_MIN)
        return concat_flat(a, b, (uint32_t)length, wide);
    JsString *s = string_init(js_alloc(sizeof *s, true), length, JS_STRING_ROPE | wide);
    s->u.rope.left = a;
    s->u.rope.right = b;
    return js_value(s);
}

JsValue js_string_substring(JsString *s, uint32_t from, uint32_t to)
{
    uint32_t length = to - from;
    if (length == s->cell.word)
        return js_value(s);
    JsChars c = js_string_chars(s);
    if (length < SLICE_LENGTH_MIN)
        return c.latin1 ? js_string_from_latin1(c.latin1 + from, length) : js_string_from_utf16(c.wide + from, length);
    uint32_t wide = c.wide ? JS_STRING_WIDE : 0;
    JsString *slice = string_init(js_alloc(sizeof *slice, true), length, JS_STRING_SLICE | wide);
    bool is_slice = s->cell.flags & JS_STRING_SLICE;
    slice->u.rope.left = is_slice ? s->u.rope.left : s;
    slice->u.rope.right = NULL;
    slice->offset = (is_slice ? s->offset : 0) + from;
    return js_value(slice);
}

static bool chars_equal(JsChars a, JsChars b)
{
    if (a.latin1 && b.latin1)
        return !memcmp(a.latin1, b.latin1, a.length);
    if (a.wide && b.wide)
        return !memcmp(a.wide, b.wide, (size_t)a.length * 2);
    for (uint32_t i = 0; i < a.length; i++) {
        if (js_chars_at(a, i) != js_chars_at(b, i))
            return false;
    }
    return true;
}

static bool are_different_atoms(const JsString *a, const JsString *b)
{
    return (a->cell.flags & b->cell.flags & JS_STRING_ATOM) && !((a->cell.flags ^ b->cell.flags) & JS_STRING_OWN);
}

bool js_string_equals(JsString *a, JsString *b)
{
    if (a == b)
        return true;
    if (a->cell.word != b->cell.word || are_different_atoms(a, b))
        return false;
    if (a->hash && b->hash && a->hash != b->hash)
        return false;
    if (a->cell.word > 1024)
        js_charge(a->cell.word / 16);
    return chars_equal(js_string_chars(a), js_string_chars(b));
}

int js_string_compare(JsString *a, JsString *b)
{
    if (a == b)
        return 0;
    JsChars x = js_string_chars(a), y = js_string_chars(b);
    uint32_t common = x.length < y.length ? x.length : y.length;
    if (common > 1024)
        js_charge(common / 16);
    if (x.latin1 && y.latin1) {
        int order = memcmp(x.latin1, y.latin1, common);
        if (order)
            return order;
    } else {
        for (uint32_t i = 0; i < common; i++) {
            int order = (int)js_chars_at(x, i) - (int)js_chars_at(y, i);
            if (order)
                return order;
        }
    }
    return x.length < y.length ? -1 : x.length > y.length;
}

bool js_string_equals_ascii(JsString *s, const char *text)
{
    size_t length = strlen(text);
    if (s->cell.word != length)
        return false;
    JsChars c = js_string_chars(s);
    for (size_t i = 0; i < length; i++) {
        if (js_chars_at(c, (uint32_t)i) != (uint8_t)text[i])
            return false;
    }
    return true;
}

static bool matches_at(JsChars text, uint32_t at, JsChars pattern)
{
    for (uint32_t i = 0; i < pattern.length; i++) {
        if (js_chars_at(text, at + i) != js_chars_at(pattern, i))
            return false;
    }
    return true;
}

/* Work is counted in rounds of this many positions, so that a long search can be preempted. */
enum { SEARCH_ROUND = 4096 };

static int64_t index_of_narrow(JsChars text, JsChars pattern, uint32_t from)
{
    uint32_t last = text.length - pattern.length;
    while (from <= last) {
        uint32_t round = last - from + 1 < SEARCH_ROUND ? last - from + 1 : SEARCH_ROUND;
        const uint8_t *end = text.latin1 + from + round + pattern.length - 1;
        const uint8_t *hit = memmem(text.latin1 + from, (size_t)(end - (text.latin1 + from)), pattern.latin1, pattern.length);
        if (hit)
            return hit - text.latin1;
        from += round;
        js_charge(round / 4 + 1);
    }
    return -1;
}

int64_t js_string_index_of(JsString *s, JsString *pattern, uint32_t from)
{
    JsChars text = js_string_chars(s), sought = js_string_chars(pattern);
    if (from > text.length || sought.length > text.length - from)
        return -1;
    if (!sought.length)
        return from;
    if (text.latin1 && sought.latin1)
        return index_of_narrow(text, sought, from);
    uint16_t first = js_chars_at(sought, 0);
    uint32_t last = text.length - sought.length;
    for (uint32_t i = from; i <= last; i++) {
        if (js_chars_at(text, i) == first && matches_at(text, i, sought))
            return i;
        if (i % SEARCH_ROUND == SEARCH_ROUND - 1)
            js_charge(SEARCH_ROUND);
    }
    return -1;
}

int64_t js_string_last_index_of(JsString *s, JsString *pattern, uint32_t from)
{
    JsChars text = js_string_chars(s), sought = js_string_chars(pattern);
    if (sought.length > text.length)
        return -1;
    uint32_t last = text.length - sought.length;
    for (int64_t i = from < last ? from : last; i >= 0; i--) {
        if (matches_at(text, (uint32_t)i, sought))
            return i;
        if (i % SEARCH_ROUND == 0)
            js_charge(SEARCH_ROUND);
    }
    return -1;
}

JsValue js_concat_strings(uint32_t count, JsValue *strings)
{
    if (!count)
        return js_empty_string;
    if (count <= 2)
        return count == 1 ? strings[0] : js_string_concat(js_string(strings[0]), js_string(strings[1]));
    uint64_t length = 0;
    uint32_t flags = 0;
    for (uint32_t i = 0; i < count; i++) {
        length += js_string(strings[i])->cell.word;
        flags |= js_string(strings[i])->cell.flags;
    }
    if (!check_length(length))
        return JS_EXCEPTION;
    if (length > 256 || (flags & JS_STRING_ROPE)) {
        JsValue sum = strings[0];
        for (uint32_t i = 1; i < count; i++)
            sum = TRY(js_string_concat(js_string(sum), js_string(strings[i])));
        return sum;
    }
    bool is_wide = flags & JS_STRING_WIDE;
    JsString *s = string_alloc(length, is_wide);
    uint32_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        copy_flat(js_string(strings[i]), s->u.latin1, at, is_wide, heap_copy);
        at += js_string(strings[i])->cell.word;
    }
    return js_value(s);
}
