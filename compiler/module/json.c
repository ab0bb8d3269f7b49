/* The JSON reader: one loop over the text, with the tree's own parent links as its stack. */
#include "module/json.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/utf.h"

typedef struct Reader {
    Arena *arena;
    const char *start, *at, *end;
    StrBuf text; /* Of the string being read. */
} Reader;

static void skip_space(Reader *reader)
{
    while (reader->at < reader->end && strchr(" \t\r\n", *reader->at) && *reader->at)
        reader->at++;
}

static bool take(Reader *reader, char byte)
{
    if (reader->at >= reader->end || *reader->at != byte)
        return false;
    reader->at++;
    return true;
}

static bool take_word(Reader *reader, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length))
        return false;
    reader->at += length;
    return true;
}

static int hex_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    char lower = (char)(digit | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

static bool read_unit(Reader *reader, uint32_t *ret_unit)
{
    uint32_t unit = 0;
    for (int i = 0; i < 4; i++) {
        int digit = reader->at < reader->end ? hex_value(*reader->at) : -1;
        if (digit < 0)
            return false;
        unit = unit << 4 | (uint32_t)digit;
        reader->at++;
    }
    *ret_unit = unit;
    return true;
}

/* After `\u`. A pair of escapes is one code point. */
static bool read_unicode_escape(Reader *reader)
{
    uint32_t unit;
    if (!read_unit(reader, &unit))
        return false;
    const char *after = reader->at;
    uint32_t trail;
    if (utf16_is_lead(unit) && take_word(reader, "\\u") && read_unit(reader, &trail) && utf16_is_trail(trail))
        unit = utf16_combine(unit, trail);
    else
        reader->at = after;
    strbuf_add_utf8(&reader->text, unit);
    return true;
}

static bool read_escape(Reader *reader)
{
    static const char names[] = "\"\\/bfnrt";
    static const char values[] = "\"\\/\b\f\n\r\t";
    if (take(reader, 'u'))
        return read_unicode_escape(reader);
    const char *name = reader->at < reader->end && *reader->at ? strchr(names, *reader->at) : NULL;
    if (!name)
        return false;
    strbuf_addc(&reader->text, values[name - names]);
    reader->at++;
    return true;
}

/* After the opening quote. */
static bool read_string(Reader *reader, const char **ret_text, size_t *ret_length)
{
    strbuf_clear(&reader->text);
    while (!take(reader, '"')) {
        if (reader->at >= reader->end || (unsigned char)*reader->at < ' ')
            return false;
        if (!take(reader, '\\'))
            strbuf_addc(&reader->text, *reader->at++);
        else if (!read_escape(reader))
            return false;
    }
    *ret_text = arena_strndup(reader->arena, strbuf_text(&reader->text), reader->text.length);
    *ret_length = reader->text.length;
    return true;
}

static bool skip_digits(Reader *reader)
{
    const char *start = reader->at;
    while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9')
        reader->at++;
    return reader->at > start;
}

static bool read_number(Reader *reader, Json *value)
{
    const char *start = reader->at;
    take(reader, '-');
    if (!take(reader, '0') && !skip_digits(reader))
        return false;
    if (take(reader, '.') && !skip_digits(reader))
        return false;
    if (take(reader, 'e') || take(reader, 'E')) {
        if (!take(reader, '+'))
            take(reader, '-');
        if (!skip_digits(reader))
            return false;
    }
    value->kind = JSON_NUMBER;
    value->length = (size_t)(reader->at - start);
    value->text = arena_strndup(reader->arena, start, value->length);
    return true;
}

/* Reads a value; of an array or object only the opening bracket. */
static bool read_start(Reader *reader, Json *value)
{
    if (take(reader, '"')) {
        value->kind = JSON_STRING;
        return read_string(reader, &value->text, &value->length);
    }
    if (take(reader, '{')) {
        value->kind = JSON_OBJECT;
        return true;
    }
    if (take(reader, '[')) {
        value->kind = JSON_ARRAY;
        return true;
    }
    static const char *const words[] = {[JSON_NULL] = "null", [JSON_FALSE] = "false", [JSON_TRUE] = "true"};
    for (JsonKind kind = JSON_NULL; kind <= JSON_TRUE; kind++) {
        if (take_word(reader, words[kind])) {
            value->kind = kind;
            return true;
        }
    }
    return read_number(reader, value);
}

static bool read_key(Reader *reader, Json *member)
{
    if (!take(reader, '"') || !read_string(reader, &member->key, &member->key_length))
        return false;
    skip_space(reader);
    if (!take(reader, ':'))
        return false;
    skip_space(reader);
    return true;
}

/* A new last child of `parent` (or the root), with its key when that is an object. NULL: not JSON. */
static Json *read_child(Reader *reader, Json *parent)
{
    Json *value = ARENA_NEW(reader->arena, Json);
    value->parent = parent;
    if (parent && parent->kind == JSON_OBJECT && !read_key(reader, value))
        return NULL;
    if (!read_start(reader, value))
        return NULL;
    if (parent) {
        *(parent->last ? &parent->last->next : &parent->first) = value;
        parent->last = value;
    }
    return value;
}

static bool is_container(const Json *value)
{
    return value->kind == JSON_ARRAY || value->kind == JSON_OBJECT;
}

static char closing_bracket(const Json *container)
{
    return container->kind == JSON_ARRAY ? ']' : '}';
}

static Json *read_tree(Reader *reader)
{
    skip_space(reader);
    Json *root = read_child(reader, NULL);
    Json *open = root && is_container(root) ? root : NULL; /* The innermost container not yet closed. */
    while (open) {
        skip_space(reader);
        if (take(reader, closing_bracket(open))) {
            open = open->parent;
            continue;
        }
        if (open->first) {
            if (!take(reader, ','))
                return NULL;
            skip_space(reader);
        }
        Json *child = read_child(reader, open);
        if (!child)
            return NULL;
        if (is_container(child))
            open = child;
    }
    skip_space(reader);
    return reader->at == reader->end ? root : NULL;
}

Json *json_read(Arena *arena, const char *bytes, size_t length, size_t *ret_error_offset)
{
    Reader reader = {.arena = arena, .start = bytes, .at = bytes, .end = bytes + length};
    take_word(&reader, "\xEF\xBB\xBF");
    Json *root = read_tree(&reader);
    if (!root)
        *ret_error_offset = (size_t)(reader.at - bytes);
    strbuf_free(&reader.text);
    return root;
}

const Json *json_get(const Json *object, const char *key)
{
    if (!object || object->kind != JSON_OBJECT)
        return NULL;
    size_t length = strlen(key);
    const Json *found = NULL;
    for (const Json *member = object->first; member; member = member->next)
        if (member->key_length == length && !memcmp(member->key, key, length))
            found = member;
    return found;
}

const char *json_get_text(const Json *object, const char *key)
{
    const Json *member = json_get(object, key);
    return member && member->kind == JSON_STRING ? member->text : NULL;
}
