/* The debug information of the emitted units in the program's own executable: DWARF 4, as `-g1` and `-gline-tables-only`
 * write it. Read when a stack is first shown, never before.
 *
 * Invariant: the mapping of the executable lives as long as the process; lookups change nothing after the first. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* One level of the functions that an address lies in: a number for the function that was compiled there or inlined there
 * (the same for all its copies), and the source line at which it stands in that function. */
typedef struct DwarfLevel { uint64_t function; uint32_t line; } DwarfLevel;

/* Maps the executable and finds the units named unit<N>.c. False when there is no such information. */
bool dwarf_open(void);
/* The function that begins at `entry`, as DwarfLevel.function numbers it; 0: none. */
uint64_t dwarf_function_at(const void *entry);
/* The levels at the address, innermost first; their number, 0 when it lies in no emitted function. */
uint32_t dwarf_lookup(const void *address, DwarfLevel *ret_levels, uint32_t capacity);
