/* Inline caches: what a site's ways say, filling them, and the global cache of (shape, key) behind them.
 *
 * Invariant: as in the header. A way that depends on prototypes holds while js_prototype_epoch is what it was. A primitive is
 * looked up as the prototype object it shows, with that object's shape. */
#include "object/cache.h"
#include "object/internal.h"
#include <stdlib.h>

enum { GLOBAL_SIZE = 4096, FILLS_MAX = 24 };

typedef struct GlobalEntry { JsKey key; JsCacheWay way; } GlobalEntry;

uint32_t js_prototype_epoch = 1;
static uint32_t last_epoch = 1;
static GlobalEntry global_cache[GLOBAL_SIZE];

typedef struct SiteCaches { JsPropertyCache *caches; size_t count; } SiteCaches;
static SiteCaches *site_caches;
static size_t site_caches_count;

void js_new_prototype_epoch(void)
{
    js_prototype_epoch = ++last_epoch;
}

void js_start_caches(JsPropertyCache *caches, size_t count)
{
    heap_populate(caches, count * sizeof *caches);
    for (size_t i = 0; i < count; i++)
        caches[i].shape = caches[i].proto_shape = JS_NO_SHAPE;
    js_add_roots(caches, caches + count);
    site_caches = realloc(site_caches, (site_caches_count + 1) * sizeof *site_caches);
    if (!site_caches)
        abort();
    site_caches[site_caches_count++] = (SiteCaches){caches, count};
}

static void forget_shapes_of(JsPropertyCache *cache)
{
    cache->shape = cache->proto_shape = JS_NO_SHAPE;
    if (!cache->ways)
        return;
    memset(cache->ways->way, 0, sizeof cache->ways->way);
    cache->ways->next = 0;
}

void cache_forget_shapes(void)
{
    for (size_t i = 0; i < site_caches_count; i++) {
        for (size_t k = 0; k < site_caches[i].count; k++)
            forget_shapes_of(&site_caches[i].caches[k]);
    }
    memset(global_cache, 0, sizeof global_cache);
}

static GlobalEntry *global_entry(uint32_t shape, JsKey key)
{
    uint64_t hash = ((key >> 3) ^ shape * UINT64_C(0x85EBCA77)) * UINT64_C(0x9E3779B97F4A7C15);
    return &global_cache[hash >> 52];
}

/* ------------------------------------------------------------------------------------------------ reading a way */
JS_INLINE JsValue call_getter(const JsAccessor *accessor, JsValue receiver)
{
    JsValue get = accessor->get;
    if (js_likely(js_is_kind(get, JS_KIND_FUNCTION)))
        return js_call_function(js_function(get), receiver, 0, NULL);
    return get == JS_UNDEFINED ? JS_UNDEFINED : js_call(get, receiver, 0, NULL);
}

/* The value by a way whose shape matched; JS_EMPTY: the way does not tell. */
JS_INLINE JsValue way_get(const JsCacheWay *way, JsObject *o, JsValue receiver)
{
    switch ((JsCacheHow)way->how) {
    case JS_CACHE_OWN_INLINE:
        return o->slots[way->index];
    case JS_CACHE_OWN_OVERFLOW:
        return o->overflow[way->index];
    case JS_CACHE_OWN_GETTER:
        return call_getter((JsAccessor *)js_cell(*js_slot_address(o, way->index)), receiver);
    case JS_CACHE_PROTO_DATA:
        return way->epoch == js_prototype_epoch ? *(JsValue *)way->holder : JS_EMPTY;
    case JS_CACHE_PROTO_GETTER:
        return way->epoch == js_prototype_epoch ? call_getter(way->holder, receiver) : JS_EMPTY;
    case JS_CACHE_ABSENT:
        return way->epoch == js_prototype_epoch ? JS_UNDEFINED : JS_EMPTY;
    default:
        return JS_EMPTY;
    }
}

