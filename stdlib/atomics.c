/* Atomics, ECMA-262 25.4. One agent alone sees a buffer, and it is preempted between operations only: so each operation is a
 * plain read or write, and nobody else can wake an agent that waits.
 *
 * Invariant: an agent cannot suspend (its [[CanBlock]] is false): Atomics.wait throws, waiters are those of waitAsync. */
#include "stdlib/typed_array.h"
#include "stdlib/waiters.h"

typedef struct Access {
    JsTypedArray *array;
    JsElementType type;
    uint64_t index; /* counts elements */
} Access;

/* 25.4.3.1 ValidateIntegerTypedArray, then 25.4.3.2 ValidateAtomicAccess */
static int validate_access(JsValue v, JsValue request, bool is_waitable, Access *ret_access)
{
    JsTypedArray *array = typed_array_validate(v, "Atomics operation");
    if (!array)
        return -1;
    JsElementType type = typed_array_type(array);
    bool is_integer = type != JS_FLOAT16 && type != JS_FLOAT32 && type != JS_FLOAT64 && type != JS_UINT8_CLAMPED;
    if (is_waitable ? type != JS_INT32 && type != JS_BIGINT64 : !is_integer) {
        js_throw_type_error(is_waitable ? "[object Array] is not an int32 or BigInt64 typed array."
                                        : "[object Array] is not an integer typed array.");
        return -1;
    }
    double length = (double)typed_array_length(array), index;
    if (js_to_index(request, &index) < 0)
        return -1;
    if (index >= length) {
        js_throw_range_error("Invalid atomic access index");
        return -1;
    }
    *ret_access = (Access){array, type, (uint64_t)index};
    return 1;
}

/* 25.4.3.4 RevalidateAtomicAccess: the address of the element, NULL with an exception. */
static uint8_t *revalidate(const Access *access)
{
    uint64_t size = typed_array_element_sizes[access->type];
    if (typed_array_is_out_of_bounds(access->array, size)) {
        js_throw_type_error("Cannot perform Atomics operation on a detached ArrayBuffer");
        return NULL;
    }
    if (access->index >= typed_array_length(access->array)) {
        js_throw_range_error("Invalid atomic access index");
        return NULL;
    }
    return access->array->buffer->data + access->array->byte_offset + access->index * size;
}

/* The value to store: a BigInt, or an integer Number. */
static JsValue to_integer(JsElementType type, JsValue v)
{
    if (typed_array_is_bigint(type))
        return js_to_bigint(v);
    return js_number(TRY_INTEGER(v));
}

typedef enum AtomicOperation { ATOMIC_ADD, ATOMIC_AND, ATOMIC_EXCHANGE, ATOMIC_OR, ATOMIC_SUB, ATOMIC_XOR } AtomicOperation;

static uint64_t combine(AtomicOperation operation, uint64_t old, uint64_t operand)
{
    switch (operation) {
    case ATOMIC_ADD: return old + operand;
    case ATOMIC_AND: return old & operand;
    case ATOMIC_EXCHANGE: return operand;
    case ATOMIC_OR: return old | operand;
    case ATOMIC_SUB: return old - operand;
    case ATOMIC_XOR: return old ^ operand;
    }
    return old;
}

static void write_bytes(const Access *access, uint8_t *element, uint64_t raw)
{
    uint64_t size = typed_array_element_sizes[access->type];
    array_buffer_touch(access->array->buffer, (uint64_t)(element - access->array->buffer->data), size);
    memcpy(element, &raw, size); /* little-endian, as the machine is */
}

static uint64_t read_bytes(const Access *access, const uint8_t *element)
{
    uint64_t raw = 0;
    memcpy(&raw, element, typed_array_element_sizes[access->type]);
    return raw;
}

static uint64_t raw_of(JsElementType type, JsValue numeric)
{
    uint64_t raw = 0;
    element_write(&raw, type, numeric);
    return raw;
}

