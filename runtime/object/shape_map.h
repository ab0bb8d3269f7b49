/* Sets of shapes: the roots, the transitions of one shape, and an agent's own roots and transitions.
 *
 * Invariant: open addressing over shape_map_hash; a root is found by what its objects are, any other shape by its transition. */
#pragma once
#include "object/shape.h"

typedef struct JsShapeMap JsShapeMap;

/* What made a shape, in JsShape.attributes beside a property's attributes. */
typedef enum ShapeVia {
    VIA_ADD = 0, VIA_CHANGE = 1 << 8, VIA_PREVENT = 2 << 8, VIA_ROOT = 3 << 8, VIA_MANY = 4 << 8, VIA_SEAL = 5 << 8,
    VIA_FREEZE = 6 << 8
} ShapeVia;

/* NULL when it is not there; map may be NULL. */
JsShape *shape_map_child(const JsShapeMap *map, const JsShape *parent, JsKey key, uint32_t attributes);
JsShape *shape_map_root(const JsShapeMap *map, JsKind kind, const JsObject *prototype, uint32_t inline_capacity, uint32_t flags);
/* Adds a shape that is not there. map may be NULL. Returns the map that holds it now, in the shared heap or, is_own, in the
 * agent's (then it may yield). */
JsShapeMap *shape_map_add(JsShapeMap *map, JsShape *shape, bool is_own);
