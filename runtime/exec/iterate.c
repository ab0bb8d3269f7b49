/* Iteration, 7.4: open iterators in C locals, with a walk over plain arrays that makes no calls.
 *
 * Invariant: the fast walk is taken only where nobody can tell: the array's @@iterator is the built-in one and so is
 * %ArrayIteratorPrototype%.next, both watched by js_realm->array_iteration_changed. Elements are read one by one at each step,
 * so changes of the array in between are seen as the built-in iterator would see them. */
#include "exec/internal.h"
#include "object/cache.h"

enum { ITERATOR_SLOW, ITERATOR_FAST_ARRAY = JS_ITERATOR_FAST_ARRAY, ITERATOR_BUILTIN };

/* How built-in iterators are stepped while their `next` is the built-in one: by type. */
static struct { JsCallEntry *next; JsIteratorStep *step; } builtin_steps[JS_ITERATOR_OWNER];

void js_register_iterator_step(uint32_t type, JsCallEntry *next, JsIteratorStep *step)
{
    builtin_steps[type].next = next;
    builtin_steps[type].step = step;
}

/* Nobody can tell that no result object is made: it would be seen by this loop alone. */
static bool is_builtin_iterator(JsValue iterator, JsValue next)
{
    if (!js_is_kind(iterator, JS_KIND_ITERATOR) || !js_is_kind(next, JS_KIND_FUNCTION))
        return false;
    uint32_t type = ((JsBuiltinIterator *)js_cell(iterator))->type;
    return type < JS_ITERATOR_OWNER && builtin_steps[type].next == js_function(next)->code->call;
}

bool js_is_pristine_array(JsValue v)
{
    JsProperty property;
    if (!js_is_array_object(v) || js_realm->array_iteration_changed)
        return false;
    JsObject *o = js_object(v);
    if (o->cell.word == js_realm->array_shape->cell.word)
        return true;
    return js_shape(o)->prototype == JS_INTRINSIC(ARRAY_PROTOTYPE) && !js_find_own(o, JS_SYM(iterator), &property);
}

int js_iterator_open_direct(JsIterator *it, JsValue iterator)
{
    JsValue next = TRY_OR(-1, js_get(js_object(iterator), JS_ATOM(next)));
    *it = (JsIterator){iterator, next, 0, is_builtin_iterator(iterator, next) ? ITERATOR_BUILTIN : ITERATOR_SLOW};
    return 1;
}

int js_iterator_open_method(JsIterator *it, JsValue object, JsValue method)
{
    JsValue iterator = TRY_OR(-1, js_call(method, object, 0, NULL));
    if (!js_is_object(iterator)) {
        js_throw_type_error("Result of the Symbol.iterator method is not an object");
        return -1;
    }
    return js_iterator_open_direct(it, iterator);
}

int js_iterator_open(JsIterator *it, JsValue iterable, const char *what)
{
    if (js_likely(js_is_pristine_array(iterable))) {
        *it = (JsIterator){iterable, JS_UNDEFINED, 0, ITERATOR_FAST_ARRAY};
        return 1;
    }
    if (js_is_nullish(iterable)) {
        js_throw_not_iterable(iterable, what);
        return -1;
    }
    JsValue method = TRY_OR(-1, js_get_v(iterable, JS_SYM(iterator)));
    if (!js_is_callable(method)) {
        js_throw_not_iterable(iterable, what);
        return -1;
    }
    return js_iterator_open_method(it, iterable, method);
}

static int throw_not_async_iterable(JsValue v, const char *what)
{
    if (what && *what)
        js_throw_type_error("%s is not async iterable", what);
    else
        js_throw_type_error("%q is not async iterable", v);
    return -1;
}