/* 25.4.3.17 AtomicReadModifyWrite */
static JsValue read_modify_write(uint32_t argc, JsValue *argv, AtomicOperation operation)
{
    Access access;
    TRY_INT(validate_access(arg(0), arg(1), false, &access));                                /* 1 */
    JsValue operand = TRY(to_integer(access.type, arg(2)));                                  /* 2-3 */
    uint8_t *element = TRY_PTR(revalidate(&access));                                         /* 4 */
    JsValue old = TRY(element_read(element, access.type));
    write_bytes(&access, element, combine(operation, read_bytes(&access, element), raw_of(access.type, operand)));
    return old;
}

#define READ_MODIFY_WRITE(name, operation) \
    JS_BUILTIN(name) \
    { \
        return read_modify_write(argc, argv, operation); \
    }
READ_MODIFY_WRITE(atomics_add, ATOMIC_ADD)
READ_MODIFY_WRITE(atomics_and, ATOMIC_AND)
READ_MODIFY_WRITE(atomics_exchange, ATOMIC_EXCHANGE)
READ_MODIFY_WRITE(atomics_or, ATOMIC_OR)
READ_MODIFY_WRITE(atomics_sub, ATOMIC_SUB)
READ_MODIFY_WRITE(atomics_xor, ATOMIC_XOR)

/* 25.4.6 Atomics.compareExchange ( typedArray, index, expectedValue, replacementValue ) */
JS_BUILTIN(atomics_compare_exchange)
{
    Access access;
    TRY_INT(validate_access(arg(0), arg(1), false, &access));                                /* 1 */
    JsValue expected = TRY(to_integer(access.type, arg(2)));                                 /* 4-5 */
    JsValue replacement = TRY(to_integer(access.type, arg(3)));
    uint8_t *element = TRY_PTR(revalidate(&access));                                         /* 6 */
    JsValue old = TRY(element_read(element, access.type));
    if (read_bytes(&access, element) == raw_of(access.type, expected))
        write_bytes(&access, element, raw_of(access.type, replacement));
    return old;
}

/* 25.4.8 Atomics.isLockFree ( size ) */
JS_BUILTIN(atomics_is_lock_free)
{
    double size = TRY_INTEGER(arg(0));
    return js_boolean(size == 1 || size == 2 || size == 4 || size == 8);
}

/* 25.4.9 Atomics.load ( typedArray, index ) */
JS_BUILTIN(atomics_load)
{
    Access access;
    TRY_INT(validate_access(arg(0), arg(1), false, &access));
    return element_read(TRY_PTR(revalidate(&access)), access.type);
}

/* 25.4.11 Atomics.store ( typedArray, index, value ) */
JS_BUILTIN(atomics_store)
{
    Access access;
    TRY_INT(validate_access(arg(0), arg(1), false, &access));                                /* 1 */
    JsValue value = TRY(to_integer(access.type, arg(2)));                                    /* 2-3 */
    uint8_t *element = TRY_PTR(revalidate(&access));                                         /* 4 */
    write_bytes(&access, element, raw_of(access.type, value));
    return value;
}

/* 25.4.3.14 DoWait, steps 10-31 of mode async: what waitAsync returns. */
static JsValue wait_async(const Access *access, JsValue expected, double timeout)
{
    uint8_t *element = TRY_PTR(revalidate(access));
    JsArrayBuffer *buffer = access->array->buffer;
    bool is_equal = read_bytes(access, element) == raw_of(access->type, expected);
    bool is_async = is_equal && timeout > 0;
    JsValue value = !is_equal   ? js_string_from_ascii("not-equal")
                    : !is_async ? js_string_from_ascii("timed-out")
                                : TRY(waiters_add(buffer, (uint64_t)(element - buffer->data), timeout));
    JsValue result = TRY(js_new_object());
    js_put_own(js_object(result), js_key_from_ascii("async"), js_boolean(is_async), JS_DEFAULT_ATTRIBUTES);
    js_put_own(js_object(result), JS_ATOM(value), value, JS_DEFAULT_ATTRIBUTES);
    return result;
}

