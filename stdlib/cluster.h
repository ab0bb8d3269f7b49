/* Agent clusters (ECMA-262 9.8): agents that share memory. Sinew's own agents share none, so that an agent is its
 * cluster, and nobody else can wake it; a host whose agents do share sets js_cluster (runtime/realm/cluster.c).
 *
 * Invariant: a waiter is in the list of its location from enter until it is notified or leaves; all that is done
 * with the lists of a cluster is done one after the other. */
#pragma once
#include "sinew.h"

typedef struct ClusterWaiter ClusterWaiter;

typedef struct JsCluster {
    /* Zeros, aligned to 8, that every agent of the cluster sees at this address; the cluster's, to its end. NULL: no
     * memory. */
    uint8_t *(*allocate)(size_t bytes);
    /* Whether an address lies in such memory. The locations of the others do. */
    bool (*holds)(const uint8_t *location);
    /* Whether another agent lives that may still notify. */
    bool (*has_others)(void);
    /* 25.4.3.14 DoWait steps 16 to 28: adds a waiter, unless the `size` bytes at the location differ from
     * `expected`. False: they differ. The waiter is the caller's to leave. */
    bool (*enter)(const uint8_t *location, uint64_t size, uint64_t expected, ClusterWaiter **ret_waiter);
    /* 25.4.3.11 SuspendThisAgent: until the waiter is notified, or for `timeout` milliseconds (may be infinite). */
    void (*suspend)(ClusterWaiter *waiter, double timeout);
    bool (*is_notified)(const ClusterWaiter *waiter);
    /* Ends the wait, and the waiter's life. Returns whether it was notified. */
    bool (*leave)(ClusterWaiter *waiter);
    /* Notifies the first `count` waiters of the location, in the order in which they came. Returns how many there
     * were. */
    uint32_t (*notify)(const uint8_t *location, double count);
} JsCluster;
extern const JsCluster *js_cluster; /* NULL: no agent has another one in its cluster */
