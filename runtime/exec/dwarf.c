/* A reader of the little of DWARF 4 that stacks need: units, subprograms, inlined subroutines, ranges, line rows. See dwarf.h. */
#include "exec/dwarf.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Section { const uint8_t *start; size_t size; } Section;
typedef struct Unit { uint64_t start, end; const uint8_t *abbreviations; uint64_t low, line_program; } Unit;
typedef struct Extent { uint64_t low, high, die, function; uint32_t unit; } Extent; /* of a compiled subprogram */

static Section info, abbrev, text_table, ranges, lines;
static uintptr_t load_bias;
static Unit *units;
static Extent *extents; /* sorted by low */
static uint32_t unit_count, extent_count;

enum { /* DWARF 4, 7.5 */
    TAG_COMPILE_UNIT = 0x11, TAG_INLINED = 0x1d, TAG_SUBPROGRAM = 0x2e,
    AT_NAME = 0x03, AT_STMT_LIST = 0x10, AT_LOW_PC = 0x11, AT_HIGH_PC = 0x12, AT_ABSTRACT_ORIGIN = 0x31, AT_SPECIFICATION = 0x47,
    AT_RANGES = 0x55, AT_CALL_LINE = 0x59,
    FORM_ADDR = 0x01
};

typedef struct Die {
    uint64_t offset, next;   /* in .debug_info; `next` after its attributes */
    uint32_t tag;            /* 0: the end of a list of children */
    bool has_children, high_is_length, has_ranges;
    uint64_t low, high, range_list, origin, line_program;
    uint32_t call_line;
    const char *name;
} Die;

static uint64_t read_fixed(const uint8_t **at, uint32_t bytes)
{
    uint64_t value = 0;
    memcpy(&value, *at, bytes);
    *at += bytes;
    return value;
}

static uint64_t read_uleb(const uint8_t **at)
{
    uint64_t value = 0;
    for (uint32_t shift = 0;; shift += 7) {
        uint8_t byte = *(*at)++;
        value |= (uint64_t)(byte & 0x7f) << (shift & 63);
        if (!(byte & 0x80))
            return value;
    }
}

static int64_t read_sleb(const uint8_t **at)
{
    uint64_t value = 0;
    uint32_t shift = 0;
    uint8_t byte;
    do {
        byte = *(*at)++;
        value |= (uint64_t)(byte & 0x7f) << (shift & 63);
        shift += 7;
    } while (byte & 0x80);
    return (int64_t)(shift < 64 && byte & 0x40 ? value | ~UINT64_C(0) << shift : value);
}

/* The value of an attribute; references become offsets in .debug_info; strings are left to the caller by *ret_text. */
static uint64_t read_form(const Unit *unit, const uint8_t **at, uint64_t form, const char **ret_text)
{
    switch (form) {
    case FORM_ADDR: case 0x07: case 0x20: return read_fixed(at, 8);
    case 0x0b: case 0x0c: return read_fixed(at, 1);
    case 0x05: return read_fixed(at, 2);
    case 0x06: case 0x17: case 0x10: return read_fixed(at, 4);
    case 0x0d: return (uint64_t)read_sleb(at);
    case 0x0f: return read_uleb(at);
    case 0x19: return 1;
    case 0x0e:
        *ret_text = (const char *)text_table.start + read_fixed(at, 4);
        return 0;
    case 0x08:
        *ret_text = (const char *)*at;
        *at += strlen(*ret_text) + 1;
        return 0;
    case 0x11: return unit->start + read_fixed(at, 1);
    case 0x12: return unit->start + read_fixed(at, 2);
    case 0x13: return unit->start + read_fixed(at, 4);
    case 0x14: return unit->start + read_fixed(at, 8);
    case 0x15: return unit->start + read_uleb(at);
    }
    uint64_t length = form == 0x0a ? read_fixed(at, 1) : form == 0x03 ? read_fixed(at, 2) : form == 0x04 ? read_fixed(at, 4) : read_uleb(at);
    *at += length; /* blocks and expressions */
    return 0;
}

