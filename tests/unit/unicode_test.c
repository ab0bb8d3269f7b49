/* The Unicode lookups: identifiers, case, properties, normalization. */
#include <stdlib.h>

#include "unicode/unicode.h"
#include "unit.h"

static void *allocate(void *closure, size_t bytes)
{
    return malloc(bytes);
}

static void release(void *closure, void *block)
{
    free(block);
}

/* Units as hexadecimal numbers, with spaces between. */
static void print_units(const uint16_t *units, size_t length, char *out)
{
    *out = '\0';
    for (size_t i = 0; i < length; i++)
        out += sprintf(out, i ? " %x" : "%x", units[i]);
}

static void check_normalized(UnicodeForm form, const uint16_t *chars, size_t length, const char *want)
{
    char got[1024];
    size_t result_length;
    uint16_t *result = unicode_normalize(form, chars, length, &result_length, allocate, release, NULL);
    print_units(result, result_length, got);
    free(result);
    CHECK_TEXT(got, want);
}

#define CHECK_NORMALIZED(form, literal, want) check_normalized(form, literal, sizeof(literal) / 2 - 1, want)

TEST(unicode_identifiers)
{
    CHECK(unicode_is_id_start('a') && unicode_is_id_start('Z') && unicode_is_id_start(0x3b1));
    CHECK(unicode_is_id_start(0x2118) && unicode_is_id_start(0x20000) && unicode_is_id_start(0x1d453));
    CHECK(!unicode_is_id_start('1') && !unicode_is_id_start('_'));
    CHECK(!unicode_is_id_start(0x2e2f) && !unicode_is_id_start(0xd800));
    CHECK(unicode_is_id_continue('1') && unicode_is_id_continue('_'));
    CHECK(unicode_is_id_continue(0x301) && unicode_is_id_continue(0xb7));
    CHECK(!unicode_is_id_continue('-') && !unicode_is_id_continue(0x1f600) && !unicode_is_id_continue(0x10ffff));
}

TEST(unicode_white_space_and_line_terminators)
{
    CHECK(unicode_is_white_space(0x20) && unicode_is_white_space(0xfeff) && unicode_is_white_space(0x3000));
    CHECK(!unicode_is_white_space('\n') && !unicode_is_white_space(0x180e) && !unicode_is_white_space(0x200b));
    CHECK(unicode_is_line_terminator(0x2029) && !unicode_is_line_terminator(0x85));
}

TEST(unicode_case_mappings_may_have_several_characters)
{
    uint32_t out[3];
    CHECK_INT(unicode_to_upper('a', out), 1);
    CHECK_INT(out[0], 'A');
    CHECK_INT(unicode_to_upper(0xdf, out), 2);
    CHECK(out[0] == 'S' && out[1] == 'S');
    CHECK_INT(unicode_to_upper(0x390, out), 3);
    CHECK(out[0] == 0x399 && out[1] == 0x308 && out[2] == 0x301);
    CHECK_INT(unicode_to_lower(0x130, out), 2);
    CHECK(out[0] == 'i' && out[1] == 0x307);
    CHECK_INT(unicode_to_lower(0x10400, out), 1);
    CHECK_INT(out[0], 0x10428);
    CHECK_INT(unicode_to_upper(0x1c5, out), 1);
    CHECK_INT(out[0], 0x1c4);
}

TEST(unicode_folding_is_simple)
{
    CHECK_INT(unicode_simple_fold('K'), 'k');
    CHECK_INT(unicode_simple_fold(0x212a), 'k');
    CHECK_INT(unicode_simple_fold(0x17f), 's');
    CHECK_INT(unicode_simple_fold(0x1e9e), 0xdf);
    CHECK_INT(unicode_simple_fold(0x130), 0x130);
    CHECK_INT(unicode_simple_fold(0x13a0), 0x13a0);
    CHECK_INT(unicode_simple_fold(0xab70), 0x13a0);
}

TEST(unicode_sigma_is_final_after_a_letter_only)
{
    CHECK(unicode_is_final_sigma(u"\x391\x3a3", 2, 1));
    CHECK(unicode_is_final_sigma(u"\x391\x3a3 \x391", 4, 1));
    CHECK(unicode_is_final_sigma(u"a.\x3a3\xad", 4, 2));
    CHECK(!unicode_is_final_sigma(u"\x3a3", 1, 0));
    CHECK(!unicode_is_final_sigma(u"\x391\x3a3\x391", 3, 1));
    CHECK(!unicode_is_final_sigma(u"\x391\x3a3.\x391", 4, 1));
    CHECK(unicode_is_final_sigma(u"\xd801\xdc00\x3a3", 3, 2));
}

static bool has_property(const char *name, const char *value)
{
    UnicodeProperty property;
    return unicode_find_property(name, strlen(name), value, value ? strlen(value) : 0, &property);
}

TEST(unicode_property_names_match_exactly)
{
    CHECK(has_property("Lu", NULL) && has_property("Uppercase_Letter", NULL) && has_property("gc", "Lu"));
    CHECK(has_property("General_Category", "punct") && has_property("Script", "Greek") && has_property("scx", "Grek"));
    CHECK(has_property("Any", NULL) && has_property("space", NULL) && has_property("RGI_Emoji", NULL));
    CHECK(!has_property("lu", NULL) && !has_property("Greek", NULL) && !has_property("gc", "Greek"));
    CHECK(!has_property("Lu", "Yes") && !has_property("Block", "Latin") && !has_property("", NULL));
    CHECK(!has_property("Other_Alphabetic", NULL) && !has_property("Hyphen", NULL));
}

