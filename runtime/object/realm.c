/* The realm's bare objects: prototypes without properties, and the shapes of the commonest objects; calls between realms. */
#include "object/builtin.h"
#include "object/internal.h"

JsRealm *js_realm, *js_first_realm;

static void make_plain(int intrinsic, int prototype)
{
    js_realm->intrinsics[intrinsic] = js_new_plain_sized(js_realm->intrinsics[prototype], 0);
}

static void make_wrapper(int intrinsic, JsValue primitive)
{
    js_realm->intrinsics[intrinsic] = js_new_primitive_object(primitive, JS_INTRINSIC(OBJECT_PROTOTYPE));
}

static JsValue empty_function(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    return JS_UNDEFINED;
}

/* 20.2.3: accepts anything, returns undefined. */
static const JsCode empty_code = {.call = empty_function, .name = &js_empty_name, .flags = JS_CODE_NATIVE | JS_CODE_STRICT};

/* A function that engines give properties `caller` and `arguments` of its own, which an AOT compiler has nothing for. */
static bool is_sloppy(JsValue v)
{
    enum { HAS_NONE = JS_CODE_STRICT | JS_CODE_ARROW | JS_CODE_METHOD | JS_CODE_CLASS | JS_CODE_GENERATOR | JS_CODE_ASYNC | JS_CODE_NATIVE };
    return js_is_kind(v, JS_KIND_FUNCTION) && !(js_function(v)->code->flags & HAS_NONE);
}

/* 10.2.4 %ThrowTypeError% ( ), but for sloppy functions, whose properties are read as if they were not there: old libraries do. */
static JsValue throw_type_error(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    if (is_sloppy(this_value))
        return JS_UNDEFINED;
    return js_throw_type_error("'caller', 'callee', and 'arguments' properties may not be accessed on strict mode functions or the "
                               "arguments objects for calls to them");
}

/* 10.2.4.1: one a realm, frozen. */
static void make_thrower(void)
{
    JsObject *thrower = &js_new_builtin("", 0, throw_type_error, NULL)->object;
    js_realm->intrinsics[INTRINSIC_THROW_TYPE_ERROR] = thrower;
    js_set_integrity_level(thrower, JS_FROZEN);
}

/* ------------------------------------------------------------------------------------------------ calls between realms */
JsValue realm_call_across(JsFunction *f, JsValue this_value, uint32_t argc, JsValue *argv)
{
    JsRealm *left = js_realm_enter(f->code);
    JsValue result = f->code->call(f, this_value, argc, argv);
    js_realm = left;
    return result;
}

JsValue realm_construct_across(JsFunction *f, JsValue new_target, uint32_t argc, JsValue *argv)
{
    JsRealm *left = js_realm_enter(f->code);
    JsValue result = f->code->construct(f, new_target, argc, argv);
    js_realm = left;
    return result;
}

/* The entries of built-ins of further realms. */
static JsValue native_call(JsFunction *f, JsValue this_value, uint32_t argc, JsValue *argv)
{
    JsRealm *left = js_realm_enter(f->code);
    JsValue result = f->code->native->call(f, this_value, argc, argv);
    js_realm = left;
    return result;
}

static JsValue native_construct(JsFunction *f, JsValue new_target, uint32_t argc, JsValue *argv)
{
    JsRealm *left = js_realm_enter(f->code);
    JsValue result = f->code->native->construct(f, new_target, argc, argv);
    js_realm = left;
    return result;
}

const JsCode *realm_code(const JsCode *code)
{
    if (js_likely(js_realm == js_first_realm))
        return code;
    struct { JsCell cell; JsCode code; } *made = js_new_internal_cell(sizeof *made, true, true);
    made->code = *code;
    made->code.call = native_call;
    made->code.construct = code->construct ? native_construct : NULL;
    made->code.realm = js_realm;
    made->code.native = code;
    return &made->code;
}

/* ------------------------------------------------------------------------------------------------ bare objects */
static JsRealm *alloc_realm(void)
{
    JsRealm *realm = heap_alloc_shared(sizeof *realm, true);
    memset(realm, 0, sizeof *realm);
    realm->cell = (JsCell){JS_KIND_INTERNAL, 0, HEAP_HIDDEN, 0}; /* shapes in it are made late */
    return realm;
}

