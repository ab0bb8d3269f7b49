/* Functions: closures whose own properties are made on first touch, bound functions, classes.
 *
 * Invariant: a function with JS_LAZY has a SHAPE_LAZY root shape and no own properties yet. */
#include "exec/internal.h"
#include "object/cache.h"

enum { SHAPE_NORMAL, SHAPE_GENERATOR, SHAPE_ASYNC, SHAPE_ASYNC_GENERATOR };

/* ------------------------------------------------------------------------------------------------ closures */
static JS_NOINLINE JsShape *make_function_shape(uint32_t which)
{
    static const int prototypes[] = {INTRINSIC_FUNCTION_PROTOTYPE, INTRINSIC_GENERATOR_FUNCTION_PROTOTYPE,
                                     INTRINSIC_ASYNC_FUNCTION_PROTOTYPE, INTRINSIC_ASYNC_GENERATOR_FUNCTION_PROTOTYPE};
    JsObject *prototype = js_realm->intrinsics[prototypes[which]];
    return js_realm->function_shapes[which] = shape_root(JS_KIND_FUNCTION, prototype, 0, SHAPE_LAZY);
}

JsValue js_new_closure(const JsCode *code)
{
    uint32_t which = (code->flags & JS_CODE_GENERATOR ? SHAPE_GENERATOR : 0) + (code->flags & JS_CODE_ASYNC ? SHAPE_ASYNC : 0);
    JsShape *shape = js_realm->function_shapes[which];
    if (js_unlikely(!shape))
        shape = make_function_shape(which);
    JsFunction *f = js_alloc(sizeof *f + code->captures * sizeof(JsValue), true);
    uint32_t flags = JS_CALLABLE | JS_LAZY | (code->construct ? JS_CONSTRUCTOR : 0);
    f->object.cell = (JsCell){JS_KIND_FUNCTION, (uint8_t)flags, 0, shape->cell.word};
    f->object.overflow = NULL;
    f->object.elements = js_no_elements;
    f->code = code;
    for (uint32_t i = 0; i < code->captures; i++)
        f->captures[i] = JS_UNDEFINED;
    return js_value(f);
}

void *js_new_internal_cell(size_t bytes, bool has_pointers, bool is_hidden)
{
    size_t rounded = (bytes + 7) & ~(size_t)7;
    JsCell *cell = js_alloc(rounded, has_pointers);
    *cell = (JsCell){JS_KIND_INTERNAL, 0, is_hidden ? HEAP_HIDDEN : 0, 0};
    heap_clear(cell + 1, rounded - sizeof *cell);
    return cell;
}

JsFunction *js_new_native_closure(const JsCode *code)
{
    return js_function(js_new_closure(realm_code(code)));
}

static JsValue code_name(const JsCode *code)
{
    return *code->name == JS_UNDEFINED ? js_empty_string : *code->name;
}

static void put_prototype(JsFunction *f)
{
    uint32_t flags = f->code->flags;
    JsObject **intrinsics = (f->code->realm ? f->code->realm : js_first_realm)->intrinsics; /* any realm may be the first to touch it */
    if (flags & JS_CODE_GENERATOR) {
        bool is_async = flags & JS_CODE_ASYNC;
        JsObject *parent = intrinsics[is_async ? INTRINSIC_ASYNC_GENERATOR_PROTOTYPE : INTRINSIC_GENERATOR_PROTOTYPE];
        js_put_own(&f->object, JS_ATOM(prototype), js_value(js_new_plain(parent)), JS_WRITABLE);
    } else if (f->code->construct && !(flags & (JS_CODE_CLASS | JS_CODE_NATIVE))) {
        JsObject *prototype = js_new_plain(intrinsics[INTRINSIC_OBJECT_PROTOTYPE]);
        js_put_own(prototype, JS_ATOM(constructor), js_value(f), JS_HIDDEN_ATTRIBUTES);
        js_put_own(&f->object, JS_ATOM(prototype), js_value(prototype), JS_WRITABLE);
    }
}

