/* The CallSite objects of V8's stack trace API, which Error.prepareStackTrace gets. */
#pragma once
#include "exec/stack.h"

/* A new array of one CallSite for each place of the stack, innermost first; an exception when there is no memory. */
JsValue call_sites(const JsStack *stack);
void js_install_call_site(void);
