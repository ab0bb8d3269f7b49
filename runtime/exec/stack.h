/* Stacks as errors show them: captured cheaply, told when somebody asks (docs/decisions/0030).
 *
 * The own property `stack` of an object is an accessor inside and a data property to programs: the first read puts the text, or
 * what Error.prepareStackTrace made of it, in its place. */
#pragma once
#include "exec/site.h"
#include "object/operations.h"

/* The frames that were live at one moment; a cell of the agent's heap, never changed. */
typedef struct JsStack JsStack;

/* The stack of now. Frames down to the topmost call of `above` (may be NULL) are left out, all if there is none; at most
 * Error.stackTraceLimit will be told. NULL when that is no number: there shall be no stack. */
JsStack *js_capture_stack(const JsFunction *above);
/* At most how many places it tells. */
uint32_t js_stack_sites_max(const JsStack *stack);
/* The places, innermost first, into room for js_stack_sites_max; returns how many there are. */
uint32_t js_stack_sites(const JsStack *stack, JsSite *ret_sites);
/* "f (file.js:1:2)": one place as V8 shows it. */
JsValue js_site_text(const JsSite *site);
/* 0..: Error.stackTraceLimit; -1 when it is no number of the constructor's own. */
int32_t js_stack_trace_limit(void);

/* Gives `o` the own property `stack` for what was captured (NULL: undefined). undefined, or the TypeError of an object that
 * takes no property. */
JsValue js_define_stack(JsObject *o, JsStack *stack);
/* stdlib/error.c: what Error.prepareStackTrace makes of a stack, an exception, or JS_EMPTY when there is no such function. */
extern JsValue (*js_prepare_stack_hook)(JsObject *holder, const JsStack *stack);

/* The frames' text without a header, of the stack of now. */
JsValue js_current_stack_text(void);
/* The same for a stack that is suspended, from a frame address on, below `base`, with its agent's evaluated code; malloc, or
 * NULL. */
char *js_stack_text_from(void *frame, char *base, const JsActivation *activation);
