/* The slow side of grouped property accesses (js_group_test in fast_paths.h). Invariant: what it fills holds for every object of
 * that shape, as long as the shape is shared and not a dictionary's, and the object is not one whose changes are watched. */
#include "object/object.h"
#include "object/shape.h"

static bool slot_of(JsObject *o, JsKey key, uint16_t *ret_offset)
{
    JsShape *shape = js_shape(o);
    JsProperty property;
    if (js_key_is_index(key) || !shape_find(shape, key, &property) || property.slot >= shape->inline_capacity)
        return false;
    if (property.attributes & (JS_ACCESSOR | JS_PRIVATE_METHOD) || !(property.attributes & JS_WRITABLE))
        return false;
    *ret_offset = (uint16_t)(shape_inline_offset(property.slot));
    return true;
}

/* The offsets of the keys in the object; known ones must be the same. */
static bool find_offsets(JsObject *o, bool are_known, uint16_t *offsets, const JsValue *K, const uint32_t *keys, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint16_t offset;
        if (!slot_of(o, K[keys[i]], &offset) || (are_known && offset != offsets[i]))
            return false;
        if (!are_known)
            offsets[i] = offset;
    }
    return true;
}

bool js_group_fill(JsValue base, JsGroupCache *cache, uint16_t *offsets, const JsValue *K, const uint32_t *keys, uint32_t count)
{
    cache->fills++;
    if (!js_is_object(base) || cache->used == JS_GROUP_WAYS)
        return false;
    JsObject *o = js_object(base);
    bool is_plain = !(o->cell.flags & (JS_EXOTIC | JS_GUARDED | JS_LAZY | JS_IS_PROTOTYPE)) &&
                    !(js_shape(o)->flags & SHAPE_DICTIONARY) && !shape_is_own(js_shape(o));
    if (!is_plain || !find_offsets(o, cache->are_offsets_known, offsets, K, keys, count))
        return false;
    cache->are_offsets_known = true;
    cache->shapes[cache->used++] = o->cell.word;
    return true;
}
