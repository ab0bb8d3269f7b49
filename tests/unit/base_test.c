/* The compiler's base: arena, vectors, text, UTF, sources, diagnostics, maps. */
#include "unit.h"

#include "base/diag.h"
#include "base/map.h"
#include "base/utf.h"
#include "base/vec.h"

TEST(arena_memory_is_zeroed_and_aligned)
{
    Arena *arena = arena_new();
    for (size_t size = 0; size < 70000; size = size * 3 + 1) {
        char *memory = arena_alloc(arena, size);
        CHECK_INT((uintptr_t)memory % 16, 0);
        for (size_t i = 0; i < size; i++)
            if (memory[i])
                CHECK(!"zeroed");
        memset(memory, 0xAA, size);
    }
    CHECK_TEXT(arena_printf(arena, "%s-%d", "x", 42), "x-42");
    CHECK_TEXT(arena_strndup(arena, "abcdef", 3), "abc");
    arena_free(arena);
}

TEST(vector_grows_inserts_and_removes)
{
    Arena *arena = arena_new();
    VEC(int) in_arena = VEC_IN(arena);
    VEC(int) on_heap = {0};
    for (int i = 0; i < 1000; i++) {
        vec_push(&in_arena, i);
        vec_push(&on_heap, i);
    }
    CHECK_INT(vec_at(&in_arena, 999), 999);
    CHECK_INT(vec_pop(&on_heap), 999);
    vec_insert(&on_heap, 0, 7);
    CHECK_INT(vec_at(&on_heap, 1), 0);
    vec_remove(&on_heap, 0);
    CHECK_INT(vec_at(&on_heap, 500), 500);
    int sum = 0;
    vec_foreach(int, item, &on_heap) sum += *item;
    CHECK_INT(sum, 999 * 998 / 2);
    vec_free(&on_heap);
    arena_free(arena);
}

TEST(string_buffer_escapes_for_c)
{
    StrBuf buf = {0};
    strbuf_add_c_escaped(&buf, "a\"\\\n\0017?\xC3", 8);
    CHECK_TEXT(strbuf_text(&buf), "a\\042\\134\\012\\0017\\077\\303");
    strbuf_clear(&buf);
    strbuf_addf(&buf, "%0200d", 5);
    CHECK_INT(buf.length, 200);
    strbuf_free(&buf);
}

TEST(utf8_rejects_overlong_and_truncated_forms)
{
    CHECK_INT(utf8_find_invalid("a\xC3\xA4\xF0\x9F\x98\x80", 7), 7);
    CHECK_INT(utf8_find_invalid("\xC0\x80", 2), 0);
    CHECK_INT(utf8_find_invalid("\xE0\x80\x80", 3), 0);
    CHECK_INT(utf8_find_invalid("ab\xE2\x82", 4), 2);
    CHECK_INT(utf8_find_invalid("\xF4\x90\x80\x80", 4), 0);
    CHECK_INT(utf8_find_invalid("\xED\xA0\x80", 3), 0);
}

TEST(utf16_round_trips_with_lone_surrogates)
{
    Arena *arena = arena_new();
    uint16_t units[] = {'a', 0xD83D, 0xDE00, 0xD800, 0xDC00 - 1, 0xDFFF};
    size_t length;
    char *bytes = utf16_to_utf8(arena, units, 6, &length);
    size_t count;
    uint16_t *back = utf8_to_utf16(arena, bytes, length, &count);
    CHECK_INT(count, 6);
    CHECK(!memcmp(units, back, sizeof units));
    arena_free(arena);
}

TEST(identifier_classes_follow_unicode)
{
    CHECK(utf_is_identifier_start('$') && utf_is_identifier_start('_') && !utf_is_identifier_start('1'));
    CHECK(utf_is_identifier_part('1') && utf_is_identifier_part(0x200D));
    CHECK(utf_is_identifier_start(0x3B1) && utf_is_identifier_start(0x1F88) && utf_is_identifier_start(0x20000));
    CHECK(utf_is_identifier_part(0x301) && !utf_is_identifier_start(0x301));
    CHECK(!utf_is_identifier_start(0xD7) && !utf_is_identifier_part(0x2028));
    CHECK(utf_is_white_space(0xFEFF) && utf_is_white_space(0x2003) && !utf_is_white_space(0x200B));
}

TEST(source_lines_end_at_all_four_terminators)
{
    Arena *arena = arena_new();
    const char text[] = "a\nb\r\nc\rd\xE2\x80\xA8"
                        "e\xC3\xA4z";
    Source *source = source_from_memory(arena, "t.js", text, sizeof text - 1);
    CHECK_INT(source_line_count(source), 5);
    SourcePosition position = source_position(source, sizeof text - 2);
    CHECK_INT(position.line, 5);
    CHECK_INT(position.column, 3);
    Span second = source_line(source, 2);
    CHECK_INT(second.end - second.start, 1);
    arena_free(arena);
}