static void make_bare_objects(JsRealm *realm)
{
    static const int errors[] = {INTRINSIC_TYPE_ERROR_PROTOTYPE, INTRINSIC_RANGE_ERROR_PROTOTYPE,
                                 INTRINSIC_REFERENCE_ERROR_PROTOTYPE, INTRINSIC_SYNTAX_ERROR_PROTOTYPE,
                                 INTRINSIC_EVAL_ERROR_PROTOTYPE, INTRINSIC_URI_ERROR_PROTOTYPE,
                                 INTRINSIC_AGGREGATE_ERROR_PROTOTYPE, INTRINSIC_SUPPRESSED_ERROR_PROTOTYPE};
    JsObject *object_prototype = js_new_plain_sized(NULL, 0);
    realm->intrinsics[INTRINSIC_OBJECT_PROTOTYPE] = object_prototype;
    JsFunction *function_prototype = js_new_object_of_kind(JS_KIND_FUNCTION, sizeof *function_prototype, object_prototype,
                                                           JS_CALLABLE);
    function_prototype->code = realm_code(&empty_code);
    realm->intrinsics[INTRINSIC_FUNCTION_PROTOTYPE] = &function_prototype->object;
    js_put_own(&function_prototype->object, JS_ATOM(length), js_int(0), JS_CONFIGURABLE);
    js_put_own(&function_prototype->object, JS_ATOM(name), js_empty_string, JS_CONFIGURABLE);
    realm->object_shape = shape_root(JS_KIND_OBJECT, object_prototype, 4, 0);
    realm->intrinsics[INTRINSIC_ARRAY_PROTOTYPE] = js_new_object_of_kind(JS_KIND_ARRAY, sizeof(JsArray), object_prototype, 0);
    realm->array_shape = shape_root(JS_KIND_ARRAY, JS_INTRINSIC(ARRAY_PROTOTYPE), 0, 0);
    make_wrapper(INTRINSIC_STRING_PROTOTYPE, js_empty_string);
    make_wrapper(INTRINSIC_NUMBER_PROTOTYPE, js_int(0));
    make_wrapper(INTRINSIC_BOOLEAN_PROTOTYPE, JS_FALSE);
    make_plain(INTRINSIC_SYMBOL_PROTOTYPE, INTRINSIC_OBJECT_PROTOTYPE);
    make_plain(INTRINSIC_BIGINT_PROTOTYPE, INTRINSIC_OBJECT_PROTOTYPE);
    make_plain(INTRINSIC_ERROR_PROTOTYPE, INTRINSIC_OBJECT_PROTOTYPE);
    for (uint32_t i = 0; i < sizeof errors / sizeof *errors; i++)
        make_plain(errors[i], INTRINSIC_ERROR_PROTOTYPE);
    make_plain(INTRINSIC_ITERATOR_PROTOTYPE, INTRINSIC_OBJECT_PROTOTYPE);
    make_plain(INTRINSIC_ASYNC_ITERATOR_PROTOTYPE, INTRINSIC_OBJECT_PROTOTYPE);
    make_plain(INTRINSIC_ARRAY_ITERATOR_PROTOTYPE, INTRINSIC_ITERATOR_PROTOTYPE);
    make_plain(INTRINSIC_GENERATOR_FUNCTION_PROTOTYPE, INTRINSIC_FUNCTION_PROTOTYPE);
    make_plain(INTRINSIC_GENERATOR_PROTOTYPE, INTRINSIC_ITERATOR_PROTOTYPE);
    make_plain(INTRINSIC_ASYNC_GENERATOR_FUNCTION_PROTOTYPE, INTRINSIC_FUNCTION_PROTOTYPE);
    make_plain(INTRINSIC_ASYNC_GENERATOR_PROTOTYPE, INTRINSIC_ASYNC_ITERATOR_PROTOTYPE);
    make_plain(INTRINSIC_ASYNC_FUNCTION_PROTOTYPE, INTRINSIC_FUNCTION_PROTOTYPE);
    make_plain(INTRINSIC_PROMISE_PROTOTYPE, INTRINSIC_OBJECT_PROTOTYPE);
    make_plain(INTRINSIC_DISPOSABLE_STACK_PROTOTYPE, INTRINSIC_OBJECT_PROTOTYPE);
    make_plain(INTRINSIC_ASYNC_DISPOSABLE_STACK_PROTOTYPE, INTRINSIC_OBJECT_PROTOTYPE);
    make_plain(INTRINSIC_ASYNC_FROM_SYNC_ITERATOR_PROTOTYPE, INTRINSIC_ASYNC_ITERATOR_PROTOTYPE);
    JsShape *result = shape_root(JS_KIND_OBJECT, object_prototype, 2, 0);
    result = shape_add_property(result, JS_ATOM(value), JS_DEFAULT_ATTRIBUTES);
    realm->iterator_result_shape = shape_add_property(result, JS_ATOM(done), JS_DEFAULT_ATTRIBUTES);
    realm->global = js_new_plain_sized(object_prototype, 0);
    realm->global->cell.flags |= JS_IS_PROTOTYPE; /* sites hold the addresses of its slots, for an epoch */
    realm->global_this = js_value(realm->global);
    realm->lexicals = js_object(js_op_scope_new());
    realm->no_lexicals = realm->lexicals->cell.word;
    make_thrower();
}

void realm_start_core(void)
{
    JsRealm *realm = alloc_realm();
    heap_watch(&realm->array_iteration_changed, sizeof *realm - offsetof(JsRealm, array_iteration_changed), "a guard of the realm");
    js_realm = js_first_realm = realm;
    js_add_roots(&js_realm, &js_realm + 1);
    js_add_roots(&js_first_realm, &js_first_realm + 1);
    make_bare_objects(realm);
}

JsRealm *realm_new(void)
{
    JsRealm *realm = alloc_realm(), *left = js_realm;
    realm->next = js_first_realm->next;
    js_first_realm->next = realm;
    js_realm = realm;
    make_bare_objects(realm);
    js_realm = left;
    return realm;
}
