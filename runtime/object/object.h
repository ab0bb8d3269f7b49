/* Objects: the internal methods of ECMA-262 10.1 and 10.4, dispatched by kind, and the primitives under them.
 * Functions that return int: 1 true, 0 false, -1 an exception is pending. */
#pragma once
#include "object/shape.h"
#include "value/throw.h"

/* ---- property descriptors, 6.2.6 */
enum {
    JS_HAS_VALUE = 1, JS_HAS_WRITABLE = 2, JS_HAS_GET = 4, JS_HAS_SET = 8, JS_HAS_ENUMERABLE = 16, JS_HAS_CONFIGURABLE = 32,
    JS_HAS_DATA_ALL = JS_HAS_VALUE | JS_HAS_WRITABLE | JS_HAS_ENUMERABLE | JS_HAS_CONFIGURABLE
};
typedef struct JsDescriptor {
    JsValue value, get, set;   /* meaningful when present */
    uint8_t has;               /* JS_HAS_* */
    uint8_t attributes;        /* JS_WRITABLE | JS_ENUMERABLE | JS_CONFIGURABLE, meaningful where present */
} JsDescriptor;
JS_INLINE bool js_descriptor_is_accessor(const JsDescriptor *d) { return d->has & (JS_HAS_GET | JS_HAS_SET); }
JS_INLINE bool js_descriptor_is_data(const JsDescriptor *d) { return d->has & (JS_HAS_VALUE | JS_HAS_WRITABLE); }
JS_INLINE JsDescriptor js_data_descriptor(JsValue value, uint32_t attributes)
{
    return (JsDescriptor){value, JS_UNDEFINED, JS_UNDEFINED, JS_HAS_DATA_ALL, (uint8_t)attributes};
}
int js_to_property_descriptor(JsValue v, JsDescriptor *ret);           /* 6.2.6.5; 1 or -1 */
JsValue js_from_property_descriptor(const JsDescriptor *d);            /* 6.2.6.4; d NULL: undefined */
void js_complete_property_descriptor(JsDescriptor *d);                 /* 6.2.6.6 */

/* ---- lists of values in the agent's heap (also lists of keys: atoms, symbols, index keys) */
typedef struct JsList { JsValue *values; uint32_t length, capacity; } JsList;
void js_list_push(JsList *list, JsValue v);                            /* start with {0} */

/* ---- internal methods, 6.1.7.2. Any object. */
int js_set_prototype_of(JsObject *o, JsValue prototype);               /* object or null */
int js_is_extensible(JsObject *o);
int js_prevent_extensions(JsObject *o);
int js_get_own_property(JsObject *o, JsKey key, JsDescriptor *ret);    /* 0: undefined; ret is completely filled */
int js_define_own_property(JsObject *o, JsKey key, const JsDescriptor *d);
int js_has_property(JsObject *o, JsKey key);
JsValue js_object_get(JsObject *o, JsKey key, JsValue receiver);
int js_object_set(JsObject *o, JsKey key, JsValue v, JsValue receiver);
int js_object_delete(JsObject *o, JsKey key);
int js_own_property_keys(JsObject *o, JsList *ret);                    /* 1 or -1; private names are never in it */

/* Exotic kinds: the owner registers its methods; objects carry JS_EXOTIC. NULL entries are the ordinary methods. */
typedef struct JsInternalMethods {
    JsValue (*get_prototype_of)(JsObject *o);
    int (*set_prototype_of)(JsObject *o, JsValue prototype);
    int (*is_extensible)(JsObject *o);
    int (*prevent_extensions)(JsObject *o);
    int (*get_own_property)(JsObject *o, JsKey key, JsDescriptor *ret);
    int (*define_own_property)(JsObject *o, JsKey key, const JsDescriptor *d);
    int (*has_property)(JsObject *o, JsKey key);
    JsValue (*get)(JsObject *o, JsKey key, JsValue receiver);
    int (*set)(JsObject *o, JsKey key, JsValue v, JsValue receiver);
    int (*delete_property)(JsObject *o, JsKey key);
    int (*own_property_keys)(JsObject *o, JsList *ret);
    JsValue (*call)(JsObject *o, JsValue this_value, uint32_t argc, JsValue *argv);         /* JS_CALLABLE objects */
    JsValue (*construct)(JsObject *o, JsValue new_target, uint32_t argc, JsValue *argv);    /* JS_CONSTRUCTOR objects */
} JsInternalMethods;
extern const JsInternalMethods *js_internal_methods[JS_KIND_COUNT];
void js_register_kind(JsKind kind, const JsInternalMethods *methods);