void js_function_materialize(JsFunction *f)
{
    JsCell word = f->object.cell;
    if (!(word.flags & JS_LAZY))
        return;
    word.flags &= (uint8_t)~JS_LAZY;
    word.word = shape_without_lazy(js_shape(&f->object))->cell.word;
    js_store_cell_word(&f->object, word);
    js_put_own(&f->object, JS_ATOM(length), js_int(f->code->length), JS_CONFIGURABLE);
    js_put_own(&f->object, JS_ATOM(name), code_name(f->code), JS_CONFIGURABLE);
    put_prototype(f);
}

static void materialize(JsObject *o)
{
    if (o->cell.kind == JS_KIND_FUNCTION)
        js_function_materialize((JsFunction *)o);
    else
        error_materialize(o);
}

/* 10.2.9 */
JsValue js_op_set_function_name(JsValue function, JsValue key, int prefix)
{
    JsStringBuilder b;
    js_builder_start(&b, 32);
    js_builder_add_ascii(&b, prefix == 1 ? "get " : prefix == 2 ? "set " : "");
    JsKey k = TRY(js_to_property_key(key));
    if (!js_is_symbol(k)) {
        js_builder_add_string(&b, js_string(js_key_to_value(k)));
    } else if (js_key_is_private(k)) {
        js_builder_add_string(&b, js_string(js_symbol(k)->description));
    } else if (js_symbol(k)->description != JS_UNDEFINED) {
        js_builder_add_ascii(&b, "[");
        js_builder_add_string(&b, js_string(js_symbol(k)->description));
        js_builder_add_ascii(&b, "]");
    }
    JsValue name = TRY(js_builder_finish(&b));
    js_put_own(js_object(function), JS_ATOM(name), name, JS_CONFIGURABLE);
    return function;
}

JsValue js_function_debug_name(JsFunction *f)
{
    JsProperty property;
    if (f->object.cell.flags & JS_LAZY)
        return code_name(f->code);
    if (!js_find_own(&f->object, JS_ATOM(name), &property) || property.attributes & JS_ACCESSOR)
        return code_name(f->code);
    JsValue name = *js_slot_address(&f->object, property.slot);
    return js_is_string(name) ? name : js_empty_string;
}

/* 20.2.3.5 */
JsValue js_function_to_source(JsObject *f)
{
    if (f->cell.kind == JS_KIND_FUNCTION) {
        const JsCode *code = ((JsFunction *)f)->code;
        if (code->text)
            return js_string_from_wtf8(code->text, code->text_length);
        return js_string_from_format("function %v() { [native code] }", code_name(code));
    }
    return js_string_from_ascii("function () { [native code] }");
}

/* ------------------------------------------------------------------------------------------------ calls */
JsValue js_call_error(JsValue callee, const char *what)
{
    (void)callee;
    return js_throw_type_error("%s is not a function", what);
}

JsValue js_call(JsValue callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    if (js_likely(js_is_kind(callee, JS_KIND_FUNCTION)))
        return js_call_function(js_function(callee), this_value, argc, argv);
    if (!js_is_callable(callee))
        return js_throw_type_error("%q is not a function", callee);
    if (!JS_ENTER())
        return JS_EXCEPTION;
    return js_internal_methods[js_cell(callee)->kind]->call(js_object(callee), this_value, argc, argv);
}

JsValue js_construct(JsValue callee, JsValue new_target, uint32_t argc, JsValue *argv)
{
    if (!js_is_constructor(callee))
        return js_throw_type_error("%q is not a constructor", callee);
    if (js_likely(js_cell(callee)->kind == JS_KIND_FUNCTION))
        return js_construct_function(js_function(callee), new_target, argc, argv);
    if (!JS_ENTER())
        return JS_EXCEPTION;
    return js_internal_methods[js_cell(callee)->kind]->construct(js_object(callee), new_target, argc, argv);
}

