/* sandbox.h - takes from a worker what serving does not need. */
#ifndef SINEW_IO_SANDBOX_H
#define SINEW_IO_SANDBOX_H

#include <stdbool.h>

/* From now on this process and its threads cannot execute programs, trace processes, change credentials, namespaces, mounts
   or kernel modules (seccomp), nor create, change or remove files (Landlock); what is open already stays usable. As far
   as the kernel has these; returns false when it has neither. Cannot be undone. */
bool sandbox_enter(void);

#endif
