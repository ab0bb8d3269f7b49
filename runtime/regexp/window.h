/* What the first few units of any match can be: the filter of the search. */
#ifndef SINEW_REGEXP_WINDOW_H
#define SINEW_REGEXP_WINDOW_H

#include "regexp/node.h"
#include "regexp/program.h"

/* For the first `length` units of a text that a node matches: bit n of latin1[c], or of `wide` for all others, says
 * that unit n can be that. */
typedef struct Window {
    uint8_t latin1[256];
    uint8_t wide;
    uint32_t length;
} Window;

void regexp_window(Window *window, const Node *tree, bool is_unicode);

#endif