/* 25.4.3.14 DoWait ( mode, typedArray, index, value, timeout ) */
static JsValue do_wait(bool is_async, uint32_t argc, JsValue *argv)
{
    Access access;
    double timeout;
    JsTypedArray *array = TRY_PTR(typed_array_validate(arg(0), "Atomics.wait"));
    JsElementType type = typed_array_type(array);
    if (type != JS_INT32 && type != JS_BIGINT64)                                             /* 1 */
        return js_throw_type_error("[object Array] is not an int32 or BigInt64 typed array.");
    if (!(array->buffer->flags & JS_BUFFER_SHARED))                                          /* 2 */
        return js_throw_type_error("[object Int32Array] is not a shared typed array.");
    TRY_INT(validate_access(arg(0), arg(1), true, &access));                                 /* 3 */
    JsValue expected = type == JS_BIGINT64 ? TRY(js_to_bigint(arg(2))) : js_int(TRY_INT32(arg(2))); /* 5-6 */
    TRY_INT(js_to_number(arg(3), &timeout));                                                 /* 7-9 */
    if (!is_async)                                                                           /* 10 */
        return js_throw_type_error("Atomics.wait cannot be called in this context");
    return wait_async(&access, expected, isnan(timeout) ? INFINITY : timeout);
}

/* 25.4.13 Atomics.wait ( typedArray, index, value, timeout ) */
JS_BUILTIN(atomics_wait)
{
    return do_wait(false, argc, argv);
}

/* 25.4.14 Atomics.waitAsync ( typedArray, index, value, timeout ) */
JS_BUILTIN(atomics_wait_async)
{
    return do_wait(true, argc, argv);
}

/* 25.4.15 Atomics.notify ( typedArray, index, count ) */
JS_BUILTIN(atomics_notify)
{
    Access access;
    TRY_INT(validate_access(arg(0), arg(1), true, &access));                                 /* 1 */
    double count = arg(2) == JS_UNDEFINED ? INFINITY : TRY_INTEGER(argv[2]);                 /* 2-3 */
    JsArrayBuffer *buffer = access.array->buffer;
    if (!(buffer->flags & JS_BUFFER_SHARED))                                                 /* 6 */
        return js_int(0);
    uint64_t byte_index = access.array->byte_offset + access.index * typed_array_element_sizes[access.type];
    return js_uint(waiters_notify(buffer, byte_index, count));
}

/* 25.4.11 Atomics.pause ( [ iterationNumber ] ) */
JS_BUILTIN(atomics_pause)
{
    double number = js_is_number(arg(0)) ? js_as_number(arg(0)) : 0;
    if ((arg(0) != JS_UNDEFINED && !js_is_number(arg(0))) || number != floor(number) || isinf(number))
        return js_throw_type_error("%v is not an integer", arg(0));
    return JS_UNDEFINED;
}

static const JsBuiltin atomics_rows[] = {
    JS_METHOD("add", atomics_add, 3, "25.4.4"),
    JS_METHOD("and", atomics_and, 3, "25.4.5"),
    JS_METHOD("compareExchange", atomics_compare_exchange, 4, "25.4.6"),
    JS_METHOD("exchange", atomics_exchange, 3, "25.4.7"),
    JS_METHOD("isLockFree", atomics_is_lock_free, 1, "25.4.8"),
    JS_METHOD("load", atomics_load, 2, "25.4.9"),
    JS_METHOD("notify", atomics_notify, 3, "25.4.15"),
    JS_METHOD("or", atomics_or, 3, "25.4.10"),
    JS_METHOD("pause", atomics_pause, 0, "25.4.11"),
    JS_METHOD("store", atomics_store, 3, "25.4.11"),
    JS_METHOD("sub", atomics_sub, 3, "25.4.12"),
    JS_METHOD("wait", atomics_wait, 4, "25.4.13"),
    JS_METHOD("waitAsync", atomics_wait_async, 4, "25.4.14"),
    JS_METHOD("xor", atomics_xor, 3, "25.4.16"),
    JS_STRING_CONSTANT("@@toStringTag", "Atomics", "25.4.17"),
};

void realm_install_atomics(void)
{
    JsObject *atomics = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    js_install_builtins(atomics, atomics_rows, JS_COUNT(atomics_rows));
    js_define_global("Atomics", js_value(atomics));
}
