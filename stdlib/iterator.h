/* What the files of the Iterator global share. */
#pragma once
#include "object/object.h"

/* Iterator.from, the helper methods, and the prototypes of what they return (iterator_helpers.c). */
void js_install_iterator_helpers(JsObject *constructor, JsObject *prototype);
/* An iterator helper of two functions: `step` gives an array with the next value, or undefined at the end; `close` is called when
 * it is left before that. */
JsValue js_new_scripted_helper(JsValue step, JsValue close);
