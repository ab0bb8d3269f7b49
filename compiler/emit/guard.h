/* Guards: tests of a value that many accesses of it stand on, and the plan of where they are made (guard.c, version.c).
 *
 * A function with guards is written in two versions. The fast one tests, then accesses what the test has shown to be there; any
 * failure leaves for the same instruction of the slow one, which is generic, and comes back as soon as nothing that follows
 * relies on a guard. Values are in the same C locals in both, so the jump costs nothing.
 *
 * Invariant: where an access relies on a guard, every way to it in the fast version has made the test since the base got its
 * value, and nothing in between can have changed what the test has shown. */
#pragma once
#include "base/vec.h"
#include "ir/edit.h"
#include "ir/loops.h"

enum { GUARD_KEYS_MAX = 16, GUARD_MAX = 1024 };

typedef enum GuardKind {
    GUARD_SHAPE,    /* all keys are own writable data properties in inline slots, at known offsets */
    GUARD_ELEMENTS, /* e<n>, n<n>: the dense elements of the object and their number */
    GUARD_TYPED     /* e<n>, n<n>: the same of a typed array of the expected type */
} GuardKind;

typedef struct Guard {
    GuardKind kind;
    const IrInstr *base;
    uint32_t element;     /* TYPED: 1 + JsElementType */
    bool has_writes;      /* the base must be the agent's own, too */
    VEC(const IrAtom *) keys;
    uint32_t accesses;
    uint32_t number;      /* of its C locals in the function */
    uint32_t site;        /* SHAPE: of its cache in the unit */
    bool has_layout;      /* SHAPE: the slots of all keys are predicted (layout.c), else the first object shows them */
    bool is_declared;
} Guard;

typedef VEC(Guard *) GuardVec;

/* A property behind a SHAPE guard that may be held in locals (held.c): h<n> and, where it must be a number, d<n>. */
typedef struct HeldField {
    const Guard *guard;
    const IrAtom *key;
    uint32_t place;       /* in the guard's keys */
    bool is_worth_it;
    bool is_held;
    bool is_number;
    bool is_followed;     /* some write is followed: the local may change between tests */
    bool has_value;       /* h<n> is read: what comes from the field is not only converted to a number */
} HeldField;

typedef struct Versions {
    GuardVec guards;      /* by Guard.number */
    VEC(HeldField) fields;
    uint32_t *held;       /* by value id: 1 + number of the field that the access or conversion reads from its local; 0 none */
    uint32_t words;       /* of a set of guards */
    uint32_t *access;     /* by value id: 1 + number of the guard that the access wants; 0 none */
    uint32_t *key_place;  /* by value id of SHAPE accesses: in keys */
    bool *is_tested;      /* by value id: the guard is tested right before it */
    bool *leaves;         /* by value id: its slow half is in the slow version only */
    bool *is_slow;        /* by value id: the slow version has it */
    bool *is_slow_target; /* by value id: some jump to the slow version leads to it */
    bool *is_return;      /* by value id: the slow version comes back before it */
    uint64_t **tested;    /* by block id: guards tested when a loop is entered; NULL: none */
    const uint64_t **of_base; /* by value id: guards of that base; NULL: none */
    IrDominators *dominators;
    IrLoopVec loops;
    uint64_t **wanted;    /* by block id: guards that its start relies on, after `tested` */
} Versions;
