/* Capturing stacks, their text, and the property that makes it when it is read: see stack.h.
 *
 * Invariant: capturing takes return addresses by the chain of frame pointers and looks nothing up. */
#include "exec/internal.h"
#include "object/builtin.h"
#include <limits.h>

enum {
    LIMIT_DEFAULT = 10,    /* of V8: what Error.stackTraceLimit says at first */
    WORDS_MIN = 64,        /* return addresses of the runtime's own functions stand between those of the program's */
    WORDS_A_SITE = 4,
    WORDS_MAX = 1 << 12,
    ACTIVATION_WORDS = 3,  /* a place of evaluated code: NULL, its code, the offset */
    LOOKUP_NS = 2000,      /* of a word, about */
    SITES_MAX = 16,        /* of a word: functions inlined into one another */
};

struct JsStack {
    JsCell cell;
    const JsCode *above;   /* or NULL */
    uint32_t limit;        /* sites to be told */
    uint32_t count;        /* words */
    void *frames[];        /* innermost first */
};

static JsValue prepare_nothing(JsObject *holder, const JsStack *stack)
{
    return JS_EMPTY;
}

JsValue (*js_prepare_stack_hook)(JsObject *holder, const JsStack *stack) = prepare_nothing;

/* ------------------------------------------------------------------------------------------------ walking */
static uint32_t add_activation(const JsActivation *activation, void **ret_frames, uint32_t count, uint32_t max)
{
    if (count + ACTIVATION_WORDS > max)
        return count;
    if (ret_frames) {
        ret_frames[count] = NULL;
        ret_frames[count + 1] = (void *)activation->code;
        ret_frames[count + 2] = (void *)(uintptr_t)*activation->position;
    }
    return count + ACTIVATION_WORDS;
}

/* Return addresses of the frames above (ret_frames NULL: counts them), by the chain of frame pointers; an activation stands in the
 * frame whose pointer is the next one above it. */
static uint32_t walk_frames_from(void **frame, const char *base, const JsActivation *activation, void **ret_frames, uint32_t max)
{
    uint32_t count = 0;
    while (frame && count < max && (const char *)frame < base - 2 * sizeof(void *)) {
        void **next = frame[0];
        for (; activation && (const char *)activation < (const char *)frame; activation = activation->outer)
            count = add_activation(activation, ret_frames, count, max);
        if (!frame[1] || count == max)
            break;
        if (ret_frames)
            ret_frames[count] = frame[1];
        count++;
        if (next <= frame || (uintptr_t)next % sizeof(void *))
            break;
        frame = next;
    }
    return count;
}

/* V8 takes the constructor's own data property, and only a number. */
static JS_NOINLINE int32_t read_limit(void)
{
    JsObject *constructor = JS_INTRINSIC(ERROR);
    JsProperty property;
    if (!js_find_own(constructor, JS_ATOM(stackTraceLimit), &property) || property.attributes & JS_ACCESSOR)
        return -1;
    JsValue limit = *js_slot_address(constructor, property.slot);
    if (!js_is_number(limit))
        return -1;
    double number = js_as_number(limit);
    return number >= INT_MAX ? INT_MAX : number > 0 ? (int32_t)number : 0;
}

int32_t js_stack_trace_limit(void)
{
    return js_realm->stack_trace_limit_changed ? read_limit() : LIMIT_DEFAULT;
}

static uint32_t words_for(uint32_t limit, bool is_cut)
{
    uint32_t words = limit > WORDS_MAX / WORDS_A_SITE ? WORDS_MAX : limit * WORDS_A_SITE + (is_cut ? WORDS_MIN : 0);
    return words < WORDS_MIN ? WORDS_MIN : words;
}

static JsStack *new_stack(void **frame, const char *base, const JsActivation *activation, uint32_t limit, const JsCode *above)
{
    uint32_t count = walk_frames_from(frame, base, activation, NULL, words_for(limit, above));
    JsStack *stack = js_new_internal_cell(sizeof *stack + count * sizeof *stack->frames, true, false);
    stack->above = above;
    stack->limit = limit;
    stack->count = walk_frames_from(frame, base, activation, stack->frames, count);
    return stack;
}

