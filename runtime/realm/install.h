/* Creation of realms (ECMA-262 9.3): the bare objects of object/realm.c get their properties, and the globals are made. */
#pragma once
#include "sinew.h"

/* Call once, after exec_start. */
void realm_install(void);
/* The part that every realm has: fills js_realm, which has its bare objects alone. In the start agent. */
void realm_install_language(void);
/* Seams that stdlib/web fills (stdlib/web/install.c): its globals, among them timers; and one turn of the event loop, which
 * waits for the next timer or input and runs what is due: false when nothing is left that could happen. */
void realm_install_web(void);
bool realm_turn_event_loop(void);
