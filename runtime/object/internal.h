/* What the files of the object layer share among themselves. */
#pragma once
#include "heap/heap.h"
#include "object/elements.h"
#include "object/operations.h"
#include "object/realm.h"

/* An own property as the ordinary objects have it. */
typedef enum OwnType { OWN_NONE, OWN_DATA, OWN_ACCESSOR } OwnType;
typedef struct OwnProperty {
    OwnType type;
    uint32_t attributes;
    JsValue value;       /* DATA: the value; ACCESSOR: the JsAccessor */
    JsValue *slot;       /* of a named property; NULL for elements and an array's length */
} OwnProperty;
bool object_find_own(JsObject *o, JsKey key, OwnProperty *ret);
bool object_find_own_named(JsObject *o, JsKey key, OwnProperty *ret);

void object_set_shape(JsObject *o, JsShape *shape);
void object_make_dictionary(JsObject *o);
void object_remove_own(JsObject *o, JsKey key, JsProperty property);
/* Adds a named property that is not there. */
void object_add_own(JsObject *o, JsKey key, JsValue v, uint32_t attributes);
JsValue *object_overflow_reserve(JsObject *o, uint32_t capacity);
/* Before a change of a JS_GUARDED object's property (JS_EMPTY: of its prototype). */
void object_guard_check(JsObject *o, JsKey key);
JS_INLINE JsPropertyTable *object_dictionary(const JsObject *o) { return (JsPropertyTable *)js_cell(o->overflow[0]); }
JS_INLINE bool object_is_dictionary(const JsObject *o) { return js_shape(o)->flags & SHAPE_DICTIONARY; }
JS_INLINE bool object_is_extensible(const JsObject *o) { return !(js_shape(o)->flags & SHAPE_NOT_EXTENSIBLE); }
JS_INLINE const JsInternalMethods *object_methods(const JsObject *o)
{
    return o->cell.flags & JS_EXOTIC ? js_internal_methods[o->cell.kind] : NULL;
}
JS_INLINE void object_store_pointer(JsObject *o, JsValue **word, JsValue *pointer)
{
    js_store(o, (JsValue *)(void *)word, (JsValue)(uintptr_t)pointer);
}
/* States of dense elements, in JsElements.cell.aux. */
enum { ELEMENTS_NORMAL, ELEMENTS_DICTIONARY, ELEMENTS_SEALED, ELEMENTS_FROZEN };