JsCacheWays *cache_ways(JsPropertyCache *cache)
{
    if (cache->ways)
        return cache->ways;
    JsCacheWays *ways = heap_alloc_shared(sizeof *ways, true);
    memset(ways, 0, sizeof *ways);
    ways->cell = (JsCell){JS_KIND_INTERNAL, 0, HEAP_HIDDEN, 0};
    return cache->ways = ways;
}

/* The collector does not look into a region: there the ways come with the caches. */
JsPropertyCache *js_new_caches(size_t count)
{
    bool is_in_region = heap_region && !heap_region->is_spilled;
    size_t bytes = sizeof(JsCell) + count * (sizeof(JsPropertyCache) + (is_in_region ? sizeof(JsCacheWays) : 0));
    JsCell *cell = js_new_internal_cell(bytes, true, true);
    JsPropertyCache *caches = (JsPropertyCache *)(void *)(cell + 1);
    JsCacheWays *ways = (JsCacheWays *)(void *)(caches + count);
    for (size_t i = 0; i < count; i++)
        caches[i] = (JsPropertyCache){.shape = JS_NO_SHAPE, .proto_shape = JS_NO_SHAPE, .ways = is_in_region ? &ways[i] : NULL};
    return caches;
}

static bool is_filled_up(const JsPropertyCache *cache)
{
    return cache->ways && cache->ways->next >= FILLS_MAX;
}

static void way_put(JsPropertyCache *cache, const JsCacheWay *way)
{
    JsCacheWays *ways = cache_ways(cache);
    for (uint32_t i = 0; i < JS_CACHE_WAYS; i++) {
        JsCacheWay *known = &ways->way[i];
        if (known->shape == way->shape && known->how == way->how && known->holder == way->holder) {
            *known = *way;
            return;
        }
    }
    ways->way[ways->next++ % JS_CACHE_WAYS] = *way;
}

/* ------------------------------------------------------------------------------------------------ get */
/* Canonical numeric strings are not ordinary names for typed arrays; names that begin like numbers are left uncached. */
static bool may_cache_typed(JsKey key)
{
    if (js_is_symbol(key) || !js_string(key)->cell.word)
        return true;
    uint16_t first = js_string_at(js_string(key), 0);
    return first > '9' && first != 'I' && first != 'N';
}

/* Does the object treat this name as an ordinary object would? Names that are not exotic on exotic objects. */
static bool is_ordinary_name(const JsObject *o, JsKey key)
{
    if (!(o->cell.flags & JS_EXOTIC))
        return true;
    if (o->cell.kind == JS_KIND_STRING_OBJECT)
        return key != JS_ATOM(length);
    return o->cell.kind == JS_KIND_TYPED_ARRAY && may_cache_typed(key);
}

/* Looks key (no index) up from o without running any JavaScript: how to find it again (NONE: that cannot be said), and the data
 * or the accessor's cell that is there. False: only the general lookup can tell. */
static bool look_up(JsObject *o, JsKey key, JsCacheWay *ret_way, JsValue *ret_found)
{
    OwnProperty own;
    *ret_way = (JsCacheWay){.how = JS_CACHE_NONE};
    *ret_found = JS_UNDEFINED;
    if (!is_ordinary_name(o, key))
        return false;
    JsObject *holder = o;
    bool found = object_find_own_named(o, key, &own);
    if (object_is_dictionary(o))
        return false;
    while (!found) {
        holder = js_shape(holder)->prototype;
        if (!holder)
            break;
        if (!is_ordinary_name(holder, key))
            return false;
        found = object_find_own_named(holder, key, &own);
    }
    *ret_way = (JsCacheWay){.shape = o->cell.word, .epoch = js_prototype_epoch};
    if (!found) {
        ret_way->how = JS_CACHE_ABSENT;
        return true;
    }
    *ret_found = own.value;
    if (!own.slot) {
        ret_way->how = JS_CACHE_NONE; /* the length of an array */
        return true;
    }
    bool is_accessor = own.type == OWN_ACCESSOR;
    if (holder == o) {
        JsProperty property;
        js_find_own(o, key, &property);
        uint32_t capacity = js_shape(o)->inline_capacity;
        bool is_inline = property.slot < capacity;
        ret_way->how = is_accessor ? JS_CACHE_OWN_GETTER : is_inline ? JS_CACHE_OWN_INLINE : JS_CACHE_OWN_OVERFLOW;
        ret_way->index = (uint16_t)(is_accessor || is_inline ? property.slot : property.slot - capacity);
    } else {
        ret_way->how = is_accessor ? JS_CACHE_PROTO_GETTER : JS_CACHE_PROTO_DATA;
        ret_way->holder = is_accessor ? (void *)js_cell(own.value) : (void *)own.slot;
    }
    return true;
}