TEST(diagnostics_are_sorted_and_deduplicated)
{
    Arena *arena = arena_new();
    const char text[] = "let x;\n\tlet yy = 1;\n";
    Source *source = source_from_memory(arena, "t.js", text, sizeof text - 1);
    Diags *diags = diags_new();
    diag_add(diags, source, (Span){12, 14}, DIAG_UNEXPECTED_TOKEN, "'yy'");
    diag_note(diags, source, (Span){4, 5}, "compare this");
    diag_add(diags, source, (Span){20, 20}, DIAG_UNEXPECTED_END);
    diag_add(diags, source, (Span){0, 3}, DIAG_UNEXPECTED_TOKEN, "'let'");
    diag_add(diags, source, (Span){0, 3}, DIAG_UNEXPECTED_TOKEN, "'let'");
    StrBuf out = {0};
    diags_render(diags, &out, false);
    CHECK_TEXT(strbuf_text(&out), "t.js:1:1: error[SN1001]: unexpected 'let'\n"
                                  "    1 | let x;\n"
                                  "      | ^~~\n"
                                  "t.js:2:6: error[SN1001]: unexpected 'yy'\n"
                                  "    2 |     let yy = 1;\n"
                                  "      |         ^~\n"
                                  "t.js:1:5: note: compare this\n"
                                  "    1 | let x;\n"
                                  "      |     ^\n"
                                  "t.js:3:1: error[SN1002]: unexpected end of input\n"
                                  "    3 | \n"
                                  "      | ^\n");
    strbuf_free(&out);
    diags_free(diags);
    arena_free(arena);
}

TEST(diagnostics_past_fifty_are_only_counted)
{
    Arena *arena = arena_new();
    char text[200];
    memset(text, 'x', sizeof text);
    Source *source = source_from_memory(arena, "t.js", text, sizeof text);
    Diags *diags = diags_new();
    for (uint32_t i = 0; i < 120; i++)
        diag_add(diags, source, (Span){i, i + 1}, DIAG_UNEXPECTED_TOKEN, "x");
    StrBuf out = {0};
    diags_render(diags, &out, false);
    CHECK(strstr(strbuf_text(&out), "sinew: 70 more not shown\n") != NULL);
    CHECK_INT(diags_error_count(diags), 120);
    strbuf_free(&out);
    diags_free(diags);
    arena_free(arena);
}

TEST(diagnostics_have_codes_of_their_own)
{
    static const char *const codes[] = {
#define DIAG(name, code, severity, error_type, message) code,
#include "base/diag.def"
#undef DIAG
    };
    StrMap seen = {0};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        if (strmap_get(&seen, codes[i], strlen(codes[i])))
            CHECK_TEXT(codes[i], "a code that no other diagnostic has");
        strmap_set(&seen, codes[i], strlen(codes[i]), (void *)codes[i]);
    }
    strmap_free(&seen);
}

TEST(maps_keep_insertion_order_through_removal)
{
    StrMap map = {0};
    char key[16];
    for (int i = 0; i < 500; i++) {
        snprintf(key, sizeof key, "key%d", i);
        strmap_set(&map, key, strlen(key), (void *)(intptr_t)i);
    }
    CHECK(strmap_remove(&map, "key0", 4));
    CHECK(!strmap_get(&map, "key0", 4));
    strmap_set(&map, "key0", 4, (void *)1);
    int count = 0;
    intptr_t last = 0;
    for (const MapEntry *entry = NULL; (entry = map_next(&map.table, entry)); count++)
        last = (intptr_t)entry->value;
    CHECK_INT(count, 500);
    CHECK_INT(last, 1);
    CHECK_INT((intptr_t)strmap_get(&map, "key499", 6), 499);
    strmap_free(&map);
}

TEST(interned_names_are_equal_by_address)
{
    NameTable *names = name_table_new();
    const char *first = name_intern(names, "a\0b", 3);
    CHECK(first == name_intern(names, "a\0b", 3));
    CHECK(first != name_intern_text(names, "a"));
    CHECK_INT(name_length(first), 3);
    PtrMap map = {0};
    ptrmap_set(&map, first, &map);
    CHECK(ptrmap_get(&map, first) == &map);
    CHECK(ptrmap_remove(&map, first) && !ptrmap_get(&map, first));
    ptrmap_free(&map);
    name_table_free(names);
}