int js_iterator_open_async(JsIterator *it, JsValue iterable, const char *what)
{
    if (js_is_nullish(iterable))
        return throw_not_async_iterable(iterable, what);
    JsValue method = TRY_OR(-1, js_get_v(iterable, JS_SYM(asyncIterator)));
    if (js_is_nullish(method)) {
        JsValue sync = TRY_OR(-1, js_get_v(iterable, JS_SYM(iterator)));
        if (!js_is_callable(sync))
            return throw_not_async_iterable(iterable, what);
        return js_iterator_open_method(it, iterable, sync) < 0 ? -1 : js_async_from_sync_iterator(it);
    }
    if (!js_is_callable(method))
        return throw_not_async_iterable(iterable, what);
    JsValue iterator = TRY_OR(-1, js_call(method, iterable, 0, NULL));
    if (!js_is_object(iterator)) {
        js_throw_type_error("Result of the Symbol.asyncIterator method is not an object");
        return -1;
    }
    return js_iterator_open_direct(it, iterator);
}

static JsValue step_array(JsIterator *it)
{
    JsArray *a = js_array(it->object);
    if (it->index >= a->length) {
        it->object = JS_UNDEFINED;
        it->fast = ITERATOR_SLOW;
        return JS_EMPTY;
    }
    uint32_t index = it->index++;
    if (js_likely(index < js_elements(&a->object)->length && a->object.elements[index] != JS_EMPTY))
        return a->object.elements[index];
    JsValue v = js_get(&a->object, js_index_key(index));
    if (v == JS_EXCEPTION)
        it->object = JS_UNDEFINED;
    return v;
}

static JsValue not_an_object(JsValue result)
{
    return js_throw_type_error("Iterator result %v is not an object", result);
}

JsValue js_iterator_step(JsIterator *it)
{
    if (js_likely(it->fast == ITERATOR_FAST_ARRAY))
        return step_array(it);
    if (it->object == JS_UNDEFINED)
        return JS_EMPTY;
    JsValue iterator = it->object;
    if (it->fast == ITERATOR_BUILTIN) {
        JsBuiltinIterator *builtin = (JsBuiltinIterator *)js_cell(iterator);
        JsValue stepped = builtin_steps[builtin->type].step(builtin);
        if (stepped == JS_EMPTY)
            it->object = JS_UNDEFINED;
        return stepped;
    }
    it->object = JS_UNDEFINED; /* an exception from the iterator itself ends it: it is not closed */
    JsValue result = TRY(js_call(it->next, iterator, 0, NULL));
    if (!js_is_object(result))
        return not_an_object(result);
    JsObject *o = js_object(result);
    JsValue v;
    if (o->cell.word == js_realm->iterator_result_shape->cell.word) {
        if (js_to_boolean(o->slots[1]))
            return JS_EMPTY;
        v = o->slots[0];
    } else {
        JsValue done = TRY(js_get_global_cached(o, JS_ATOM(done), result));
        if (js_to_boolean(done))
            return JS_EMPTY;
        v = TRY(js_get_global_cached(o, JS_ATOM(value), result));
    }
    it->object = iterator;
    return v;
}

/* 7.4.11 */
int js_iterator_close(JsIterator *it)
{
    if (it->fast == ITERATOR_FAST_ARRAY || it->object == JS_UNDEFINED)
        return 1;
    JsValue iterator = it->object;
    it->object = JS_UNDEFINED;
    JsValue method = TRY_OR(-1, js_get_method(iterator, JS_ATOM(return_)));
    if (method == JS_UNDEFINED)
        return 1;
    JsValue result = TRY_OR(-1, js_call(method, iterator, 0, NULL));
    if (!js_is_object(result)) {
        js_throw_type_error("%v is not an object", result);
        return -1;
    }
    return 1;
}

void js_iterator_close_quietly(JsIterator *it)
{
    if (it->fast == ITERATOR_FAST_ARRAY || it->object == JS_UNDEFINED)
        return;
    JsValue iterator = it->object, pending = js_take_exception();
    it->object = JS_UNDEFINED;
    JsValue method = js_get_method(iterator, JS_ATOM(return_));
    if (method != JS_EXCEPTION && method != JS_UNDEFINED)
        js_call(method, iterator, 0, NULL);
    js_throw(pending);
}

JsValue js_iterator_call_next(JsIterator *it, JsValue sent)
{
    if (it->fast == ITERATOR_FAST_ARRAY) {
        JsValue v = TRY(js_iterator_step(it));
        return v == JS_EMPTY ? js_new_iterator_result(JS_UNDEFINED, true) : js_new_iterator_result(v, false);
    }
    return js_call(it->next, it->object, sent != JS_EMPTY, &sent);
}

