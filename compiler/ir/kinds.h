/* Names of the IR's small enums in the textual form, shared by printer and parser. Invariant: indexed by the enum. */
#pragma once

static const char *const ir_function_kind_names[] = {"normal", "arrow", "method", "class.base", "class.derived", "module.body"};
static const char *const ir_module_kind_names[] = {"esm", "commonjs", "json", "script"};

/* IrFunction's flags: X(field, name) */
#define IR_FUNCTION_FLAGS(X)                                                                                           \
    X(is_strict, "strict")                                                                                             \
    X(is_generator, "generator")                                                                                       \
    X(is_async, "async")                                                                                               \
    X(is_constructor, "constructor")                                                                                   \
    X(uses_this, "this")                                                                                               \
    X(uses_new_target, "new.target")                                                                                   \
    X(uses_arguments, "arguments")                                                                                     \
    X(uses_rest, "rest")                                                                                               \
    X(uses_callee, "callee")