/* The abbreviation's declaration, at its tag; NULL when there is none. */
static const uint8_t *find_abbreviation(const Unit *unit, uint64_t code)
{
    const uint8_t *at = unit->abbreviations;
    for (uint64_t found; (found = read_uleb(&at));) {
        if (found == code)
            return at;
        read_uleb(&at);
        at++;
        for (uint64_t name = 1; name;) {
            name = read_uleb(&at);
            read_uleb(&at);
        }
    }
    return NULL;
}

static void take_attribute(Die *die, uint64_t attribute, uint64_t form, uint64_t value, const char *text)
{
    switch (attribute) {
    case AT_NAME: die->name = text; return;
    case AT_STMT_LIST: die->line_program = value; return;
    case AT_LOW_PC: die->low = value; return;
    case AT_HIGH_PC:
        die->high = value;
        die->high_is_length = form != FORM_ADDR;
        return;
    case AT_ABSTRACT_ORIGIN: case AT_SPECIFICATION: die->origin = value; return;
    case AT_RANGES:
        die->has_ranges = true;
        die->range_list = value;
        return;
    case AT_CALL_LINE: die->call_line = (uint32_t)value; return;
    }
}

static Die read_die(const Unit *unit, uint64_t offset)
{
    Die die = {.offset = offset};
    const uint8_t *at = info.start + offset;
    uint64_t code = read_uleb(&at);
    const uint8_t *declaration = code ? find_abbreviation(unit, code) : NULL;
    if (declaration) {
        die.tag = (uint32_t)read_uleb(&declaration);
        die.has_children = *declaration++;
        for (;;) {
            uint64_t attribute = read_uleb(&declaration), form = read_uleb(&declaration);
            const char *text = "";
            if (!attribute && !form)
                break;
            uint64_t value = read_form(unit, &at, form, &text);
            take_attribute(&die, attribute, form, value, text);
        }
    }
    if (die.high_is_length)
        die.high += die.low;
    die.next = (uint64_t)(at - info.start);
    return die;
}

/* The offset after the die and its children. */
static uint64_t skip_tree(const Unit *unit, const Die *die)
{
    uint64_t at = die->next;
    for (uint32_t depth = die->has_children; depth && at < unit->end;) {
        Die inner = read_die(unit, at);
        depth += inner.has_children;
        depth -= !inner.tag;
        at = inner.next;
    }
    return at;
}

/* Range `index` of the die; false when there are no more. */
static bool range_at(const Unit *unit, const Die *die, uint32_t index, uint64_t *ret_low, uint64_t *ret_high)
{
    if (!die->has_ranges) {
        *ret_low = die->low;
        *ret_high = die->high;
        return index == 0 && die->high > die->low;
    }
    const uint8_t *at = ranges.start + die->range_list;
    uint64_t base = unit->low;
    while (at + 16 <= ranges.start + ranges.size) {
        uint64_t low = read_fixed(&at, 8), high = read_fixed(&at, 8);
        if (!low && !high)
            return false;
        if (low == UINT64_MAX) {
            base = high;
        } else if (index-- == 0) {
            *ret_low = base + low;
            *ret_high = base + high;
            return true;
        }
    }
    return false;
}

static bool covers(const Unit *unit, const Die *die, uint64_t address)
{
    uint64_t low, high;
    for (uint32_t i = 0; range_at(unit, die, i, &low, &high); i++)
        if (address >= low && address < high)
            return true;
    return false;
}

/* A function by its C name, hashed: gcc ties its instances by references, clang by the name alone. */
static uint64_t function_of(const Unit *unit, const Die *die)
{
    const char *name = die->name;
    for (uint64_t origin = die->origin; !name && origin;) {
        Die abstract = read_die(unit, origin);
        name = abstract.name;
        origin = abstract.origin;
    }
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; name && *name; name++)
        hash = (hash ^ (uint8_t)*name) * UINT64_C(0x100000001b3);
    return hash;
}

static void add_extents(uint32_t unit, const Die *die)
{
    uint64_t low, high;
    for (uint32_t i = 0; range_at(&units[unit], die, i, &low, &high); i++) {
        Extent *grown = realloc(extents, (extent_count + 1) * sizeof *extents);
        if (!grown)
            return;
        extents = grown;
        extents[extent_count++] = (Extent){low, high, die->offset, function_of(&units[unit], die), unit};
    }
}