typedef struct Tally {
    uint32_t members, last;
    bool is_ascending;
} Tally;

static void count_range(void *closure, uint32_t first, uint32_t last)
{
    Tally *tally = closure;
    tally->is_ascending = tally->is_ascending && first > tally->last;
    tally->members += last - first + 1;
    tally->last = last;
}

static Tally tally_property(const char *name, const char *value)
{
    UnicodeProperty property;
    Tally tally = { .is_ascending = true };
    CHECK(unicode_find_property(name, strlen(name), value, value ? strlen(value) : 0, &property));
    unicode_property_ranges(property, count_range, &tally);
    return tally;
}

TEST(unicode_property_ranges_ascend_and_add_up)
{
    CHECK_INT(tally_property("AHex", NULL).members, 22);
    CHECK_INT(tally_property("Cs", NULL).members, 2048);
    CHECK_INT(tally_property("Zs", NULL).members, 17);
    CHECK_INT(tally_property("Assigned", NULL).members + tally_property("Cn", NULL).members, UNICODE_LIMIT);
    CHECK(tally_property("L", NULL).is_ascending);
    uint32_t cased = tally_property("LC", NULL).members, modifiers = tally_property("Lm", NULL).members;
    CHECK_INT(tally_property("L", NULL).members, cased + modifiers + tally_property("Lo", NULL).members);
}

static void count_string(void *closure, const uint16_t *units, size_t length)
{
    *(size_t *)closure += length > 0;
}

TEST(unicode_flag_strings_are_listed)
{
    UnicodeProperty property;
    size_t count = 0;
    CHECK(unicode_find_property("RGI_Emoji_Flag_Sequence", 23, NULL, 0, &property) && property.is_of_strings);
    unicode_property_strings(property, count_string, &count);
    CHECK_INT(count, 259);
}

TEST(unicode_normalization_composes_and_decomposes)
{
    CHECK_NORMALIZED(UNICODE_NFC, u"e\x301", "e9");
    CHECK_NORMALIZED(UNICODE_NFD, u"\xe9", "65 301");
    CHECK_NORMALIZED(UNICODE_NFC, u"\x1e9b\x323", "1e9b 323");
    CHECK_NORMALIZED(UNICODE_NFD, u"\x1e9b\x323", "17f 323 307");
    CHECK_NORMALIZED(UNICODE_NFKC, u"\x1e9b\x323", "1e69");
    CHECK_NORMALIZED(UNICODE_NFKD, u"\x1e9b\x323", "73 323 307");
    CHECK_NORMALIZED(UNICODE_NFKC, u"\xfb01", "66 69");
    CHECK_NORMALIZED(UNICODE_NFC, u"\xfb01", "fb01");
    CHECK_NORMALIZED(UNICODE_NFC, u"", "");
}

TEST(unicode_normalization_composes_hangul)
{
    CHECK_NORMALIZED(UNICODE_NFC, u"\x1112\x1161\x11ab", "d55c");
    CHECK_NORMALIZED(UNICODE_NFD, u"\xd55c", "1112 1161 11ab");
    CHECK_NORMALIZED(UNICODE_NFC, u"\xd558\x11ab", "d55c");
    CHECK_NORMALIZED(UNICODE_NFC, u"\xd558\x11a7", "d558 11a7");
}

TEST(unicode_normalization_keeps_what_is_excluded_or_blocked)
{
    CHECK_NORMALIZED(UNICODE_NFC, u"\x958", "915 93c");
    CHECK_NORMALIZED(UNICODE_NFC, u"\x2126", "3a9");
    CHECK_NORMALIZED(UNICODE_NFC, u"a\x327\x301", "e1 327");
    CHECK_NORMALIZED(UNICODE_NFC, u"a\x5ae\x300\x315" u"b", "e0 5ae 315 62");
    CHECK_NORMALIZED(UNICODE_NFC, u"\x301\xd800", "301 d800");
    CHECK_NORMALIZED(UNICODE_NFD, u"\xd804\xdd2e", "d804 dd31 d804 dd27");
}

TEST(unicode_normalization_orders_a_long_run_of_marks)
{
    enum { PAIRS = 5000 };
    uint16_t *chars = malloc(2 * PAIRS * sizeof *chars);
    for (int i = 0; i < PAIRS; i++) {
        chars[2 * i] = 0x301;
        chars[2 * i + 1] = 0x323;
    }
    size_t length;
    uint16_t *result = unicode_normalize(UNICODE_NFD, chars, 2 * PAIRS, &length, allocate, release, NULL);
    CHECK_INT(length, 2 * PAIRS);
    CHECK(result[0] == 0x323 && result[PAIRS - 1] == 0x323 && result[PAIRS] == 0x301);
    free(result);
    free(chars);
}

TEST(unicode_latin1_is_surely_composed)
{
    CHECK(unicode_is_surely_normalized(UNICODE_NFC, u"caf\xe9", 4));
    CHECK(!unicode_is_surely_normalized(UNICODE_NFD, u"caf\xe9", 4));
    CHECK(!unicode_is_surely_normalized(UNICODE_NFKC, u"\xa0", 1));
}

int main(int argc, char **argv)
{
    return unit_main(argc, argv);
}