JsValue js_op_construct(JsValue callee, uint32_t argc, JsValue *argv, const char *what)
{
    if (!js_is_constructor(callee))
        return js_throw_type_error("%s is not a constructor", what);
    return js_construct(callee, callee, argc, argv);
}

/* The values of a dense array without holes, as arguments. */
static JsValue *array_arguments(JsArray *a)
{
    JsValue *values = js_elements_writable(&a->object, a->length);
    JsElements *e = js_elements(&a->object);
    for (uint32_t i = 0; i < a->length; i++) {
        if (i >= e->length || values[i] == JS_EMPTY)
            values[i] = JS_UNDEFINED;
    }
    if (a->length && e->length < a->length)
        e->length = a->length;
    return values;
}

JsValue js_call_with_array(JsValue callee, JsValue this_value, JsValue args)
{
    JsArray *a = js_array(args);
    return js_call(callee, this_value, a->length, array_arguments(a));
}

JsValue js_construct_with_array(JsValue callee, JsValue new_target, JsValue args)
{
    JsArray *a = js_array(args);
    return js_construct(callee, new_target, a->length, array_arguments(a));
}

int js_call_int(JsValue callee, JsValue this_value, uint32_t argc, JsValue *argv, JsValue *ret)
{
    JsValue v = TRY_OR(-1, js_call(callee, this_value, argc, argv));
    *ret = v;
    return 1;
}

JsValue js_op_sloppy_this(JsValue this_value)
{
    if (js_is_object(this_value))
        return this_value;
    return js_is_nullish(this_value) ? js_realm->global_this : js_value(js_to_object(this_value));
}

/* How many properties a constructor and those that it extends put on a new object, about; 0 unknown. */
static uint32_t count_fields(JsValue constructor)
{
    uint32_t fields = 0;
    for (JsObject *f = js_object(constructor); f && f->cell.kind == JS_KIND_FUNCTION; f = js_shape(f)->prototype)
        fields += ((JsFunction *)f)->code->fields;
    return fields;
}

/* 10.1.13; new_target is a constructor. */
JsValue js_op_create_this(JsValue new_target)
{
    JsValue prototype = TRY(js_get_global_cached(js_object(new_target), JS_ATOM(prototype), new_target));
    JsObject *parent = js_is_object(prototype) ? js_object(prototype)
                                              : TRY_PTR(js_default_prototype(new_target, INTRINSIC_OBJECT_PROTOTYPE));
    return js_value(js_new_from_shape(shape_root_predicted(parent, count_fields, new_target)));
}

/* ------------------------------------------------------------------------------------------------ bound functions */
JsBoundFunction *js_new_bound_function(JsValue target, JsValue this_value, uint32_t argc, const JsValue *argv)
{
    JsValue prototype = TRY_OR(NULL, js_get_prototype_of(js_object(target)));
    uint32_t flags = JS_CALLABLE | (js_cell(target)->flags & JS_CONSTRUCTOR);
    JsBoundFunction *bound = js_new_object_of_kind(JS_KIND_BOUND_FUNCTION, sizeof *bound + argc * sizeof *argv,
                                                   prototype == JS_NULL ? NULL : js_object(prototype), flags);
    bound->target = target;
    bound->this_value = this_value;
    bound->argc = argc;
    if (argc)
        memcpy(bound->argv, argv, argc * sizeof *argv);
    return bound;
}

enum { BOUND_ARGUMENTS_MAX = 16 };

/* The bound arguments, then the call's: in `small`, or in the heap. */
static JsValue *join_arguments(JsBoundFunction *bound, uint32_t argc, const JsValue *argv, JsValue *small)
{
    JsValue *all = small;
    uint32_t count = bound->argc + argc;
    if (count > BOUND_ARGUMENTS_MAX)
        all = js_new_array_sized(count)->object.elements;
    memcpy(all, bound->argv, bound->argc * sizeof *all);
    if (argc)
        memcpy(all + bound->argc, argv, argc * sizeof *all);
    return all;
}