/* .../unit<N>.c */
static bool is_emitted(const char *name)
{
    const char *base = name ? strrchr(name, '/') : NULL;
    base = base ? base + 1 : name;
    if (!base || strncmp(base, "unit", 4))
        return false;
    base += 4 + strspn(base + 4, "0123456789");
    return !strcmp(base, ".c");
}

static void add_unit(Unit unit, uint64_t first)
{
    Die top = read_die(&unit, first);
    if (top.tag != TAG_COMPILE_UNIT || !is_emitted(top.name))
        return;
    Unit *grown = realloc(units, (unit_count + 1) * sizeof *units);
    if (!grown)
        return;
    units = grown;
    unit.low = top.low;
    unit.line_program = top.line_program;
    units[unit_count++] = unit;
    for (uint64_t at = top.next; at < unit.end;) {
        Die die = read_die(&unit, at);
        if (die.tag == TAG_SUBPROGRAM)
            add_extents(unit_count - 1, &die);
        at = die.tag ? skip_tree(&unit, &die) : die.next;
    }
}

static int compare_extents(const void *a, const void *b)
{
    uint64_t x = ((const Extent *)a)->low, y = ((const Extent *)b)->low;
    return x < y ? -1 : x > y;
}

static void add_units(void)
{
    for (uint64_t at = 0; at + 11 < info.size;) {
        const uint8_t *header = info.start + at;
        uint64_t length = read_fixed(&header, 4), version = read_fixed(&header, 2), abbreviations = read_fixed(&header, 4);
        header++; /* size of addresses */
        if (version == 4)
            add_unit((Unit){at, at + 4 + length, abbrev.start + abbreviations, 0, 0}, (uint64_t)(header - info.start));
        at += 4 + length;
    }
    if (extent_count)
        qsort(extents, extent_count, sizeof *extents, compare_extents);
}

static void find_sections(const uint8_t *image)
{
    const Elf64_Ehdr *header = (const void *)image;
    const Elf64_Shdr *sections = (const void *)(image + header->e_shoff);
    const char *names = (const char *)image + sections[header->e_shstrndx].sh_offset;
    static const struct { const char *name; Section *section; } wanted[] = {
        {".debug_info", &info}, {".debug_abbrev", &abbrev}, {".debug_str", &text_table}, {".debug_ranges", &ranges}, {".debug_line", &lines},
    };
    for (uint32_t i = 0; i < header->e_shnum; i++)
        for (size_t j = 0; j < sizeof wanted / sizeof *wanted; j++)
            if (!strcmp(names + sections[i].sh_name, wanted[j].name) && !(sections[i].sh_flags & SHF_COMPRESSED))
                *wanted[j].section = (Section){image + sections[i].sh_offset, sections[i].sh_size};
}

static int take_bias(struct dl_phdr_info *object, size_t size, void *data)
{
    load_bias = object->dlpi_addr;
    return 1; /* the first is the executable */
}

bool dwarf_open(void)
{
    static bool is_tried;
    if (is_tried)
        return extent_count > 0;
    is_tried = true;
    struct stat status;
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    void *image = fstat(file, &status) ? MAP_FAILED : mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (image == MAP_FAILED || memcmp(image, ELFMAG, SELFMAG))
        return false;
    dl_iterate_phdr(take_bias, NULL);
    find_sections(image);
    add_units();
    return extent_count > 0;
}

