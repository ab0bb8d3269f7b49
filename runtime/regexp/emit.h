/* From the tree of a pattern to the parts of a program: code, classes, literals. */
#ifndef SINEW_REGEXP_EMIT_H
#define SINEW_REGEXP_EMIT_H

#include "regexp/node.h"

/* A class of the program; equal sets are one class. */
typedef struct EmittedClass {
    const CharSet *set;
    uint32_t next_in_bucket; /* index + 1 */
} EmittedClass;

enum { EMIT_CLASS_BUCKETS = 256, EMIT_SWITCHES_LIMIT = 64 };

typedef struct SwitchTable {
    uint16_t entries[256];
} SwitchTable;

typedef struct RegexpEmitter {
    RegexpArena *arena;
    bool is_unicode; /* u or v */
    uint32_t *code;
    uint32_t code_count, code_capacity;
    EmittedClass *classes;
    uint32_t class_count, class_capacity;
    uint32_t buckets[EMIT_CLASS_BUCKETS]; /* class index + 1 */
    uint16_t *literals; /* a STRING's w2 is an index into this until the program is laid out */
    uint32_t literal_count, literal_capacity;
    SwitchTable *switches; /* a SWITCH's w1 is an index into this until the program is laid out */
    uint32_t switch_count, switch_capacity;
    uint32_t register_count;
    bool has_references;
    const char *stack_start; /* where the native stack was when the emitting began */
} RegexpEmitter;

/* Emits the code of a whole pattern, with MATCH at its end. register_count must be set to that of the captures. */
void regexp_emit(RegexpEmitter *emitter, const Node *tree);

/* The number of the class with this set. */
uint32_t regexp_emit_class(RegexpEmitter *emitter, const CharSet *set);

/* Adds units to the literals; returns the index of the first. */
uint32_t regexp_emit_literal(RegexpEmitter *emitter, const uint16_t *units, uint32_t count);

#endif
