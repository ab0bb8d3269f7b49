/* What the files of the Iterator global share. */
#pragma once
#include "object/object.h"

/* Iterator.from, the helper methods, and the prototypes of what they return (iterator_helpers.c). */
void js_install_iterator_helpers(JsObject *constructor, JsObject *prototype);