static JsValue get_and_learn(JsObject *o, JsKey key, JsValue receiver, JsCacheWay *ret_way)
{
    JsValue found;
    if (!look_up(o, key, ret_way, &found))
        return js_object_get(o, key, receiver);
    bool is_accessor = ret_way->how == JS_CACHE_OWN_GETTER || ret_way->how == JS_CACHE_PROTO_GETTER;
    return is_accessor ? call_getter((JsAccessor *)js_cell(found), receiver) : found;
}

JsValue js_get_global_cached(JsObject *o, JsKey key, JsValue receiver)
{
    if (js_key_is_index(key))
        return js_object_get(o, key, receiver);
    GlobalEntry *entry = global_entry(o->cell.word, key);
    if (entry->key == key && entry->way.shape == o->cell.word) {
        JsValue v = way_get(&entry->way, o, receiver);
        if (js_likely(v != JS_EMPTY))
            return v;
    }
    JsCacheWay way;
    JsValue v = get_and_learn(o, key, receiver, &way);
    if (way.how != JS_CACHE_NONE)
        *entry = (GlobalEntry){key, way};
    return v;
}

/* Where the lookup of a primitive starts; NULL: nullish. */
static JS_NOINLINE JsObject *start_of_primitive(JsValue base)
{
    if (js_is_string(base))
        return JS_INTRINSIC(STRING_PROTOTYPE);
    if (js_is_number(base))
        return JS_INTRINSIC(NUMBER_PROTOTYPE);
    if (js_is_boolean(base))
        return JS_INTRINSIC(BOOLEAN_PROTOTYPE);
    if (!js_is_cell(base))
        return NULL;
    return js_is_symbol(base) ? JS_INTRINSIC(SYMBOL_PROTOTYPE) : JS_INTRINSIC(BIGINT_PROTOTYPE);
}

JS_INLINE JsObject *start_of(JsValue base)
{
    return js_likely(js_is_object(base)) ? js_object(base) : start_of_primitive(base);
}

static bool is_writable_own(JsObject *o, JsKey key)
{
    JsProperty property;
    return js_find_own(o, key, &property) && property.attributes & JS_WRITABLE;
}

static JS_NOINLINE JsValue get_and_fill(JsObject *o, JsKey key, JsValue receiver, JsPropertyCache *cache)
{
    if (is_filled_up(cache))
        return js_get_global_cached(o, key, receiver);
    JsCacheWay way;
    JsValue v = get_and_learn(o, key, receiver, &way);
    if (way.how == JS_CACHE_NONE)
        return v;
    way_put(cache, &way);
    if (js_value(o) != receiver)
        return v;
    if (way.how == JS_CACHE_OWN_INLINE && is_writable_own(o, key) && o->cell.word == way.shape) {
        cache->shape = way.shape;
        cache->offset = shape_inline_offset(way.index);
    } else if (way.how == JS_CACHE_OWN_OVERFLOW && o == js_realm->global && o->cell.word == way.shape) {
        /* The global object counts as a prototype: whenever its slots move, the epoch is a new one. */
        cache->proto_shape = way.shape;
        cache->proto_epoch = js_prototype_epoch;
        cache->proto_slot = &o->overflow[way.index];
    } else if (way.how == JS_CACHE_PROTO_DATA) {
        cache->proto_shape = way.shape;
        cache->proto_epoch = way.epoch;
        cache->proto_slot = way.holder;
    }
    return v;
}