static const Extent *extent_of(uint64_t address)
{
    uint32_t low = 0, high = extent_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (extents[middle].low <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low && address < extents[low - 1].high ? &extents[low - 1] : NULL;
}

uint64_t dwarf_function_at(const void *entry)
{
    uint64_t address = (uintptr_t)entry - load_bias;
    const Extent *extent = extent_of(address);
    return extent && extent->low == address ? extent->function : 0;
}

/* ------------------------------------------------------------------------------------------------ line rows, DWARF 4, 6.2 */
typedef struct Rows { uint64_t address; uint32_t line; uint64_t previous_address; uint32_t previous_line; bool has_previous; } Rows;

/* The row before this one covers the addresses up to it. */
static bool row_found(Rows *rows, uint64_t wanted, bool is_end)
{
    if (rows->has_previous && wanted >= rows->previous_address && wanted < rows->address)
        return true;
    rows->previous_address = rows->address;
    rows->previous_line = rows->line;
    rows->has_previous = !is_end;
    return false;
}

static uint32_t line_of(const Unit *unit, uint64_t wanted)
{
    const uint8_t *at = lines.start + unit->line_program;
    const uint8_t *end = at + 4;
    end += read_fixed(&at, 4);
    at += 2;
    uint64_t header_length = read_fixed(&at, 4);
    const uint8_t *program = at + header_length;
    uint64_t step = at[0];
    int line_base = (int8_t)at[3], line_range = at[4], opcode_base = at[5];
    const uint8_t *operand_counts = at + 6;
    Rows rows = {.line = 1};
    for (at = program; at < end;) {
        uint32_t opcode = *at++;
        if (opcode >= (uint32_t)opcode_base) {
            uint32_t adjusted = opcode - (uint32_t)opcode_base;
            rows.address += adjusted / (uint32_t)line_range * step;
            rows.line += (uint32_t)(line_base + (int)(adjusted % (uint32_t)line_range));
            if (row_found(&rows, wanted, false))
                return rows.previous_line;
            continue;
        }
        switch (opcode) {
        case 0: {
            uint64_t length = read_uleb(&at);
            const uint8_t *next = at + length;
            if (*at == 1) { /* end of sequence */
                if (row_found(&rows, wanted, true))
                    return rows.previous_line;
                rows = (Rows){.line = 1};
            } else if (*at == 2) {
                at++;
                rows.address = read_fixed(&at, 8);
            }
            at = next;
            break;
        }
        case 1:
            if (row_found(&rows, wanted, false))
                return rows.previous_line;
            break;
        case 2: rows.address += read_uleb(&at) * step; break;
        case 3: rows.line += (uint32_t)read_sleb(&at); break;
        case 8: rows.address += (255u - (uint32_t)opcode_base) / (uint32_t)line_range * step; break;
        case 9: rows.address += read_fixed(&at, 2); break;
        default:
            for (uint32_t i = 0; i < operand_counts[opcode - 1]; i++)
                read_uleb(&at);
        }
    }
    return 0;
}

/* ------------------------------------------------------------------------------------------------ inlined functions */
enum { DEPTH_MAX = 64 };

/* From the compiled function down to the innermost inlined one: levels[0] is the outermost. Returns how many. */
static uint32_t descend(const Unit *unit, const Extent *extent, uint64_t address, DwarfLevel *levels)
{
    uint32_t count = 0;
    Die die = read_die(unit, extent->die);
    levels[count++] = (DwarfLevel){extent->function, 0};
    uint64_t at = die.next, end = skip_tree(unit, &die);
    while (at < end && count < DEPTH_MAX) {
        Die inner = read_die(unit, at);
        bool is_scope = inner.tag && (inner.has_ranges || inner.high > inner.low);
        at = inner.next;
        if (!is_scope)
            continue;
        if (!covers(unit, &inner, address)) {
            at = skip_tree(unit, &inner);
            continue;
        }
        if (inner.tag == TAG_INLINED) {
            levels[count - 1].line = inner.call_line;
            levels[count++] = (DwarfLevel){function_of(unit, &inner), 0};
        }
    }
    levels[count - 1].line = line_of(unit, address);
    return count;
}

uint32_t dwarf_lookup(const void *address, DwarfLevel *ret_levels, uint32_t capacity)
{
    uint64_t wanted = (uintptr_t)address - load_bias;
    const Extent *extent = extent_of(wanted);
    if (!extent)
        return 0;
    DwarfLevel levels[DEPTH_MAX];
    uint32_t count = descend(&units[extent->unit], extent, wanted, levels), given = 0;
    while (count && given < capacity)
        ret_levels[given++] = levels[--count];
    return given;
}