JsStack *js_capture_stack(const JsFunction *above)
{
    int32_t limit = js_stack_trace_limit();
    return limit < 0 ? NULL
                     : new_stack(__builtin_frame_address(0), js_stack_base, js_activation, (uint32_t)limit,
                                 above ? above->code : NULL);
}

/* ------------------------------------------------------------------------------------------------ places, text */
/* The places of the frame at *at, which moves on to the next one. */
static uint32_t frame_sites(void *const *frames, uint32_t *at, JsSite *ret_sites, uint32_t max)
{
    void *const *frame = frames + *at;
    *at += *frame ? 1 : ACTIVATION_WORDS;
    if (*frame)
        return js_site_lookup(*frame, ret_sites, max);
    *ret_sites = js_site_at(frame[1], (uint32_t)(uintptr_t)frame[2]);
    return 1;
}

uint32_t js_stack_sites_max(const JsStack *stack)
{
    return stack->limit < stack->count * SITES_MAX ? stack->limit : stack->count * SITES_MAX;
}

uint32_t js_stack_sites(const JsStack *stack, JsSite *ret_sites)
{
    JsSite sites[SITES_MAX];
    uint32_t told = 0;
    bool is_below = !stack->above;
    for (uint32_t at = 0; at < stack->count && told < stack->limit;) {
        uint32_t count = frame_sites(stack->frames, &at, sites, SITES_MAX);
        for (uint32_t i = 0; i < count && told < stack->limit; i++) {
            if (is_below && sites[i].code->source)
                ret_sites[told++] = sites[i];
            is_below = is_below || sites[i].code == stack->above;
        }
    }
    return told;
}

JsValue js_site_text(const JsSite *site)
{
    const JsCode *code = site->code;
    JsValue name = *code->name;
    bool has_name = js_is_string(name) && js_string(name)->cell.word;
    JsValue place = site->column ? js_string_from_format("%s:%u:%u", code->source, site->line, site->column)
                                 : js_string_from_format("%s:%u", code->source, site->line);
    return has_name ? js_string_from_format("%v (%v)", name, place) : place;
}

static void add_sites(JsStringBuilder *b, const JsStack *stack)
{
    JsSite *sites = js_scratch_alloc((js_stack_sites_max(stack) + 1) * sizeof *sites);
    uint32_t count = sites ? js_stack_sites(stack, sites) : 0;
    for (uint32_t i = 0; i < count; i++) {
        js_builder_add_ascii(b, "\n    at ");
        js_builder_add_string(b, js_string(js_site_text(&sites[i])));
    }
    js_scratch_free(sites);
}

static JsValue sites_text(const JsStack *stack)
{
    JsStringBuilder b;
    js_builder_start(&b, 256);
    add_sites(&b, stack);
    return js_builder_finish(&b);
}

JsValue js_current_stack_text(void)
{
    return sites_text(new_stack(__builtin_frame_address(0), js_stack_base, js_activation, LIMIT_DEFAULT, NULL));
}

char *js_stack_text_from(void *frame, char *base, const JsActivation *activation)
{
    JsValue text = sites_text(new_stack(frame, base, activation, LIMIT_DEFAULT, NULL));
    return text == JS_EXCEPTION ? NULL : js_string_to_c(js_string(text));
}

/* ------------------------------------------------------------------------------------------------ the property */
enum { CAPTURED_HOLDER, CAPTURED_STACK, CAPTURED_COUNT };

static JsObject *captured_holder(JsFunction *accessor) { return js_object(accessor->captures[CAPTURED_HOLDER]); }
static JsStack *captured_stack(JsFunction *accessor) { return (JsStack *)js_cell(accessor->captures[CAPTURED_STACK]); }

static JsValue default_text(JsObject *o, const JsStack *stack)
{
    JsValue header = TRY(js_error_to_string(o));
    JsValue sites = TRY(sites_text(stack));
    return js_string_concat(js_string(header), js_string(sites));
}

static JsValue get_stack(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv);
static const JsCode get_code = JS_NATIVE_CODE(get_stack, 0, CAPTURED_COUNT);

