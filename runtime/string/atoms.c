/* Atoms: the table of interned strings, property keys, symbols, and texts of numbers.
 *
 * Invariants: for one agent, two atoms with one text are one pointer; no atom's text is an array index; atoms have their hash, are
 * flat and no slices. Shared ones lie in the shared heap and live for ever (the table is a root); a request's own names
 * (JS_STRING_OWN) are its own, unless they come in other requests too and there is room for them among the shared ones. */
#include "string/internal.h"
#include "string/names.h"
#include "value/number.h"
#include <stdlib.h>
#include <sys/random.h>

enum { TABLE_FIRST = 4096, MOVED_AT_ONCE = 8, SMALL_INT_TEXTS = 1024, SHARED_LENGTH_MAX = 256, ATOM_COST = 64, OWN_WORK = 200 };

typedef struct AtomTable { JsString **atoms; uint32_t size; } AtomTable; /* open addressing; malloc */

JsValue js_atoms[ATOM_COUNT];
JsValue js_symbols[SYM_COUNT];
static AtomTable table, before;     /* before: while it is being moved into the larger one, else empty */
static uint32_t moved, atom_count;
static JsValue unit_strings[256];
static JsValue small_int_texts[SMALL_INT_TEXTS];
static uint32_t hash_seed;
static uint32_t symbol_count;

static uint32_t hash_finish(uint32_t h)
{
    h ^= h >> 15;
    h *= 0x2C1B3C6D;
    h ^= h >> 13;
    return h ? h : 1;
}

static uint32_t hash_latin1(const uint8_t *text, uint32_t length)
{
    uint32_t h = hash_seed;
    for (uint32_t i = 0; i < length; i++)
        h = (h ^ text[i]) * 0x01000193 + (h >> 17);
    return hash_finish(h);
}

uint32_t js_string_hash(JsString *s)
{
    if (s->hash)
        return s->hash;
    JsChars c = js_string_chars(s);
    if (c.latin1)
        return s->hash = hash_latin1(c.latin1, c.length);
    uint32_t h = hash_seed;
    for (uint32_t i = 0; i < c.length; i++)
        h = (h ^ c.wide[i]) * 0x01000193 + (h >> 17);
    return s->hash = hash_finish(h);
}

static void table_insert(AtomTable *to, JsString *atom)
{
    uint32_t i = atom->hash & (to->size - 1);
    while (to->atoms[i])
        i = (i + 1) & (to->size - 1);
    to->atoms[i] = atom;
}

/* What is still to be moved from the table before: a few at each addition, so that none takes long. */
static void table_move_some(void)
{
    uint32_t end = moved + MOVED_AT_ONCE < before.size ? moved + MOVED_AT_ONCE : before.size;
    for (; moved < end; moved++) {
        if (before.atoms[moved])
            table_insert(&table, before.atoms[moved]);
    }
    if (moved == before.size) {
        free(before.atoms);
        before = (AtomTable){0};
        moved = 0;
    }
}

static void table_grow(void)
{
    while (before.size)
        table_move_some();
    before = table;
    table.size = table.size ? table.size * 2 : TABLE_FIRST;
    table.atoms = calloc(table.size, sizeof *table.atoms);
    if (!table.atoms)
        abort();
}

static JsString *table_find(const AtomTable *in, JsString *s, uint32_t hash)
{
    if (!in->size)
        return NULL;
    for (uint32_t i = hash & (in->size - 1); in->atoms[i]; i = (i + 1) & (in->size - 1)) {
        if (in->atoms[i]->hash == hash && js_string_equals(in->atoms[i], s))
            return in->atoms[i];
    }
    return NULL;
}

static JsString *table_find_latin1(const AtomTable *in, const uint8_t *text, uint32_t length, uint32_t hash)
{
    if (!in->size)
        return NULL;
    for (uint32_t i = hash & (in->size - 1); in->atoms[i]; i = (i + 1) & (in->size - 1)) {
        JsString *atom = in->atoms[i];
        if (atom->hash == hash && js_string_is_latin1(atom, text, length))
            return atom;
    }
    return NULL;
}

static void table_add(JsString *atom)
{
    if (++atom_count > table.size / 2)
        table_grow();
    if (before.size)
        table_move_some();
    table_insert(&table, atom);
}

uint32_t string_shared_atom_count(void)
{
    return atom_count;
}

static void push_table(const AtomTable *pushed)
{
    if (pushed->size)
        heap_push_roots(pushed->atoms, pushed->atoms + pushed->size);
}

static void push_tables(void)
{
    push_table(&table);
    push_table(&before);
}

