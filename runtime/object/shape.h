/* Shapes: which named properties an object has, where, with which attributes, and its prototype. Shapes are immutable once
 * made and form transition trees. Shared ones live in the shared heap and are never freed; while a server serves, only what
 * has a shared prototype and shared keys can be one, and there is a budget for them. All others are the own shapes of the
 * request that needed them, and are gone with it.
 *
 * Invariant: an object's cell.word is the id of its shape (bit 31 set); two objects with one non-dictionary shape have the
 * same keys in the same slots with the same attributes, the same prototype and extensibility.
 * A dictionary object's shape names only prototype and extensibility; its overflow[0] is a JsPropertyTable of its own and
 * overflow[slot] holds the values. */
#pragma once
#include "heap/heap.h"
#include "string/string.h"

enum {
    JS_WRITABLE = 1, JS_ENUMERABLE = 2, JS_CONFIGURABLE = 4,
    JS_ACCESSOR = 8,          /* the slot holds a JsAccessor cell */
    JS_PRIVATE_METHOD = 16,   /* private name that cannot be assigned */
    JS_DEFAULT_ATTRIBUTES = JS_WRITABLE | JS_ENUMERABLE | JS_CONFIGURABLE,
    JS_HIDDEN_ATTRIBUTES = JS_WRITABLE | JS_CONFIGURABLE /* built-in methods */
};

/* Functions or undefined; immutable. JS_LAZY in its flags: a data property whose value `get` puts in its place. */
typedef struct JsAccessor { JsCell cell; JsValue get, set; } JsAccessor;

/* Where a property is. Slots below the shape's inline_capacity are inline. */
typedef struct JsProperty { uint32_t slot; uint32_t attributes; } JsProperty;

typedef struct JsNewProperty { JsKey key; JsValue value; uint32_t attributes; } JsNewProperty;

typedef struct JsPropertyEntry { JsKey key; uint32_t slot; uint32_t attributes; } JsPropertyEntry; /* key JS_EMPTY: deleted */
typedef struct JsPropertyTable {
    JsCell cell;               /* INTERNAL */
    uint32_t count;            /* entries used, deleted ones too; in order of insertion */
    uint32_t capacity;         /* of entries; the index after them has twice as many 32-bit buckets (0 empty, else entry + 1) */
    uint32_t live;
    uint32_t next_slot;
    JsPropertyEntry entries[];
} JsPropertyTable;

/* LAZY: of JS_LAZY objects, whose first touched lazy property gives them a shape without it. */
enum { SHAPE_DICTIONARY = 1, SHAPE_NOT_EXTENSIBLE = 2, SHAPE_LAZY = 4 };
enum { SHAPE_PROPERTIES_MAX = 512, SHAPE_COMPUTED_MAX = 24, SHAPE_FAN_OUT_MAX = 128, SHAPE_INLINE_MAX = 32 };

struct JsShape {
    JsCell cell;               /* INTERNAL; word: its id; flags: JS_SHARED or not matters to nobody */
    JsObject *prototype;       /* or NULL */
    JsShape *parent;           /* without the last property; NULL for a root */
    JsShape *root;             /* of its tree */
    JsKey key;                 /* of the transition that made it */
    uint16_t attributes;       /* of the transition: property attributes and ShapeVia */
    uint8_t kind;              /* JsKind of its objects */
    uint8_t flags;             /* SHAPE_* */
    uint16_t count;            /* of properties; property i lies in slot i */
    uint16_t inline_capacity;
    uint16_t wanted;           /* root: the most properties an object of this tree had (prediction) */
    uint16_t fan_out;          /* transitions from here, saturating */
    JsShape *predicted;        /* root of default capacity: the root for new objects of constructors, once known */
    JsPropertyTable *table;    /* made on demand; may be shared with descendants: only its first `count` entries count */
    JsShape *child;            /* the newest transition, or NULL. Those of a shared shape to own ones are in the agent's map */
    struct JsShapeMap *children; /* all, once there are two */
};

extern JsShape **js_shapes;    /* by id without bit 31 */
JS_INLINE JsShape *js_shape_by_id(uint32_t id) { return js_shapes[id & 0x7fffffff]; }
JS_INLINE JsShape *js_shape(const JsObject *o) { return js_shape_by_id(o->cell.word); }

void shape_start(void);
/* ---- the numbering (shape_ids.c): sets cell.word, and the entry of js_shapes */
void shape_ids_start(void);
void shape_register_shared(JsShape *shape);
void shape_register_own(JsShape *shape);               /* of the agent that runs */
void shapes_release_own(HeapOwn *own);                 /* the agent has ended */
void shapes_tidy(void);  /* gives some of the tables' memory that has no use back to the system; for idle moments */
uint32_t shapes_shared_count(void); /* they stay */
bool shape_is_own(const JsShape *shape);

/* The root shape of objects of that kind with that prototype (NULL for null). Marks the prototype JS_IS_PROTOTYPE. */
JsShape *shape_root(JsKind kind, JsObject *prototype, uint32_t inline_capacity, uint32_t flags);
/* A root for constructors: with room for as many properties as objects of this prototype were seen to have, or, while none
 * were seen, as count_fields says (0: unknown). */
JsShape *shape_root_predicted(JsObject *prototype, uint32_t (*count_fields)(JsValue constructor), JsValue constructor);
/* The shape after adding a property; NULL when the object must become a dictionary. */
JsShape *shape_add_property(JsShape *shape, JsKey key, uint32_t attributes);
/* The same for properties that are not there, in one step: a shape of the object's own, which no other object will come to. At
 * most SHAPE_PROPERTIES_MAX in all. */
JsShape *shape_add_all(JsShape *shape, const JsNewProperty *added, uint32_t count);
/* Same slots, other attributes of one key. */
JsShape *shape_change_attributes(JsShape *shape, JsKey key, uint32_t attributes);
/* Without its last property, whose key that is; NULL when it is not the last. */
JsShape *shape_remove_last(JsShape *shape, JsKey key);
JsShape *shape_prevent_extensions(JsShape *shape);
/* All properties but private names not configurable, and, frozen, data properties not writable. */
JsShape *shape_restrict(JsShape *shape, bool is_frozen);
/* Same properties, other prototype. */
JsShape *shape_change_prototype(JsShape *shape, JsObject *prototype);
JsShape *shape_without_lazy(JsShape *shape);
bool shape_find(JsShape *shape, JsKey key, JsProperty *ret_property);  /* not for dictionaries */
/* The properties in order of insertion: the first shape->count entries. */
JsPropertyTable *shape_table(JsShape *shape);
/* Where a slot of an object of this shape lies: bytes from the object's start, when slot < inline_capacity. */
JS_INLINE uint32_t shape_inline_offset(uint32_t slot) { return (uint32_t)(offsetof(JsObject, slots) + slot * sizeof(JsValue)); }

/* ---- property tables, also those of dictionary objects. Keys are compared and hashed as words. */
JsPropertyTable *table_new(uint32_t capacity, bool is_shared);
JsPropertyTable *table_copy(const JsPropertyTable *from, uint32_t count, uint32_t capacity, bool is_shared);
int32_t table_find(const JsPropertyTable *table, JsKey key);            /* entry number, or -1 */
void table_append(JsPropertyTable *table, JsKey key, uint32_t slot, uint32_t attributes); /* there is room */
void table_remove(JsPropertyTable *table, uint32_t entry);