JsValue js_iterator_call_return(JsIterator *it)
{
    if (it->fast == ITERATOR_FAST_ARRAY || it->object == JS_UNDEFINED)
        return JS_EMPTY;
    JsValue method = TRY(js_get_method(it->object, JS_ATOM(return_)));
    return method == JS_UNDEFINED ? JS_EMPTY : js_call(method, it->object, 0, NULL);
}

JsValue js_iterator_result(JsValue result)
{
    if (!js_is_object(result))
        return not_an_object(result);
    JsValue done = TRY(js_get(js_object(result), JS_ATOM(done)));
    return js_to_boolean(done) ? JS_EMPTY : js_get(js_object(result), JS_ATOM(value));
}

JsValue js_iterator_result_value(JsValue result)
{
    return js_get(js_object(result), JS_ATOM(value));
}

JsValue js_iterator_check_object(JsValue result)
{
    return js_is_object(result) ? JS_UNDEFINED : not_an_object(result);
}

JsValue js_new_iterator_result(JsValue v, bool done)
{
    JsObject *o = js_new_from_shape(js_realm->iterator_result_shape);
    o->slots[0] = v;
    o->slots[1] = js_boolean(done);
    return js_value(o);
}

int js_iterable_to_list(JsValue iterable, JsList *ret)
{
    JsIterator it;
    if (js_iterator_open(&it, iterable, NULL) < 0)
        return -1;
    for (;;) {
        JsValue v = TRY_OR(-1, js_iterator_step(&it));
        if (v == JS_EMPTY)
            return 1;
        js_list_push(ret, v);
        js_charge(8);
    }
}

/* All elements at once of an array whose iteration nobody can observe; holes are read as undefined. */
static bool append_pristine(JsArray *a, JsObject *source)
{
    uint32_t count = js_elements(source)->length, length = a->length;
    bool is_whole = ((JsArray *)source)->length == count && js_elements(&a->object)->length == length;
    if (!is_whole || (a->object.cell.flags & JS_SHARED) || length + (uint64_t)count >= UINT32_MAX)
        return false;
    JsValue *elements = js_elements_writable(&a->object, length + count);
    for (uint32_t i = 0; i < count; i++)
        elements[length + i] = source->elements[i] == JS_EMPTY ? JS_UNDEFINED : source->elements[i];
    js_elements(&a->object)->length = a->length = length + count;
    js_charge(count / 2);
    return true;
}

JsValue js_array_append_all(JsValue array, JsValue iterable, const char *what)
{
    JsIterator it;
    JsArray *a = js_array(array);
    if (js_is_pristine_array(iterable) && append_pristine(a, js_object(iterable)))
        return array;
    TRY_INT(js_iterator_open(&it, iterable, what));
    if (it.fast && js_is_array_object(it.object)) /* at once, for long ones: growing step by step takes twice the memory */
        js_elements_reserve(&a->object, a->length + js_elements(js_object(it.object))->length);
    for (;;) {
        JsValue v = TRY(js_iterator_step(&it));
        if (v == JS_EMPTY)
            return array;
        if (a->length == UINT32_MAX)
            return js_throw_range_error("Invalid array length");
        js_array_push_dense(a, v);
        js_charge(8);
    }
}

/* ------------------------------------------------------------------------------------------------ built-in iterators */
JsBuiltinIterator *js_new_builtin_iterator(uint32_t type, JsValue target, JsObject *prototype)
{
    JsBuiltinIterator *it = js_new_object_of_kind(JS_KIND_ITERATOR, sizeof *it, prototype, 0);
    it->type = type;
    it->target = target;
    it->data[0] = it->data[1] = JS_UNDEFINED;
    return it;
}

JsValue js_new_array_iterator(JsObject *array, JsOwnKind kind)
{
    JsBuiltinIterator *it = js_new_builtin_iterator(JS_ITERATOR_ARRAY, js_value(array), JS_INTRINSIC(ARRAY_ITERATOR_PROTOTYPE));
    it->state = kind;
    return js_value(it);
}

double (*js_typed_array_length_hook)(JsObject *typed_array);