/* A copy that can be an atom: flat, shared. */
static JsString *shared_copy(JsString *s)
{
    JsChars c = js_string_chars(s);
    JsString *copy = string_alloc_shared(c.length, c.wide);
    if (c.wide)
        memcpy(copy->u.wide, c.wide, (size_t)c.length * 2);
    else
        memcpy(copy->u.latin1, c.latin1, c.length);
    copy->hash = s->hash;
    return copy;
}

static bool is_flat(const JsString *s)
{
    return !(s->cell.flags & (JS_STRING_ROPE | JS_STRING_SLICE));
}

static JsString *shared_atom(JsString *s)
{
    JsString *atom = is_flat(s) && !heap_region ? s : shared_copy(s);
    atom->cell.flags |= JS_STRING_ATOM;
    table_add(atom);
    return atom;
}

static JsString *own_atom(JsString *s)
{
    JsString *atom = s;
    if (!is_flat(s) || s->cell.flags & JS_SHARED) {
        JsChars c = js_string_chars(s);
        size_t bytes = c.wide ? (size_t)c.length * 2 : c.length;
        atom = string_alloc(c.length, c.wide);
        heap_copy(atom->u.latin1, c.wide ? (const void *)c.wide : c.latin1, bytes);
        atom->hash = s->hash;
    }
    atom->cell.flags |= JS_STRING_ATOM | JS_STRING_OWN;
    names_add_own(&atom->cell);
    js_charge(OWN_WORK);
    return atom;
}

/* A name that comes again in another request (its own names are found before it gets here) is likely to go on coming. */
static bool is_worth_sharing(const JsString *s)
{
    static uint32_t seen[1 << 14];
    uint32_t *place = &seen[s->hash >> 18];
    if (s->cell.word > SHARED_LENGTH_MAX)
        return false;
    if (*place == s->hash)
        return heap_take_shared_budget(sizeof *s + s->cell.word * 2 + ATOM_COST);
    *place = s->hash;
    return false;
}

/* is_lasting: the text is one of the runtime's, of which there are few; it is shared at once. */
static JsString *intern(JsString *s, bool is_lasting)
{
    if (s->cell.flags & JS_STRING_ATOM)
        return s;
    uint32_t hash = js_string_hash(s);
    bool is_isolated = heap_is_isolated();
    JsString *found = is_isolated ? (JsString *)names_find_own(JS_KIND_STRING, s, hash) : NULL;
    if (!found)
        found = table_find(&table, s, hash);
    if (!found)
        found = table_find(&before, s, hash);
    if (found)
        return found;
    return is_isolated && !is_lasting && !is_worth_sharing(s) ? own_atom(s) : shared_atom(s);
}

static bool is_index(JsString *s, uint32_t *ret_index)
{
    if (s->cell.word > 10 || !s->cell.word)
        return false;
    JsChars c = js_string_chars(s);
    if ((uint32_t)js_chars_at(c, 0) - '0' > 9)
        return false;
    uint8_t narrow[10];
    for (uint32_t i = 0; i < c.length; i++) {
        uint16_t unit = js_chars_at(c, i);
        if (unit > 0xFF)
            return false;
        narrow[i] = (uint8_t)unit;
    }
    return number_is_index_latin1(narrow, c.length, ret_index);
}

static JsValue atom_of(JsString *s, bool is_lasting)
{
    uint32_t index;
    if (!(s->cell.flags & JS_STRING_ATOM) && is_index(s, &index))
        return js_value(s);
    return js_value(intern(s, is_lasting));
}

JsValue js_atom_of(JsString *s)
{
    return atom_of(s, false);
}

JsKey js_string_to_key(JsString *s)
{
    uint32_t index;
    if (s->cell.flags & JS_STRING_ATOM)
        return js_value(s);
    if (is_index(s, &index))
        return js_index_key(index);
    return js_value(intern(s, false));
}

static JsValue find_known(const uint8_t *text, uint32_t length, uint32_t hash)
{
    JsString *atom = table_find_latin1(&table, text, length, hash);
    if (!atom)
        atom = table_find_latin1(&before, text, length, hash);
    JsString *own = atom && heap_is_isolated() ? (JsString *)names_find_own(JS_KIND_STRING, atom, hash) : NULL;
    return own ? js_value(own) : atom ? js_value(atom) : JS_EMPTY;
}

JsValue js_known_atom(const uint8_t *text, uint32_t length)
{
    return find_known(text, length, hash_latin1(text, length));
}

/* No string is made of a text that has its atom already, as many of the runtime's and of programs have. */
static JsValue atom_from_latin1(const uint8_t *text, uint32_t length, bool is_lasting)
{
    uint32_t hash = hash_latin1(text, length);
    JsValue known = find_known(text, length, hash);
    if (known != JS_EMPTY)
        return known;
    JsString *s = js_string(js_string_from_latin1(text, length));
    s->hash = hash;
    return atom_of(s, is_lasting);
}

