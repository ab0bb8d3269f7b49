/* Loading of source text and the lazy line index. */
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "utf.h"
#include "vec.h"

Source *source_from_memory(Arena *arena, const char *path, const char *bytes, size_t length)
{
    Source *source = ARENA_NEW(arena, Source);
    source->path = arena_strdup(arena, path);
    source->bytes = arena_strndup(arena, bytes, length);
    source->length = length;
    source->arena = arena;
    return source;
}

static bool read_whole(int file, char *bytes, size_t length)
{
    for (size_t done = 0; done < length;) {
        ssize_t count = read(file, bytes + done, length - done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        if (count == 0) { /* The file shrank under us. */
            errno = EIO;
            return false;
        }
        done += (size_t)count;
    }
    return true;
}

static int check_loadable(const struct stat *status)
{
    if (S_ISDIR(status->st_mode))
        return EISDIR;
    if (!S_ISREG(status->st_mode))
        return EINVAL;
    return status->st_size >= INT32_MAX ? EFBIG : 0;
}

Source *source_load_file(Arena *arena, const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return NULL;
    struct stat status;
    int error = fstat(file, &status) ? errno : check_loadable(&status);
    Source *source = NULL;
    if (!error) {
        size_t length = (size_t)status.st_size;
        char *bytes = arena_alloc(arena, length + 1);
        if (read_whole(file, bytes, length)) {
            source = ARENA_NEW(arena, Source);
            *source = (Source){.path = arena_strdup(arena, path), .bytes = bytes, .length = length, .arena = arena};
        } else {
            error = errno;
        }
    }
    close(file);
    errno = error;
    return source;
}

/* How many bytes the line terminator at `at` takes; 0 when there is none. */
static size_t line_terminator_size(const char *at, const char *end)
{
    if (*at == '\n')
        return 1;
    if (*at == '\r')
        return at + 1 < end && at[1] == '\n' ? 2 : 1;
    if ((unsigned char)*at == 0xE2 && end - at >= 3 && (unsigned char)at[1] == 0x80 &&
        ((unsigned char)at[2] == 0xA8 || (unsigned char)at[2] == 0xA9))
        return 3;
    return 0;
}

static void index_lines(Source *source)
{
    if (source->line_starts)
        return;
    VEC(uint32_t) starts = VEC_IN(source->arena);
    vec_push(&starts, 0);
    const char *end = source->bytes + source->length;
    for (const char *at = source->bytes; at < end;) {
        size_t size = line_terminator_size(at, end);
        at += size ? size : 1;
        if (size)
            vec_push(&starts, (uint32_t)(at - source->bytes));
    }
    source->line_starts = starts.items;
    source->line_count = starts.length;
}

static uint32_t line_of(Source *source, uint32_t offset)
{
    index_lines(source);
    size_t low = 0;
    size_t high = source->line_count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (source->line_starts[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low + 1;
}

SourcePosition source_position(Source *source, uint32_t offset)
{
    if (offset > source->length)
        offset = (uint32_t)source->length;
    uint32_t line = line_of(source, offset);
    uint32_t start = source->line_starts[line - 1];
    size_t before = utf8_count_code_points(source->bytes + start, offset - start);
    return (SourcePosition){.line = line, .column = (uint32_t)before + 1};
}

uint32_t source_line_count(Source *source)
{
    index_lines(source);
    return (uint32_t)source->line_count;
}

Span source_line(Source *source, uint32_t line)
{
    index_lines(source);
    assert(line >= 1 && line <= source->line_count);
    const char *end = source->bytes + source->length;
    const char *start = source->bytes + source->line_starts[line - 1];
    const char *stop = start;
    while (stop < end && !line_terminator_size(stop, end))
        stop++;
    return (Span){.start = (uint32_t)(start - source->bytes), .end = (uint32_t)(stop - source->bytes)};
}
