/* Whether a CommonJS entry is a server: what it assigns to module.exports says so. */
#pragma once
#include <stdbool.h>

#include "syntax/ast.h"

/* True when the program assigns to `exports.fetch` or `module.exports.fetch`, or assigns to `module.exports` something other than an
 * object literal without a property `fetch`. An export is made at run time, so this is a reading of the source's usual forms. */
bool handler_is_exported(const AstProgram *program);