static JsValue bound_call(JsObject *o, JsValue this_value, uint32_t argc, JsValue *argv)
{
    JsBoundFunction *bound = (JsBoundFunction *)o;
    JsValue small[BOUND_ARGUMENTS_MAX];
    return js_call(bound->target, bound->this_value, bound->argc + argc, join_arguments(bound, argc, argv, small));
}

static JsValue bound_construct(JsObject *o, JsValue new_target, uint32_t argc, JsValue *argv)
{
    JsBoundFunction *bound = (JsBoundFunction *)o;
    JsValue small[BOUND_ARGUMENTS_MAX];
    JsValue target = new_target == js_value(o) ? bound->target : new_target;
    return js_construct(bound->target, target, bound->argc + argc, join_arguments(bound, argc, argv, small));
}

static const JsInternalMethods bound_methods = {.call = bound_call, .construct = bound_construct};

static JsValue bound_target(JsObject *bound)
{
    return ((JsBoundFunction *)bound)->target;
}

/* ------------------------------------------------------------------------------------------------ classes */
/* 15.7.14 steps 5-14 */
JsValue js_op_new_class(JsValue constructor, JsValue parent, JsValue *ret_prototype)
{
    JsObject *f = js_object(constructor), *prototype_parent = JS_INTRINSIC(OBJECT_PROTOTYPE);
    if (parent == JS_NULL) {
        prototype_parent = NULL;
    } else if (parent != JS_EMPTY) {
        if (!js_is_constructor(parent))
            return js_throw_type_error("Class extends value %v is not a constructor or null", parent);
        JsValue found = TRY(js_get(js_object(parent), JS_ATOM(prototype)));
        if (!js_is_object(found) && found != JS_NULL)
            return js_throw_type_error("Class extends value does not have valid prototype property %v", found);
        prototype_parent = found == JS_NULL ? NULL : js_object(found);
        js_ordinary_set_prototype_of(f, parent);
    }
    JsObject *prototype = js_new_plain(prototype_parent);
    js_put_own(f, JS_ATOM(prototype), js_value(prototype), 0);
    js_put_own(prototype, JS_ATOM(constructor), constructor, JS_HIDDEN_ATTRIBUTES);
    *ret_prototype = js_value(prototype);
    return constructor;
}

JsValue js_op_check_super(JsValue parent, JsFunction *active)
{
    if (js_is_constructor(parent))
        return JS_UNDEFINED;
    JsValue name = js_function_debug_name(active);
    if (js_is_kind(parent, JS_KIND_FUNCTION)) { /* as V8 names it: by its name, "null" when it has none */
        JsValue parent_name = js_function_debug_name(js_function(parent));
        parent = js_string(parent_name)->cell.word ? parent_name : JS_NULL;
    }
    if (!js_string(name)->cell.word)
        return js_throw_type_error("Super constructor %v of anonymous class is not a constructor", parent);
    return js_throw_type_error("Super constructor %v of class '%v' is not a constructor", parent, name);
}

/* ------------------------------------------------------------------------------------------------ template objects */
/* 13.2.8.4 GetTemplateObject. The site is a root of the emitted unit. */
JsValue js_template_object(JsValue *site, uint32_t count, const JsValue *cooked, const JsValue *raw)
{
    if (*site && *site != JS_UNDEFINED)
        return *site;
    JsValue strings = js_new_array(count, cooked), raws = js_new_array(count, raw);
    js_set_integrity_level(js_object(raws), JS_FROZEN);
    js_put_own(js_object(strings), JS_ATOM(raw), raws, 0);
    js_set_integrity_level(js_object(strings), JS_FROZEN);
    js_journal_record(site);
    return *site = strings;
}

void function_start(void)
{
    object_materialize = materialize;
    js_bound_target_hook = bound_target;
    js_register_kind(JS_KIND_BOUND_FUNCTION, &bound_methods);
    arguments_start();
}