/* The stack that the object's own property will show; NULL when it shows it, or there is none. */
static JsStack *unread_stack(JsObject *o)
{
    JsProperty property;
    if (!js_find_own(o, JS_ATOM(stack), &property) || !(property.attributes & JS_ACCESSOR))
        return NULL;
    JsValue get = ((JsAccessor *)js_cell(*js_slot_address(o, property.slot)))->get;
    return js_is_native(get, &get_code) ? captured_stack(js_function(get)) : NULL;
}

/* Puts the value in the place of the accessor, if nothing else has been put there; a frozen object's cannot be written again. */
static void settle(JsObject *holder, const JsStack *stack, JsValue v)
{
    JsProperty property;
    if (unread_stack(holder) != stack)
        return;
    js_find_own(holder, JS_ATOM(stack), &property);
    uint32_t attributes = property.attributes & (JS_ENUMERABLE | JS_CONFIGURABLE);
    js_put_own(holder, JS_ATOM(stack), v, attributes | (attributes & JS_CONFIGURABLE ? JS_WRITABLE : 0));
}

static JsValue get_stack(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    JsObject *holder = captured_holder(callee);
    const JsStack *stack = captured_stack(callee);
    js_charge(stack->count * LOOKUP_NS);
    JsValue v = TRY(js_prepare_stack_hook(holder, stack));
    if (v == JS_EMPTY)
        v = TRY(default_text(holder, stack));
    settle(holder, stack, v);
    return v;
}

static JsValue set_stack(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv)
{
    JsObject *holder = captured_holder(callee);
    if (js_is_object(this_value) && js_object(this_value) != holder)
        return TRY_INT(js_create_data_property(js_object(this_value), JS_ATOM(stack), arg(0))), JS_UNDEFINED;
    settle(holder, captured_stack(callee), arg(0));
    return JS_UNDEFINED;
}

static const JsCode set_code = JS_NATIVE_CODE(set_stack, 1, CAPTURED_COUNT);

static JsValue new_accessor_function(const JsCode *code, JsObject *holder, JsStack *stack)
{
    JsValue f = js_value(js_new_native_closure(code));
    js_closure_capture(f, CAPTURED_HOLDER, js_value(holder));
    js_closure_capture(f, CAPTURED_STACK, js_value(stack));
    return f;
}

static void put_stack(JsObject *o, JsStack *stack)
{
    if (!stack) {
        js_put_own(o, JS_ATOM(stack), JS_UNDEFINED, JS_HIDDEN_ATTRIBUTES);
        return;
    }
    JsValue get = new_accessor_function(&get_code, o, stack), set = new_accessor_function(&set_code, o, stack);
    js_put_own(o, JS_ATOM(stack), js_new_lazy_value(get, set), (JS_HIDDEN_ATTRIBUTES & ~JS_WRITABLE) | JS_ACCESSOR);
}

/* The own property `stack` of an error, on first touch. */
void error_materialize(JsObject *o)
{
    JsCell word = o->cell;
    if (!(word.flags & JS_LAZY))
        return;
    word.flags &= (uint8_t)~JS_LAZY;
    word.word = shape_without_lazy(js_shape(o))->cell.word;
    js_store_cell_word(o, word);
    put_stack(o, ((JsError *)o)->stack);
}

JsValue js_define_stack(JsObject *o, JsStack *stack)
{
    JsValue v = JS_UNDEFINED;
    if (o->cell.kind == JS_KIND_ERROR && o->cell.flags & JS_LAZY) {
        js_store(o, (JsValue *)&((JsError *)o)->stack, js_value(stack));
        return JS_UNDEFINED;
    }
    if (o->cell.flags & JS_EXOTIC && stack)
        v = TRY(default_text(o, stack)); /* a proxy's traps see a data property */
    JsDescriptor d = js_data_descriptor(v, JS_HIDDEN_ATTRIBUTES);
    TRY_INT(js_define_property_or_throw(o, JS_ATOM(stack), &d));
    if (!(o->cell.flags & JS_EXOTIC))
        put_stack(o, stack);
    return JS_UNDEFINED;
}

JsValue stack_peek(JsObject *o)
{
    JsStack *stack = unread_stack(o);
    if (!stack)
        return js_peek(o, JS_ATOM(stack));
    JsStringBuilder b;
    js_builder_start(&b, 256);
    error_add_header(&b, o);
    add_sites(&b, stack);
    return js_builder_finish(&b);
}
