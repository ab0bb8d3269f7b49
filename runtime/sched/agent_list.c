/* agent_list.c - what the agents of this worker are doing, for people and for programs.
   Invariant: called on the scheduler's stack between stretches, so every agent is at rest and switched out. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sched/agent.h"
#include "sched/clock.h"

enum { LISTED_MAX = 1000 };

static const char *state_name(AgentState state)
{
    switch (state) {
    case AGENT_IDLE:
        return "waits";
    case AGENT_READY:
        return "ready";
    case AGENT_RUNNING:
        return "runs";
    case AGENT_BLOCKED:
        return "blocked";
    case AGENT_ENDED:
        return "ended";
    }
    return "";
}

static uint64_t age_us(const Agent *agent)
{
    return (clock_now_ns() - agent->started_ns) / 1000;
}

static AgentDescription describe(const Agent *agent)
{
    AgentDescription description = {0};
    if (agent->hooks->describe)
        agent->hooks->describe(agent, &description);
    return description;
}

static const char *skip_space(const char *text)
{
    return text + strspn(text, " \n");
}

/* ---- as text */

static void put_text(FILE *stream, size_t number, const Agent *agent, const AgentDescription *description)
{
    uint64_t age = age_us(agent);
    uint64_t cpu = agent_cpu_us(agent);
    fprintf(stream, "  %zu: %s, age %" PRIu64 ".%03" PRIu64 " ms, cpu %" PRIu64 ".%03" PRIu64 " ms, memory %zu KB, ", number,
            state_name(agent->state), age / 1000, age % 1000, cpu / 1000, cpu % 1000, agent->memory_used / 1024);
    fprintf(stream, "timers %u, preempted %u times\n", agent->timer_count, agent->preempted_count);
    if (description->task)
        fprintf(stream, "    %s\n", description->task);
    if (!description->stack)
        return;
    for (const char *line = skip_space(description->stack); *line; line = skip_space(line)) {
        size_t length = strcspn(line, "\n");
        fprintf(stream, "      %.*s\n", (int)length, line);
        line += length;
    }
}

/* ---- as JSON */

/* The bytes of the network are no UTF-8: what is not ASCII there is written by its code. */
static void put_json_string(FILE *stream, const char *text, size_t length, bool is_utf8)
{
    fputc('"', stream);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\')
            fprintf(stream, "\\%c", c);
        else if (c < 0x20 || (c >= 0x7f && !is_utf8))
            fprintf(stream, "\\u%04x", c);
        else
            fputc(c, stream);
    }
    fputc('"', stream);
}

static void put_json_stack(FILE *stream, const char *stack)
{
    bool is_first = true;
    for (const char *line = skip_space(stack); *line; line = skip_space(line)) {
        size_t length = strcspn(line, "\n");
        if (!is_first)
            fputc(',', stream);
        put_json_string(stream, line, length, true);
        is_first = false;
        line += length;
    }
}

static void put_json(FILE *stream, size_t number, const Agent *agent, const AgentDescription *description)
{
    fprintf(stream, "%s{\"worker\":%d,\"state\":\"%s\",\"age_ms\":%.3f,\"cpu_ms\":%.3f,\"memory_bytes\":%zu,",
            number > 1 ? "," : "", (int)getpid(), state_name(agent->state), (double)age_us(agent) / 1e3,
            (double)agent_cpu_us(agent) / 1e3, agent->memory_used);
    fprintf(stream, "\"timers\":%u,\"preemptions\":%u,\"task\":", agent->timer_count, agent->preempted_count);
    const char *task = description->task ? description->task : "";
    put_json_string(stream, task, strlen(task), false);
    fprintf(stream, ",\"stack\":[");
    if (description->stack)
        put_json_stack(stream, description->stack);
    fprintf(stream, "]}");
}

void agents_list(FILE *stream, AgentListForm form)
{
    size_t number = 0;
    if (form == AGENTS_AS_TEXT)
        fprintf(stream, "sinew: %zu agents in worker %d\n", agent_count(), (int)getpid());
    for (const Agent *agent = agent_first(); agent && number < LISTED_MAX; agent = agent->all_next) {
        AgentDescription description = describe(agent);
        if (form == AGENTS_AS_TEXT)
            put_text(stream, ++number, agent, &description);
        else
            put_json(stream, ++number, agent, &description);
        free(description.task);
        free(description.stack);
    }
    if (form == AGENTS_AS_TEXT && agent_count() > number)
        fprintf(stream, "  and %zu more\n", agent_count() - number);
    fflush(stream);
}