/* 23.1.5.2.1 */
JsValue js_array_iterator_next(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    JsBuiltinIterator *it = (JsBuiltinIterator *)js_cell(this_value);
    if (!js_is_kind(this_value, JS_KIND_ITERATOR) || it->type != JS_ITERATOR_ARRAY)
        return js_throw_type_error("next method called on incompatible receiver %v", this_value);
    if (it->target == JS_UNDEFINED)
        return js_new_iterator_result(JS_UNDEFINED, true);
    JsObject *o = js_object(it->target);
    double length;
    if (o->cell.kind == JS_KIND_TYPED_ARRAY) {
        length = js_typed_array_length_hook(o);
        if (length < 0)
            return JS_EXCEPTION;
    } else {
        TRY_INT(js_length_of_array_like(o, &length));
    }
    uint64_t index = it->index;
    if ((double)index >= length) {
        js_store(it, &it->target, JS_UNDEFINED);
        return js_new_iterator_result(JS_UNDEFINED, true);
    }
    js_store(it, &it->index, index + 1);
    if (it->state == JS_OWN_KEYS)
        return js_new_iterator_result(js_number((double)index), false);
    JsValue v = TRY(js_get_index(o, (double)index));
    if (it->state == JS_OWN_VALUES)
        return js_new_iterator_result(v, false);
    JsValue pair[2] = {js_number((double)index), v};
    return js_new_iterator_result(js_new_array(2, pair), false);
}

/* ------------------------------------------------------------------------------------------------ for-in */
/* 14.7.5.9: keys are collected when it is opened; one that is gone when its turn comes is left out. Those of a proxy are asked
 * for their descriptors only then, as V8 does. */
typedef struct ForIn {
    JsCell cell;
    JsValue object;
    JsValue *keys;
    uint64_t count, next;
} ForIn;

static bool is_shadowed(JsObject *first, JsObject *end, JsKey key)
{
    JsDescriptor d;
    for (JsObject *p = first; p != end; p = js_shape(p)->prototype) {
        if (js_get_own_property(p, key, &d) > 0)
            return true;
    }
    return false;
}

static int collect_keys(JsObject *o, JsObject *first, JsList *ret)
{
    JsList keys = {0};
    JsDescriptor d;
    if (js_own_property_keys(o, &keys) < 0)
        return -1;
    for (uint32_t i = 0; i < keys.length; i++) {
        if (js_is_symbol(keys.values[i]))
            continue;
        if (o->cell.kind == JS_KIND_PROXY) {
            js_list_push(ret, keys.values[i]);
            continue;
        }
        int found = js_get_own_property(o, keys.values[i], &d);
        if (found < 0)
            return -1;
        if (found && d.attributes & JS_ENUMERABLE && (o == first || !is_shadowed(first, o, keys.values[i])))
            js_list_push(ret, keys.values[i]);
    }
    return 1;
}

JsValue js_for_in_open(JsValue object)
{
    JsList keys = {0};
    ForIn *state = js_alloc(sizeof *state, true);
    *state = (ForIn){{JS_KIND_INTERNAL, 0, 0, 0}, object, NULL, 0, 0};
    if (js_is_nullish(object))
        return js_value(state);
    JsObject *first = js_to_object(object), *o = first;
    while (o) {
        TRY_INT(collect_keys(o, first, &keys));
        JsValue parent = TRY(js_get_prototype_of(o));
        o = parent == JS_NULL ? NULL : js_object(parent);
    }
    state->object = js_value(first);
    state->keys = keys.values;
    state->count = keys.length;
    return js_value(state);
}

/* Is the key still there, and to be seen? */
static int is_enumerable_still(JsObject *o, JsKey key)
{
    JsDescriptor d;
    if (o->cell.kind != JS_KIND_PROXY)
        return js_has_property(o, key);
    int found = js_get_own_property(o, key, &d);
    return found > 0 ? d.attributes & JS_ENUMERABLE : found;
}

JsValue js_for_in_next(JsValue v)
{
    ForIn *state = (ForIn *)js_cell(v);
    while (state->next < state->count) {
        JsKey key = state->keys[state->next++];
        if (TRY_INT(is_enumerable_still(js_object(state->object), key)))
            return js_key_to_value(key);
    }
    return JS_EMPTY;
}