/* All ways, getters too, then the lookup that fills one. */
static JS_NOINLINE JsValue get_by_ways(JsValue base, JsKey key, JsPropertyCache *cache)
{
    JsObject *o = start_of(base);
    if (js_unlikely(!o))
        return js_throw_type_error("Cannot read properties of %v (reading '%k')", base, key);
    uint32_t shape = o->cell.word;
    for (uint32_t i = 0; cache->ways && i < JS_CACHE_WAYS; i++) {
        const JsCacheWay *way = &cache->ways->way[i];
        if (way->shape == shape) {
            JsValue v = way_get(way, o, base);
            if (js_likely(v != JS_EMPTY))
                return v;
        }
    }
    if (js_key_is_index(key) || (js_is_string(base) && key == JS_ATOM(length)))
        return js_get_v(base, key);
    return get_and_fill(o, key, base, cache);
}

/* The ways that need no call, on objects and strings. Everything else is a tail call, so that this part saves no registers. */
JsValue js_get_cached(JsValue base, JsKey key, JsPropertyCache *cache)
{
    if (js_unlikely(!js_is_cell(base) || !cache->ways))
        return get_by_ways(base, key, cache);
    JsObject *o = js_object(base);
    if (o->cell.kind < JS_KIND_OBJECT) {
        if (o->cell.kind != JS_KIND_STRING)
            return get_by_ways(base, key, cache);
        o = JS_INTRINSIC(STRING_PROTOTYPE);
    }
    uint32_t shape = o->cell.word;
    const JsCacheWay *way = cache->ways->way, *end = way + JS_CACHE_WAYS;
    while (way->shape != shape) {
        if (++way == end)
            return get_by_ways(base, key, cache);
    }
    if (way->how == JS_CACHE_OWN_INLINE)
        return o->slots[way->index];
    if (way->how == JS_CACHE_OWN_OVERFLOW)
        return o->overflow[way->index];
    if (way->how == JS_CACHE_PROTO_DATA && way->epoch == js_prototype_epoch)
        return *(JsValue *)way->holder;
    return get_by_ways(base, key, cache);
}

/* Of a way whose shape matched: the getter of a prototype; *ret_is_old: what the way says may be no longer so. */
static JsValue getter_of_way(const JsCacheWay *way, bool *ret_is_old)
{
    bool is_own = way->how == JS_CACHE_OWN_INLINE || way->how == JS_CACHE_OWN_OVERFLOW || way->how == JS_CACHE_OWN_GETTER;
    *ret_is_old = !is_own && way->epoch != js_prototype_epoch;
    return way->how == JS_CACHE_PROTO_GETTER && !*ret_is_old ? ((JsAccessor *)way->holder)->get : JS_EMPTY;
}

/* The site's proto_slot is the getter of the latest shape. */
JsValue js_find_getter(JsValue base, JsKey key, JsPropertyCache *cache)
{
    if (!js_is_object(base))
        return JS_EMPTY;
    JsObject *o = js_object(base);
    for (uint32_t i = 0; cache->ways && i < JS_CACHE_WAYS; i++) {
        const JsCacheWay *way = &cache->ways->way[i];
        bool is_old;
        if (way->shape != o->cell.word)
            continue;
        JsValue getter = getter_of_way(way, &is_old);
        if (!is_old)
            return getter;
    }
    JsCacheWay way;
    JsValue found;
    if (is_filled_up(cache) || !look_up(o, key, &way, &found) || way.how == JS_CACHE_NONE)
        return JS_EMPTY;
    way_put(cache, &way);
    if (way.how != JS_CACHE_PROTO_GETTER)
        return JS_EMPTY;
    cache->proto_shape = way.shape;
    cache->proto_epoch = way.epoch;
    cache->proto_slot = &((JsAccessor *)way.holder)->get;
    return *cache->proto_slot;
}

JsValue js_typed_length_getter;

