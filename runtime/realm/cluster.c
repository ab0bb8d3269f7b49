/* The memory of a cluster, its agents and its waiter lists: see cluster.h and stdlib/cluster.h.
 *
 * Invariant: the memory is taken from the front and never given back, but for waiters. A process that ends while it
 * has the lock leaves what it protects as it was: each change is a few stores. */
#include "realm/cluster.h"
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "sched/clock.h"

struct ClusterWaiter {
    ClusterWaiter *next;        /* in the list, the oldest first; or among the free ones */
    const uint8_t *location;
    bool is_notified;           /* then it is on no list */
};

typedef struct Cluster {
    pthread_mutex_t lock;
    uint32_t changes;           /* a futex: counts what cluster_announce told */
    size_t used;                /* bytes from this struct on */
    ClusterWaiter *waiters, *free_waiters;
    ClusterAgent *agents;
} Cluster;

static const size_t CLUSTER_BYTES = (size_t)4 << 30; /* of addresses; the machine gives memory where it is touched */

static Cluster *cluster;
static ClusterAgent *own; /* NULL: the first agent */

/* ---- the memory */

bool cluster_start(void)
{
    if (cluster)
        return true;
    void *memory = mmap(NULL, CLUSTER_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    cluster = memory;
    cluster->used = (sizeof *cluster + 15) & ~(size_t)15;
    pthread_mutex_init(&cluster->lock, &attributes);
    return true;
}

void cluster_lock(void)
{
    if (pthread_mutex_lock(&cluster->lock) == EOWNERDEAD)
        pthread_mutex_consistent(&cluster->lock);
}

void cluster_unlock(void)
{
    pthread_mutex_unlock(&cluster->lock);
}

static void *take(size_t bytes)
{
    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > CLUSTER_BYTES - cluster->used)
        return NULL;
    void *taken = (char *)cluster + cluster->used;
    cluster->used += bytes;
    return taken;
}

static uint8_t *allocate(size_t bytes)
{
    if (!cluster_start())
        return NULL;
    cluster_lock();
    uint8_t *taken = take(bytes);
    cluster_unlock();
    return taken;
}

static bool holds(const uint8_t *location)
{
    return cluster && location >= (uint8_t *)cluster && location < (uint8_t *)cluster + CLUSTER_BYTES;
}

/* ---- changes */

void cluster_announce(void)
{
    cluster->changes++;
    syscall(SYS_futex, &cluster->changes, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
}

void cluster_await_change(uint64_t deadline_ns)
{
    uint32_t seen = cluster->changes;
    cluster_unlock();
    uint64_t now = clock_now_ns(), left = deadline_ns > now ? deadline_ns - now : 0;
    struct timespec time = {.tv_sec = (time_t)(left / 1000000000), .tv_nsec = (long)(left % 1000000000)};
    syscall(SYS_futex, &cluster->changes, FUTEX_WAIT, seen, &time, NULL, 0);
    cluster_lock();
}

/* ---- agents */

ClusterAgent *cluster_living_agents(void)
{
    for (ClusterAgent **at = &cluster->agents; *at;) {
        if ((*at)->process && waitpid((*at)->process, NULL, WNOHANG) == 0)
            at = &(*at)->next;
        else
            *at = (*at)->next;
    }
    return cluster->agents;
}

static bool has_others(void)
{
    if (own || !cluster)
        return own;
    cluster_lock();
    bool has_agents = cluster_living_agents();
    cluster_unlock();
    return has_agents;
}

static _Noreturn void become_agent(ClusterAgent *agent, pid_t first, void (*run)(ClusterAgent *, void *),
                                   void *argument)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != first) /* it ended before that was set */
        _exit(1);
    own = agent;
    run(agent, argument);
    fflush(NULL);
    _exit(0);
}

bool cluster_start_agent(void (*run)(ClusterAgent *agent, void *argument), void *argument)
{
    ClusterAgent *agent = cluster_start() ? (ClusterAgent *)(void *)allocate(sizeof *agent) : NULL;
    if (!agent)
        return false;
    fflush(NULL); /* or the copy would write it again */
    pid_t first = getpid(), process = fork();
    if (process == 0)
        become_agent(agent, first, run, argument);
    if (process < 0)
        return false;
    cluster_lock();
    agent->process = process;
    agent->next = cluster->agents;
    cluster->agents = agent;
    cluster_unlock();
    return true;
}

/* ---- waiter lists. One for all locations: there are few waiters at a time. */

static bool is_equal(const uint8_t *location, uint64_t size, uint64_t expected)
{
    uint64_t raw = 0;
    switch (size) {
    case 4: raw = __atomic_load_n((const uint32_t *)(const void *)location, __ATOMIC_SEQ_CST); break;
    case 8: raw = __atomic_load_n((const uint64_t *)(const void *)location, __ATOMIC_SEQ_CST); break;
    }
    return raw == expected;
}

static ClusterWaiter *new_waiter(void)
{
    ClusterWaiter *waiter = cluster->free_waiters;
    if (waiter)
        cluster->free_waiters = waiter->next;
    else
        waiter = take(sizeof *waiter);
    if (waiter)
        return waiter;
    fprintf(stderr, "the memory of the agent cluster is used up\n");
    abort();
}

static void append(ClusterWaiter *waiter)
{
    ClusterWaiter **at = &cluster->waiters;
    while (*at)
        at = &(*at)->next;
    *at = waiter;
}

static bool enter(const uint8_t *location, uint64_t size, uint64_t expected, ClusterWaiter **ret_waiter)
{
    cluster_lock();
    bool enters = is_equal(location, size, expected);
    if (enters) {
        *ret_waiter = new_waiter();
        **ret_waiter = (ClusterWaiter){.location = location};
        append(*ret_waiter);
    }
    cluster_unlock();
    return enters;
}

static void suspend(ClusterWaiter *waiter, double timeout)
{
    enum { YEAR_MS = 365 * 24 * 3600 * 1000ll };
    uint64_t deadline = clock_now_ns() + (uint64_t)((timeout < YEAR_MS ? timeout : YEAR_MS) * 1e6);
    cluster_lock();
    while (!waiter->is_notified && clock_now_ns() < deadline)
        cluster_await_change(deadline);
    cluster_unlock();
}

static bool is_notified(const ClusterWaiter *waiter)
{
    return __atomic_load_n(&waiter->is_notified, __ATOMIC_ACQUIRE);
}

static void remove_waiter(ClusterWaiter *waiter)
{
    ClusterWaiter **at = &cluster->waiters;
    while (*at != waiter)
        at = &(*at)->next;
    *at = waiter->next;
}

static bool leave(ClusterWaiter *waiter)
{
    cluster_lock();
    bool was_notified = waiter->is_notified;
    if (!was_notified)
        remove_waiter(waiter);
    waiter->next = cluster->free_waiters;
    cluster->free_waiters = waiter;
    cluster_unlock();
    return was_notified;
}

static uint32_t notify(const uint8_t *location, double count)
{
    uint32_t notified = 0;
    cluster_lock();
    for (ClusterWaiter **at = &cluster->waiters; *at && notified < count;) {
        ClusterWaiter *waiter = *at;
        if (waiter->location != location) {
            at = &waiter->next;
            continue;
        }
        *at = waiter->next;
        waiter->is_notified = true;
        notified++;
    }
    cluster_announce();
    cluster_unlock();
    return notified;
}

const JsCluster cluster_of_processes = {
    .allocate = allocate,
    .holds = holds,
    .has_others = has_others,
    .enter = enter,
    .suspend = suspend,
    .is_notified = is_notified,
    .leave = leave,
    .notify = notify,
};
