/* Names of an agent's own: atoms and registered symbols that a request made and takes with it when it ends.
 *
 * Invariant: for one agent, a text has one atom and one registered symbol. What it has of its own comes before what is shared,
 * so it does not matter that others share a name later. */
#pragma once
#include "string/string.h"

/* The name of the agent that runs, which must be isolated: kind STRING or SYMBOL (then the text is its description), with
 * that `hash` field; or NULL. */
JsCell *names_find_own(JsKind kind, JsString *text, uint32_t hash);
/* A string with its hash, or a symbol; in the agent's heap, and not there yet. May yield. */
void names_add_own(JsCell *name);