JsValue js_get_length_cached(JsValue base, JsKey key, JsPropertyCache *cache)
{
    if (js_is_kind(base, JS_KIND_TYPED_ARRAY)) {
        JsValue getter = js_find_getter(base, key, cache);
        return getter == js_typed_length_getter ? js_call(getter, base, 0, NULL) : js_get_v(base, key);
    }
    JsValue length = js_get_cached(base, key, cache);
    cache->proto_shape = JS_NO_SHAPE;
    return length;
}

/* ------------------------------------------------------------------------------------------------ set */
/* [[Set]] refused or not on an object: the exception in strict code. */
static JsValue set_result(JsValue base, JsKey key, JsValue v, bool strict, int done)
{
    if (done > 0 || (!done && !strict))
        return JS_UNDEFINED;
    if (done < 0)
        return JS_EXCEPTION;
    if (!js_is_object(base))
        return js_throw_type_error("Cannot create property '%k' on %s '%v'", key, js_type_name(base), base);
    js_set(js_object(base), key, v, true);
    return JS_EXCEPTION;
}

static JsValue set_uncached(JsValue base, JsKey key, JsValue v, bool strict)
{
    JsObject *o = start_of(base);
    if (!o)
        return js_throw_type_error("Cannot set properties of %v (setting '%k')", base, key);
    return set_result(base, key, v, strict, js_object_set(o, key, v, base));
}

JS_INLINE bool add_by_way(const JsCacheWay *way, JsObject *o, JsValue v)
{
    if (o->cell.flags & (JS_SHARED | JS_IS_PROTOTYPE | JS_GUARDED | JS_LAZY) || way->epoch != js_prototype_epoch)
        return false;
    uint32_t capacity = (uint32_t)(uintptr_t)way->holder;
    if (way->index < capacity) {
        o->slots[way->index] = v;
    } else {
        uint32_t at = way->index - capacity;
        JsValue *slots = o->overflow;
        if (js_unlikely(!slots || at >= ((JsCell *)slots - 1)->word))
            slots = object_overflow_reserve(o, at + 1);
        slots[at] = v;
    }
    o->cell.word = way->new_shape;
    return true;
}

static int call_setter(const JsAccessor *accessor, JsValue v, JsValue receiver)
{
    if (accessor->set == JS_UNDEFINED)
        return 0;
    return js_call(accessor->set, receiver, 1, &v) == JS_EXCEPTION ? -1 : 1;
}

/* 1 done, 0 refused, -1 exception, 2: the way does not tell. */
JS_INLINE int way_set(const JsCacheWay *way, JsObject *o, JsValue v, JsValue receiver)
{
    switch ((JsCacheHow)way->how) {
    case JS_CACHE_OWN_INLINE:
        if (!(way->epoch & 1u << 31))
            return 2;
        js_store(o, &o->slots[way->index], v);
        return 1;
    case JS_CACHE_OWN_OVERFLOW:
        if (!(way->epoch & 1u << 31))
            return 2;
        js_store(o, &o->overflow[way->index], v);
        return 1;
    case JS_CACHE_ADD:
        return add_by_way(way, o, v) ? 1 : 2;
    case JS_CACHE_OWN_SETTER:
        return call_setter((JsAccessor *)js_cell(*js_slot_address(o, way->index)), v, receiver);
    case JS_CACHE_PROTO_SETTER:
        return way->epoch == js_prototype_epoch ? call_setter(way->holder, v, receiver) : 2;
    default:
        return 2;
    }
}

