/* The global environment record (9.1.1.4): the global object, and the lexical names of scripts, which later scripts see.
 *
 * Invariant: `js_realm->lexicals`, of kind VARIABLES, has a property for each such name: a reference to its variable, which is
 * writable unless it is a constant. A site's cache never answers for a name that is there: a new one takes a new epoch, and
 * on every miss the names are asked first. */
#include "object/cache.h"
#include "object/internal.h"

/* ---- lexical names */

static bool has_lexicals(void)
{
    return js_realm->lexicals->cell.word != js_realm->no_lexicals;
}

static bool find_lexical(JsKey name, JsProperty *ret_property)
{
    return js_unlikely(has_lexicals()) && js_find_own(js_realm->lexicals, name, ret_property);
}

static JsValue reference_to(const JsProperty *property)
{
    return *js_slot_address(js_realm->lexicals, property->slot);
}

static JsValue read_lexical(JsKey name, const JsProperty *property)
{
    JsValue v = js_reference_get(reference_to(property));
    return v == JS_EMPTY ? js_throw_tdz(name) : v;
}

static JsValue write_lexical(JsKey name, const JsProperty *property, JsValue v)
{
    TRY(read_lexical(name, property));
    if (!(property->attributes & JS_WRITABLE))
        return js_throw_const_assignment(name);
    js_reference_set(reference_to(property), v);
    return JS_UNDEFINED;
}

static bool is_cached(const JsPropertyCache *cache)
{
    uint32_t shape = js_realm->global->cell.word;
    return shape == cache->shape || (shape == cache->proto_shape && cache->proto_epoch == js_prototype_epoch);
}

JsValue js_op_declare_global_lexical(JsKey name, JsValue reference, bool is_constant)
{
    js_put_own(js_realm->lexicals, name, reference, is_constant ? 0 : JS_WRITABLE);
    js_new_prototype_epoch();
    return JS_UNDEFINED;
}

/* ---- names that no scope declares */

JsValue js_op_get_global(JsKey name, JsPropertyCache *cache)
{
    JsProperty lexical;
    if (!is_cached(cache) && find_lexical(name, &lexical))
        return read_lexical(name, &lexical);
    JsValue v = js_op_get(js_value(js_realm->global), name, cache);
    if (v == JS_UNDEFINED && !TRY_INT(js_has_property(js_realm->global, name)))
        return js_throw_reference_error("%k is not defined", name);
    return v;
}

JsValue js_op_typeof_global(JsKey name)
{
    JsProperty lexical;
    if (find_lexical(name, &lexical))
        return js_op_typeof(TRY(read_lexical(name, &lexical)));
    return js_op_typeof(TRY(js_get(js_realm->global, name)));
}

JsValue js_op_set_global(JsKey name, JsValue v, JsPropertyCache *cache, bool strict)
{
    JsProperty lexical;
    bool is_known = js_realm->global->cell.word == cache->shape;
    if (!is_known && find_lexical(name, &lexical))
        return write_lexical(name, &lexical, v);
    if (strict && !is_known && !TRY_INT(js_has_property(js_realm->global, name)))
        return js_throw_reference_error("%k is not defined", name);
    return js_op_set(js_value(js_realm->global), name, v, cache, strict);
}

/* 9.1.1.4.7 DeleteBinding, of sloppy code */
JsValue js_op_delete_global(JsKey name)
{
    JsProperty lexical;
    if (find_lexical(name, &lexical))
        return JS_FALSE;
    return js_boolean(TRY_INT(js_object_delete(js_realm->global, name)));
}

/* ---- declarations */

/* The attributes of what a script or an eval declares in the global object (9.1.1.4.17-18, their parameter D). */
static int declared_attributes(bool is_deletable)
{
    return JS_WRITABLE | JS_ENUMERABLE | (is_deletable ? JS_CONFIGURABLE : 0);
}

/* 9.1.1.4.15 CanDeclareGlobalVar: 1, 0, -1 */
static int can_declare_variable(JsObject *global, JsKey name)
{
    return TRY_INT_OR(-1, js_has_own_property(global, name)) ? 1 : js_is_extensible(global);
}

/* 9.1.1.4.16 CanDeclareGlobalFunction: 1, 0, -1 */
static int can_declare_function(JsObject *global, JsKey name)
{
    JsDescriptor existing;
    if (!TRY_INT_OR(-1, js_get_own_property(global, name, &existing)))
        return js_is_extensible(global);
    return existing.attributes & JS_CONFIGURABLE ||
           (js_descriptor_is_data(&existing) && existing.attributes & JS_WRITABLE && existing.attributes & JS_ENUMERABLE);
}


/* 9.1.1.4.14 HasRestrictedGlobalProperty: 1, 0, -1 */
static int is_restricted(JsObject *global, JsKey name)
{
    JsDescriptor existing;
    return TRY_INT_OR(-1, js_get_own_property(global, name, &existing)) && !(existing.attributes & JS_CONFIGURABLE);
}

static JsValue throw_redeclared(JsKey name)
{
    return js_throw_syntax_error("Identifier '%k' has already been declared", name);
}

JsValue js_op_check_global(JsKey name, JsGlobalKind kind)
{
    JsObject *global = js_realm->global;
    JsProperty lexical;
    if (find_lexical(name, &lexical))
        return throw_redeclared(name);
    if (kind == JS_GLOBAL_LEXICAL)
        return TRY_INT(is_restricted(global, name)) ? throw_redeclared(name) : JS_UNDEFINED;
    bool is_function = kind == JS_GLOBAL_FUNCTION;
    if (TRY_INT(is_function ? can_declare_function(global, name) : can_declare_variable(global, name)))
        return JS_UNDEFINED;
    return js_throw_type_error("Cannot declare global %s '%k'", is_function ? "function" : "variable", name);
}

/* 9.1.1.4.17 */
JsValue js_op_declare_global_var(JsKey name, bool is_deletable)
{
    JsObject *global = js_realm->global;
    if (TRY_INT(js_has_own_property(global, name)))
        return JS_UNDEFINED;
    if (!TRY_INT(js_is_extensible(global)))
        return js_throw_type_error("Cannot define global variable '%k', object is not extensible", name);
    JsDescriptor d = js_data_descriptor(JS_UNDEFINED, declared_attributes(is_deletable));
    TRY_INT(js_define_property_or_throw(global, name, &d));
    return JS_UNDEFINED;
}

/* 9.1.1.4.18 */
JsValue js_op_declare_global_function(JsKey name, JsValue function, bool is_deletable)
{
    JsObject *global = js_realm->global;
    JsDescriptor existing, d = js_data_descriptor(function, declared_attributes(is_deletable));
    TRY(js_op_check_global(name, JS_GLOBAL_FUNCTION));
    if (TRY_INT(js_get_own_property(global, name, &existing)) && !(existing.attributes & JS_CONFIGURABLE))
        d.has = JS_HAS_VALUE;
    TRY_INT(js_define_property_or_throw(global, name, &d));
    TRY_INT(js_set(global, name, function, false));
    return JS_UNDEFINED;
}
