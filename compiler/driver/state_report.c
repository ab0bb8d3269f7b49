/* The report about module state; see state_report.h. */
#include "driver/state_report.h"

#include <string.h>

#include "opt/state_writes.h"

enum { SHOWN_AT_MOST = 8 };

static Source *source_of(const Compilation *compilation, Source *const *modules, const IrModule *wanted)
{
    uint32_t number = 0;
    for (const IrModule *module = compilation->program->modules; module; module = module->next, number++)
        if (module == wanted)
            return modules[number];
    return NULL;
}

void state_report(Compilation *compilation, Source *const *modules)
{
    DiagId id = compilation->options->is_worker_state ? DIAG_DRIVER_WORKER_STATE : DIAG_DRIVER_REQUEST_STATE;
    StateWrites writes = find_state_writes(compilation->program);
    for (uint32_t i = 0; i < writes.count && i < SHOWN_AT_MOST; i++) {
        const StateWrite *write = &writes.items[i];
        Source *source = source_of(compilation, modules, write->module);
        diag_add(compilation->diags, source, (Span){write->position, write->position}, id, write->what);
    }
    if (writes.count > SHOWN_AT_MOST)
        diag_add(compilation->diags, NULL, (Span){0, 0}, DIAG_DRIVER_MORE_STATE, writes.count - SHOWN_AT_MOST);
}
