/* Turns of the start agent while a server serves: what timers and promises of the modules' top-level code set off.
 *
 * A turn is a transaction. Requests do not see it before it commits; then those that are between two jobs see all of it, and
 * those in the middle of a job none of it before that job is over. One that has written to something that the turn wrote to never
 * sees it (heap/commit.c).
 *
 * Invariant: js_start_agent.start_epoch is the prototype epoch of the snapshot while the turn is switched in, and
 * js_start_agent.prototype_epoch that of the turn while it is switched out. */
#include "exec/internal.h"
#include "object/cache.h"
#include "sched/agent.h"

static bool is_transaction;

void js_turn_begin(bool has_journal)
{
    is_transaction = has_journal;
    if (!has_journal)
        return;
    journal_begin(&js_start_agent.journal);
    js_start_agent.prototype_epoch = js_prototype_epoch;
}

void js_turn_enter(void)
{
    if (!is_transaction)
        return;
    js_start_agent.start_epoch = js_prototype_epoch;
    journal_enter(&js_start_agent.journal);
    js_prototype_epoch = js_start_agent.prototype_epoch;
}

void js_turn_leave(void)
{
    if (!is_transaction)
        return;
    js_start_agent.prototype_epoch = js_prototype_epoch;
    js_prototype_epoch = js_start_agent.start_epoch;
    journal_leave();
}

static JsAgent *agent_of(const HeapJournal *journal)
{
    return (JsAgent *)(void *)((char *)(uintptr_t)journal - offsetof(JsAgent, journal));
}

bool js_agent_is_at_rest(const JsAgent *agent)
{
    return !((Agent *)agent->user)->fiber;
}

static bool is_at_rest(const HeapJournal *journal)
{
    return js_agent_is_at_rest(agent_of(journal));
}

/* It goes on with the prototypes that it knew, and their epoch. */
static void has_held(HeapJournal *journal)
{
    agent_of(journal)->start_epoch = js_start_agent.prototype_epoch;
}

static void commit(HeapJournal *journal)
{
    journal_commit(journal, is_at_rest, has_held);
    js_prototype_epoch = js_start_agent.prototype_epoch;
    for (uint32_t i = 0; i < journal->count; i++)
        outside_committed(journal->entries[i].word);
}

/* One that was ended where it stood has left its frames. */
static void forget_frames(void)
{
    js_activation = NULL;
    js_realm = js_first_realm;
    js_start_agent.exception = JS_EMPTY;
}

void js_turn_end(bool commits)
{
    forget_frames();
    if (!is_transaction) {
        heap_publish();
        return;
    }
    if (commits)
        commit(&js_start_agent.journal);
    journal_end(&js_start_agent.journal);
    heap_freeze();
}

void js_agent_follow(void)
{
    if (!js_agent->is_isolated)
        return;
    if (journal_follow(&js_agent->journal) && js_prototype_epoch != js_start_agent.start_epoch)
        js_new_prototype_epoch(); /* the prototypes may be those of the snapshot now, with changes of the request's own */
    if (js_agent->has_late_waits)
        outside_settle_late();
}