/* The ordinary methods of 10.1 (they know arrays and lazy functions), for exotic kinds to fall back on. */
int js_ordinary_get_own_property(JsObject *o, JsKey key, JsDescriptor *ret);
int js_ordinary_define_own_property(JsObject *o, JsKey key, const JsDescriptor *d);
int js_ordinary_has_property(JsObject *o, JsKey key);
JsValue js_ordinary_get(JsObject *o, JsKey key, JsValue receiver);
int js_ordinary_set(JsObject *o, JsKey key, JsValue v, JsValue receiver);
int js_ordinary_delete(JsObject *o, JsKey key);
int js_ordinary_own_property_keys(JsObject *o, JsList *ret);
int js_ordinary_set_prototype_of(JsObject *o, JsValue prototype);
int js_ordinary_prevent_extensions(JsObject *o);
/* 10.1.6.2, 10.1.6.3. current NULL: undefined; o NULL: only asks. */
int js_is_compatible_property_descriptor(bool extensible, const JsDescriptor *d, const JsDescriptor *current);

/* ---- making objects */
/* A cell of `bytes` (a struct that begins with JsObject) of a kind, without inline slots; the rest of the struct is the
 * caller's to fill at once. flags: JS_CALLABLE... */
void *js_new_object_of_kind(JsKind kind, size_t bytes, JsObject *prototype, uint32_t flags);
/* The same of a root shape without inline slots that is at hand; what follows the JsObject is not initialised. */
void *js_new_uninitialized(JsShape *shape, size_t bytes);
JsObject *js_new_plain(JsObject *prototype);                           /* OrdinaryObjectCreate; prototype may be NULL */
JsObject *js_new_plain_sized(JsObject *prototype, uint32_t properties); /* with room for so many inline */
JsObject *js_new_from_shape(JsShape *shape);                           /* plain; slots undefined */
JsArray *js_new_array_sized(uint32_t capacity);                        /* ArrayCreate(0) with room */
int js_array_create(double length, JsObject *prototype_or_null, JsArray **ret); /* 10.4.2.2: RangeError "Invalid array length" */

/* Wrappers of primitives: Boolean, Number, String, Symbol, BigInt objects, 10.4.3 */
typedef struct JsPrimitiveObject { JsObject object; JsValue value; } JsPrimitiveObject;
JsObject *js_new_primitive_object(JsValue primitive, JsObject *prototype_or_null);

/* ---- under the internal methods: own named properties of the object proper (no exotic behaviour, no calls) */
bool js_find_own(JsObject *o, JsKey key, JsProperty *ret);             /* named keys, after materialising lazy functions */
JsValue *js_slot_address(JsObject *o, uint32_t slot);
/* Adds or overwrites without any check; takes care of dictionaries, epochs and the journal. key may be an index. */
void js_put_own(JsObject *o, JsKey key, JsValue v, uint32_t attributes);
/* Adds to an ordinary object without guards the property by which `next` is a transition from the object's shape. */
void js_add_by_shape(JsObject *o, JsShape *next, JsValue v);
/* The same for many, quickly where none of them is there: the objects of the realm. Values of accessors: js_new_accessor. */
void js_put_all_own(JsObject *o, const JsNewProperty *properties, uint32_t count);
JsValue js_new_accessor(JsValue get, JsValue set);
/* The slot (attributes: ACCESSOR, not WRITABLE) of a property that programs see as data: the first read calls `get`, which puts the
 * value in its place, and a write calls `set`, which does the same. */
JsValue js_new_lazy_value(JsValue get, JsValue set);
void js_put_own_accessor(JsObject *o, JsKey key, JsValue get, JsValue set, uint32_t attributes);
/* Must be called before a structural change of an object that is a prototype. */
void js_prototype_changed(JsObject *o);
/* Writes the flags/shape word of an object's cell through the journal. */
void js_store_cell_word(JsObject *o, JsCell word);
void object_start(void);
