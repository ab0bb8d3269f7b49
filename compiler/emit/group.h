/* Groups of property accesses with one shape test: see group.c. */
#pragma once
#include "base/vec.h"
#include "ir/ir.h"

enum { GROUP_KEYS_MAX = 16 };

typedef struct Group {
    const IrInstr *base;
    VEC(const IrAtom *) keys;
    uint32_t accesses;
    uint32_t number;      /* of its flag and its cache in the unit, once it is started */
    bool is_started;      /* its test has been written */
} Group;

typedef struct GroupAccess { Group *group; uint32_t key; } GroupAccess;
typedef VEC(Group *) GroupVec;