/* Says how to set key on o again, before it is set; how NONE when that cannot be said. */
static JsCacheWay learn_set(JsObject *o, JsKey key)
{
    OwnProperty own;
    JsCacheWay way = {.how = JS_CACHE_NONE};
    if (o->cell.flags & (JS_EXOTIC | JS_GUARDED))
        return way;
    bool found = object_find_own_named(o, key, &own);
    if (object_is_dictionary(o))
        return way;
    way.shape = o->cell.word;
    JsShape *shape = js_shape(o);
    if (found) {
        JsProperty property;
        if (!own.slot || (own.type == OWN_DATA && !(own.attributes & JS_WRITABLE)))
            return way;
        js_find_own(o, key, &property);
        bool is_inline = property.slot < shape->inline_capacity;
        way.how = own.type == OWN_ACCESSOR ? JS_CACHE_OWN_SETTER : is_inline ? JS_CACHE_OWN_INLINE : JS_CACHE_OWN_OVERFLOW;
        way.index = (uint16_t)(is_inline || own.type == OWN_ACCESSOR ? property.slot : property.slot - shape->inline_capacity);
        way.epoch = 1u << 31; /* writable */
        return way;
    }
    for (JsObject *holder = shape->prototype; holder; holder = js_shape(holder)->prototype) {
        if (!is_ordinary_name(holder, key))
            return way;
        if (!object_find_own_named(holder, key, &own))
            continue;
        if (own.type == OWN_ACCESSOR) {
            way.how = JS_CACHE_PROTO_SETTER;
            way.holder = js_cell(own.value);
            way.epoch = js_prototype_epoch;
            return way;
        }
        if (!(own.attributes & JS_WRITABLE))
            return way;
        break;
    }
    way.how = JS_CACHE_ADD; /* completed when the property is there */
    way.epoch = js_prototype_epoch;
    return way;
}

static JS_NOINLINE JsValue set_and_fill(JsObject *o, JsKey key, JsValue v, JsPropertyCache *cache, bool strict)
{
    JsCacheWay way = learn_set(o, key);
    uint32_t slot = js_shape(o)->count, epoch = js_prototype_epoch;
    int done = js_object_set(o, key, v, js_value(o));
    if (done <= 0 || way.how == JS_CACHE_NONE)
        return set_result(js_value(o), key, v, strict, done);
    if (way.how == JS_CACHE_ADD) {
        JsShape *after = js_shape(o);
        if (o->cell.flags & (JS_LAZY | JS_IS_PROTOTYPE) || after->flags & SHAPE_DICTIONARY || after->count != slot + 1u ||
            !after->parent || after->parent->cell.word != way.shape || epoch != js_prototype_epoch ||
            shape_is_own(after) != shape_is_own(after->parent)) /* others have the shape before, and not the one after */
            return JS_UNDEFINED;
        way.new_shape = after->cell.word;
        way.index = (uint16_t)slot;
        way.holder = (void *)(uintptr_t)after->inline_capacity;
    }
    way_put(cache, &way);
    if (way.how == JS_CACHE_OWN_INLINE) {
        cache->shape = way.shape;
        cache->offset = shape_inline_offset(way.index);
    }
    return JS_UNDEFINED;
}

static JS_NOINLINE JsValue set_by_ways(JsValue base, JsKey key, JsValue v, JsPropertyCache *cache, bool strict)
{
    if (js_unlikely(!js_is_object(base)))
        return set_uncached(base, key, v, strict);
    JsObject *o = js_object(base);
    uint32_t shape = o->cell.word;
    for (uint32_t i = 0; cache->ways && i < JS_CACHE_WAYS; i++) {
        const JsCacheWay *way = &cache->ways->way[i];
        if (way->shape == shape) {
            int done = way_set(way, o, v, base);
            if (js_likely(done == 1))
                return JS_UNDEFINED;
            if (done != 2)
                return set_result(base, key, v, strict, done);
        }
    }
    if (js_key_is_index(key) || is_filled_up(cache))
        return set_uncached(base, key, v, strict);
    return set_and_fill(o, key, v, cache, strict);
}

