/* Early errors: what the grammar derives and the specification still refuses (the "Static Semantics: Early Errors" of
 * ECMA-262 clauses 12 to 16 and annex B). Redeclarations, private names and exports are scope's, which knows the
 * names. */
#pragma once
#include "syntax/parse.h"

/* What the code of a direct eval may use of the function around the call (19.2.1.1 steps 8-12). */
typedef struct EvalRights {
    bool new_target, super_property, super_call;
    bool no_arguments; /* in a class field's initialiser */
} EvalRights;

/* Adds a diagnostic for each early error of the program. Returns true when there was none. `mode` is that of
 * syntax_parse, `names` the table of the AST's texts; `rights` NULL but for the code of evals. */
bool check_program(Arena *arena, NameTable *names, AstProgram *program, Source *source, Diags *diags, SyntaxMode mode,
                   const EvalRights *rights);
