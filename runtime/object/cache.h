/* Inline caches (JsPropertyCache of sinew.h) and the global caches behind them.
 *
 * Invariant: what a way holds is read only after its shape matched (and its epoch, where it depends on prototypes); a cache
 * never names a dictionary's own properties. Cache contents are not JavaScript-visible. */
#pragma once
#include "object/object.h"

typedef enum JsCacheHow {
    JS_CACHE_NONE, JS_CACHE_OWN_INLINE, JS_CACHE_OWN_OVERFLOW, JS_CACHE_OWN_GETTER, JS_CACHE_PROTO_DATA, JS_CACHE_PROTO_GETTER,
    JS_CACHE_ABSENT, JS_CACHE_ADD, JS_CACHE_OWN_SETTER, JS_CACHE_PROTO_SETTER, JS_CACHE_PRIVATE_METHOD
} JsCacheHow;

enum { JS_CACHE_WAYS = 4 };
typedef struct JsCacheWay {
    uint32_t shape;      /* 0: an unused way; no object has that shape */
    uint16_t how;        /* JsCacheHow */
    uint16_t index;
    uint32_t new_shape;
    uint32_t epoch;
    void *holder;
} JsCacheWay;
typedef struct JsCacheWays { /* in the shared heap, held by its site */
    JsCell cell;
    JsCacheWay way[JS_CACHE_WAYS];
    uint32_t next;       /* counts fills */
} JsCacheWays;
/* The site's ways, made when there are none. Nothing of the caller's may be half done: memory is counted. */
JsCacheWays *cache_ways(JsPropertyCache *cache);

/* Takes a value that no epoch ever had, through the journal. */
void js_new_prototype_epoch(void);
/* Gets by key without a site: through a global (shape, key) cache. key is any property key; o any object. */
JsValue js_get_global_cached(JsObject *o, JsKey key, JsValue receiver);
/* Empties all caches of shapes: those of sites (js_start_caches), and the global ones. */
void cache_forget_shapes(void);