/* Writes and additions on objects of the agent's own, where there is room. Else as above, by a tail call. */
JsValue js_set_cached(JsValue base, JsKey key, JsValue v, JsPropertyCache *cache, bool strict)
{
    enum { NOT_PLAIN = JS_SHARED | JS_IS_PROTOTYPE | JS_GUARDED | JS_LAZY };
    if (js_unlikely(!js_is_object(base) || !cache->ways))
        return set_by_ways(base, key, v, cache, strict);
    JsObject *o = js_object(base);
    uint32_t shape = o->cell.word;
    const JsCacheWay *way = cache->ways->way, *end = way + JS_CACHE_WAYS;
    while (way->shape != shape) {
        if (++way == end)
            return set_by_ways(base, key, v, cache, strict);
    }
    if (o->cell.flags & NOT_PLAIN)
        return set_by_ways(base, key, v, cache, strict);
    if (way->how == JS_CACHE_ADD && way->epoch == js_prototype_epoch && way->index < (uintptr_t)way->holder) {
        o->slots[way->index] = v;
        o->cell.word = way->new_shape;
        return JS_UNDEFINED;
    }
    if (way->how == JS_CACHE_OWN_INLINE && way->epoch & 1u << 31) {
        o->slots[way->index] = v;
        return JS_UNDEFINED;
    }
    return set_by_ways(base, key, v, cache, strict);
}

/* ------------------------------------------------------------------------------------------------ computed keys */
static JS_NOINLINE JsValue get_element_general(JsValue base, JsValue key)
{
    if (js_is_nullish(base))
        return js_throw_type_error("Cannot read properties of %v (reading '%v')", base, key);
    JsKey k = TRY(js_to_property_key(key));
    return js_is_object(base) ? js_get_global_cached(js_object(base), k, base) : js_get_v(base, k);
}

JsValue js_get_element_slow(JsValue base, JsValue key)
{
    if (js_is_int(key) && js_as_int(key) >= 0 && js_is_cell(base)) {
        uint32_t index = (uint32_t)key;
        if (js_is_string(base)) {
            JsString *s = js_string(base);
            if (index < s->cell.word)
                return js_string_from_code_unit(js_string_at(s, index));
        } else if (js_is_object(base)) {
            JsValue element = js_cell(base)->kind == JS_KIND_TYPED_ARRAY ? js_typed_try_get(base, index) : JS_EMPTY;
            if (element != JS_EMPTY)
                return element;
            return js_object_get(js_object(base), js_index_key(index), base);
        }
    }
    if (js_is_object(base) && js_is_string(key)) {
        JsKey k = js_string_to_key(js_string(key));
        return js_get_global_cached(js_object(base), k, base);
    }
    return get_element_general(base, key);
}

/* Objects used as maps: many names that are computed. They become dictionaries before they litter the shape trees. */
static void avoid_littering(JsObject *o, JsKey key)
{
    JsShape *shape = js_shape(o);
    JsProperty property;
    if (shape->flags & SHAPE_DICTIONARY || o->cell.flags & (JS_EXOTIC | JS_IS_PROTOTYPE) || o->cell.kind != JS_KIND_OBJECT)
        return;
    if ((shape->count >= SHAPE_COMPUTED_MAX || shape->fan_out >= SHAPE_FAN_OUT_MAX) && !js_find_own(o, key, &property))
        object_make_dictionary(o);
}

JsValue js_set_element_slow(JsValue base, JsValue key, JsValue v, bool strict)
{
    if (js_is_int(key) && js_as_int(key) >= 0 && js_is_object(base)) {
        JsObject *o = js_object(base);
        uint32_t index = (uint32_t)key;
        if (o->cell.kind == JS_KIND_TYPED_ARRAY && js_typed_try_set(base, index, v))
            return JS_UNDEFINED;
        if (js_is_dense_array(base) && index == ((JsArray *)o)->length && js_is_plain_dense_array(base)) {
            js_array_push_dense((JsArray *)o, v);
            return JS_UNDEFINED;
        }
        return set_result(base, js_index_key(index), v, strict, js_object_set(o, js_index_key(index), v, base));
    }
    if (js_is_nullish(base))
        return js_throw_type_error("Cannot set properties of %v (setting '%v')", base, key);
    JsKey k = TRY(js_to_property_key(key));
    if (js_is_object(base) && !js_key_is_index(k))
        avoid_littering(js_object(base), k);
    return set_uncached(base, k, v, strict);
}
