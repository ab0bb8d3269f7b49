/* Questions about programs, flags and errors. */
#include "regexp/program.h"

static const struct {
    char letter;
    uint8_t flag;
} flag_letters[] = {
    { 'd', REGEXP_HAS_INDICES }, { 'g', REGEXP_GLOBAL },  { 'i', REGEXP_IGNORE_CASE },  { 'm', REGEXP_MULTILINE },
    { 's', REGEXP_DOT_ALL },     { 'u', REGEXP_UNICODE }, { 'v', REGEXP_UNICODE_SETS }, { 'y', REGEXP_STICKY },
};

enum { FLAG_LETTER_COUNT = sizeof flag_letters / sizeof *flag_letters };

static uint32_t unit_at(RegexpText text, size_t index)
{
    return text.is_wide ? ((const uint16_t *)text.chars)[index] : ((const uint8_t *)text.chars)[index];
}

static unsigned flag_of(uint32_t letter)
{
    for (int i = 0; i < FLAG_LETTER_COUNT; i++) {
        if ((uint32_t)flag_letters[i].letter == letter)
            return flag_letters[i].flag;
    }
    return 0;
}

bool regexp_parse_flags(RegexpText text, unsigned *ret_flags)
{
    unsigned flags = 0;
    for (size_t i = 0; i < text.length; i++) {
        unsigned flag = flag_of(unit_at(text, i));
        if (!flag || flags & flag)
            return false;
        flags |= flag;
    }
    if (flags & REGEXP_UNICODE && flags & REGEXP_UNICODE_SETS)
        return false;
    *ret_flags = flags;
    return true;
}

/* Units written so far, of which only those within capacity are stored. */
typedef struct MessageWriter {
    uint16_t *out;
    size_t length, capacity;
} MessageWriter;

static void write_unit(MessageWriter *writer, uint32_t unit)
{
    if (writer->length < writer->capacity)
        writer->out[writer->length] = (uint16_t)unit;
    writer->length++;
}

static void write_ascii(MessageWriter *writer, const char *text)
{
    for (; *text; text++)
        write_unit(writer, (unsigned char)*text);
}

size_t regexp_error_message(RegexpText pattern, unsigned flags, const RegexpError *error, uint16_t *out,
                            size_t capacity)
{
    MessageWriter writer = { .out = out, .capacity = capacity };
    write_ascii(&writer, "Invalid regular expression: /");
    for (size_t i = 0; i < pattern.length; i++)
        write_unit(&writer, unit_at(pattern, i));
    write_ascii(&writer, "/");
    for (int i = 0; i < FLAG_LETTER_COUNT; i++) {
        if (flags & flag_letters[i].flag)
            write_unit(&writer, (unsigned char)flag_letters[i].letter);
    }
    write_ascii(&writer, ": ");
    write_ascii(&writer, error->reason);
    return writer.length;
}

size_t regexp_program_size(const RegexpProgram *program)
{
    return program->size;
}

unsigned regexp_program_flags(const RegexpProgram *program)
{
    return program->flags;
}

uint32_t regexp_capture_count(const RegexpProgram *program)
{
    return program->capture_count;
}

uint32_t regexp_name_count(const RegexpProgram *program)
{
    return program->name_count;
}

RegexpName regexp_name(const RegexpProgram *program, uint32_t index)
{
    const RegexpNameRow *row = (const RegexpNameRow *)regexp_at(program, program->names) + index;
    return (RegexpName){ .units = regexp_at(program, row->units),
                         .length = row->length,
                         .groups = regexp_at(program, row->groups),
                         .group_count = row->group_count };
}