JsValue js_atom_from_ascii(const char *text)
{
    return atom_from_latin1((const uint8_t *)text, (uint32_t)strlen(text), true);
}

JsKey js_key_from_ascii(const char *text)
{
    uint32_t index;
    bool is_index = number_is_index_latin1((const uint8_t *)text, strlen(text), &index);
    return is_index ? js_index_key(index) : js_atom_from_ascii(text);
}

JsValue js_atom_from_text(const char *text, size_t length)
{
    const uint8_t *bytes = (const uint8_t *)text;
    return js_is_ascii(bytes, length) ? atom_from_latin1(bytes, (uint32_t)length, false)
                                      : js_atom_of(js_string(js_string_from_wtf8(text, length)));
}

void js_intern_table(const char *texts, const uint32_t *lengths, JsValue *out, size_t count)
{
    for (size_t i = 0; i < count; texts += lengths[i++])
        out[i] = js_atom_from_text(texts, lengths[i]);
    js_add_roots(out, out + count);
}

JsValue js_key_to_value(JsKey key)
{
    return js_key_is_index(key) ? js_number_to_string(js_uint(js_key_index(key))) : key;
}

JsKey js_key_from_double(double index)
{
    if (index < 4294967295.0)
        return js_index_key((uint32_t)index);
    return js_value(intern(js_string(js_double_to_string(index)), false));
}

JsValue js_string_from_code_unit(uint16_t unit)
{
    if (unit < 256)
        return unit_strings[unit];
    JsString *s = string_alloc(1, true);
    s->u.wide[0] = unit;
    return js_value(s);
}

JsValue js_double_to_string(double d)
{
    char text[NUMBER_TEXT_MAX];
    return js_string_from_latin1((const uint8_t *)text, number_print(d, text));
}

static JsValue int_to_string(int32_t i)
{
    char text[16];
    if (i < 0 || i >= SMALL_INT_TEXTS)
        return js_string_from_latin1((const uint8_t *)text, number_print_int(i, text));
    if (small_int_texts[i])
        return small_int_texts[i];
    uint32_t length = number_print_int(i, text);
    JsString *s = string_alloc_shared(length, false);
    memcpy(s->u.latin1, text, length);
    return small_int_texts[i] = js_value(s);
}

JsValue js_number_to_string(JsValue number)
{
    if (js_is_int(number))
        return int_to_string(js_as_int(number));
    double d = js_as_double(number);
    if (d >= -2147483648.0 && d <= 2147483647.0 && d == (int32_t)d)
        return int_to_string((int32_t)d);
    return js_double_to_string(d);
}

double js_string_to_number(JsString *s)
{
    JsChars c = js_string_chars(s);
    return c.latin1 ? number_from_latin1(c.latin1, c.length) : number_from_utf16(c.wide, c.length);
}

JsValue js_new_symbol(JsValue description, JsSymbolKind kind)
{
    bool is_permanent = kind == JS_SYMBOL_REGISTERED || kind == JS_SYMBOL_WELL_KNOWN;
    JsSymbol *symbol = is_permanent ? heap_alloc_shared(sizeof *symbol, true) : js_alloc(sizeof *symbol, true);
    symbol->cell = (JsCell){JS_KIND_SYMBOL, 0, (uint16_t)kind, 0};
    symbol->hash = hash_finish(++symbol_count * 0x9E3779B9u);
    symbol->unused = 0;
    symbol->description = description;
    return js_value(symbol);
}

void string_start(void)
{
    if (getrandom(&hash_seed, sizeof hash_seed, GRND_NONBLOCK) != sizeof hash_seed)
        hash_seed = 0x811C9DC5;
    table_grow();
    heap_add_root_pusher(push_tables);
    js_add_roots(js_atoms, js_atoms + ATOM_COUNT);
    js_add_roots(js_symbols, js_symbols + SYM_COUNT);
    js_add_roots(unit_strings, unit_strings + 256);
    js_add_roots(small_int_texts, small_int_texts + SMALL_INT_TEXTS);
    js_atoms[ATOM_empty] = js_value(intern(string_alloc_shared(0, false), true));
    for (uint32_t i = 0; i < 256; i++) {
        JsString *s = string_alloc_shared(1, false);
        s->u.latin1[0] = (uint8_t)i;
        unit_strings[i] = js_atom_of(s);
    }
#define ATOM(name) js_atoms[ATOM_##name] = js_atom_from_ascii(#name);
#define ATOM_TEXT(name, text) js_atoms[ATOM_##name] = js_atom_from_ascii(text);
#define SYMBOL(name) js_symbols[SYM_##name] = js_new_symbol(js_atom_from_ascii("Symbol." #name), JS_SYMBOL_WELL_KNOWN);
#include "atoms.def"
#undef ATOM
#undef ATOM_TEXT
#undef SYMBOL
}
