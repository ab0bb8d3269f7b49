/* The bridge to stdlib/js/iterators.js: Iterator.concat, zip and zipKeyed; chunks, windows and includes of Iterator.prototype.
 * They are functions of the first realm, which all realms have. */
#include "object/builtin.h"
#include "stdlib/iterator.h"
#include "stdlib/library.h"
#include "stdlib/support.h"

const JsProgram *js_library_iterators(void);

JS_BUILTIN(make_helper)
{
    return js_new_scripted_helper(arg(0), arg(1));
}

static void install(JsObject *from, JsObject *to, const char *name)
{
    JsKey key = js_key_from_ascii(name);
    js_put_own(to, key, MUST(js_get(from, key)), JS_HIDDEN_ATTRIBUTES);
}

static JsValue functions; /* an object that nobody else has */

static void make_functions(void)
{
    static const JsCode code = JS_NATIVE_CODE(make_helper, 2, 0);
    JsModule *module = library_start(js_library_iterators());
    JsValue argument = js_value(js_new_native_closure(&code));
    functions = MUST(js_call(library_export(module, "makeIteratorFunctions"), JS_UNDEFINED, 1, &argument));
    js_add_roots(&functions, &functions + 1);
}

void js_install_iterator_sequences(void)
{
    if (!functions)
        make_functions();
    JsObject *prototype = JS_INTRINSIC(ITERATOR_PROTOTYPE);
    JsObject *constructor = js_object(js_peek_data(js_realm->global, js_key_from_ascii("Iterator")));
    static const char *const of_constructor[] = {"concat", "zip", "zipKeyed"}, *const of_prototype[] = {"chunks", "windows", "includes"};
    for (uint32_t i = 0; i < JS_COUNT(of_constructor); i++)
        install(js_object(functions), constructor, of_constructor[i]);
    for (uint32_t i = 0; i < JS_COUNT(of_prototype); i++)
        install(js_object(functions), prototype, of_prototype[i]);
}
