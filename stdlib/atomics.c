/* Atomics, ECMA-262 25.4.
 *
 * Invariant: an element is read and written by the machine's atomic operations, as agents of a cluster may share it. */
#include "sched/fiber.h"
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

/* ---- an element as raw bytes: little-endian, as the machine is */

static uint64_t load(const Access *access, const uint8_t *element)
{
    switch (typed_array_element_sizes[access->type]) {
    case 1: return __atomic_load_n(element, __ATOMIC_SEQ_CST);
    case 2: return __atomic_load_n((const uint16_t *)(const void *)element, __ATOMIC_SEQ_CST);
    case 4: return __atomic_load_n((const uint32_t *)(const void *)element, __ATOMIC_SEQ_CST);
    default: return __atomic_load_n((const uint64_t *)(const void *)element, __ATOMIC_SEQ_CST);
    }
}

#define EXCHANGE(type) \
    ({ \
        type was_ = (type)*expected; \
        bool is_equal_ = __atomic_compare_exchange_n((type *)(void *)element, &was_, (type)raw, false, \
                                                     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        *expected = was_; \
        is_equal_; \
    })

/* Stores the bytes if the element has those of *expected; else false, and *expected becomes what it has. The element is
 * the agent's to write (array_buffer_touch). */
static bool compare_exchange(const Access *access, uint8_t *element, uint64_t *expected, uint64_t raw)
{
    switch (typed_array_element_sizes[access->type]) {
    case 1: return EXCHANGE(uint8_t);
    case 2: return EXCHANGE(uint16_t);
    case 4: return EXCHANGE(uint32_t);
    default: return EXCHANGE(uint64_t);
    }
}

static void touch(const Access *access, const uint8_t *element)
{
    JsArrayBuffer *buffer = access->array->buffer;
    array_buffer_touch(buffer, (uint64_t)(element - buffer->data), typed_array_element_sizes[access->type]);
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
    touch(&access, element);
    uint64_t raw = raw_of(access.type, operand), old = load(&access, element);
    while (!compare_exchange(&access, element, &old, combine(operation, old, raw)))
        continue;
    return element_read(&old, access.type);
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
    touch(&access, element);
    uint64_t raw = raw_of(access.type, expected);
    compare_exchange(&access, element, &raw, raw_of(access.type, replacement));
    return element_read(&raw, access.type);
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
    uint64_t raw = load(&access, TRY_PTR(revalidate(&access)));
    return element_read(&raw, access.type);
}

/* 25.4.11 Atomics.store ( typedArray, index, value ) */
JS_BUILTIN(atomics_store)
{
    Access access;
    TRY_INT(validate_access(arg(0), arg(1), false, &access));                                /* 1 */
    JsValue value = TRY(to_integer(access.type, arg(2)));                                    /* 2-3 */
    uint8_t *element = TRY_PTR(revalidate(&access));                                         /* 4 */
    touch(&access, element);
    uint64_t old = load(&access, element);
    while (!compare_exchange(&access, element, &old, raw_of(access.type, value)))
        continue;
    return value;
}

static WaitPlace place_of(const Access *access)
{
    uint64_t size = typed_array_element_sizes[access->type];
    return (WaitPlace){access->array->buffer, access->array->byte_offset + access->index * size, size};
}

/* 9.7.1 AgentCanSuspend: a program that runs by itself, and a request whose state nobody else sees meanwhile. */
static bool can_suspend(void)
{
    return !fiber_current || js_agent->is_isolated;
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
    timeout = isnan(timeout) ? INFINITY : fmax(timeout, 0);
    if (!is_async && !can_suspend())                                                         /* 10 */
        return js_throw_type_error("Atomics.wait cannot be called in this context");
    TRY_PTR(revalidate(&access));
    WaitPlace place = place_of(&access);                                                     /* 11-31 */
    return (is_async ? waiters_add : waiters_suspend)(&place, raw_of(type, expected), timeout);
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
    if (!(access.array->buffer->flags & JS_BUFFER_SHARED))                                   /* 6 */
        return js_int(0);
    WaitPlace place = place_of(&access);
    return js_uint(waiters_notify(&place, count));
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
