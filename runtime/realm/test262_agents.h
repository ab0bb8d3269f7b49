/* Agents for the conformance suite: $262.agent. Those that it starts are processes (realm/cluster.h), each with a
 * realm of its own. */
#pragma once
#include "realm/cluster.h"

/* Makes the property `agent` of the running realm's host object: start, broadcast and getReport in the first agent;
 * receiveBroadcast, report and leaving in those that it started; sleep and monotonicNow in all. */
void test262_install_agents(JsObject *host);
/* A further realm, which runs from now on. Returns its host object. */
JsObject *test262_new_realm(void);
