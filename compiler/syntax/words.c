/* The table of words (words.def), and comparing tokens with texts. */
#include <string.h>

#include "lexer.h"

static const struct {
    const char *text;
    uint8_t length;
    bool is_reserved;
} word_table[] = {
    {"", 0, false},
#define WORD(NAME, text, reserved) {text, sizeof text - 1, reserved},
#include "words.def"
#undef WORD
};

Word word_find(const char *bytes, size_t length)
{
    if (length < 2 || length > 10)
        return WORD_NONE;
    for (int i = 1; i < WORD_COUNT; i++) {
        if (word_table[i].length == length && word_table[i].text[0] == bytes[0] &&
            !memcmp(word_table[i].text, bytes, length))
            return (Word)i;
    }
    return WORD_NONE;
}

bool word_is_reserved(Word word)
{
    return word_table[word].is_reserved;
}

bool token_is(const Source *source, const Token *token, const char *text)
{
    size_t length = strlen(text);
    return token->end - token->start == length && !memcmp(source->bytes + token->start, text, length);
}
