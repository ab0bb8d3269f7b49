/* Parsing of the command line from the table options.def. */
#include "driver/options.h"

#include <stdio.h>
#include <string.h>

enum {
    ON_BUILD = 1 << COMMAND_BUILD,
    ON_RUN = 1 << COMMAND_RUN,
    ON_CHECK = 1 << COMMAND_CHECK,
    ON_SERVE = 1 << COMMAND_SERVE,
    ON_EMIT = ON_BUILD,
    ON_COMPILING = ON_BUILD | ON_RUN | ON_SERVE,
    ON_ANY = ON_COMPILING | ON_CHECK,
};

typedef enum OptionId {
#define OPTION(ID, name, argument, commands, help) OPTION_##ID,
#include "driver/options.def"
#undef OPTION
    OPTION_COUNT
} OptionId;

typedef struct OptionRow {
    const char *name;
    const char *argument;
    unsigned commands;
    const char *help;
} OptionRow;

static const OptionRow option_rows[] = {
#define OPTION(ID, name, argument, commands, help) {name, argument, commands, help},
#include "driver/options.def"
#undef OPTION
};

static const struct {
    const char *name;
    Command command;
} command_rows[] = {{"build", COMMAND_BUILD}, {"run", COMMAND_RUN}, {"check", COMMAND_CHECK}, {"serve", COMMAND_SERVE}};

typedef struct ArgReader {
    Arena *arena;
    char **at;
    Options *options;
    const char *fault;
} ArgReader;

static bool refuse(ArgReader *reader, const char *text)
{
    reader->fault = text;
    return false;
}

static Command command_named(const char *name)
{
    for (size_t i = 0; i < sizeof command_rows / sizeof *command_rows; i++)
        if (!strcmp(command_rows[i].name, name))
            return command_rows[i].command;
    return COMMAND_NONE;
}

/* The row for `--name`, `--name=value` or `-o`; *ret_value is what follows the equals sign, or NULL. */
static OptionId option_named(const char *text, const char **ret_value)
{
    *ret_value = NULL;
    for (OptionId id = 0; id < OPTION_COUNT; id++) {
        size_t length = strlen(option_rows[id].name);
        if (strncmp(option_rows[id].name, text, length))
            continue;
        if (!text[length])
            return id;
        if (text[length] == '=' && text[1] == '-') {
            *ret_value = text + length + 1;
            return id;
        }
    }
    return OPTION_COUNT;
}

static bool set_state(ArgReader *reader, const char *value)
{
    reader->options->is_worker_state = !strcmp(value, "worker");
    if (reader->options->is_worker_state || !strcmp(value, "request"))
        return true;
    return refuse(reader, arena_printf(reader->arena, "--state is request or worker, not '%s'", value));
}

static bool set_emit(ArgReader *reader, const char *value)
{
    static const char *const names[] = {[EMIT_AST] = "ast", [EMIT_IR] = "ir", [EMIT_C] = "c"};
    for (EmitKind kind = EMIT_AST; kind <= EMIT_C; kind++) {
        if (!strcmp(names[kind], value)) {
            reader->options->emit = kind;
            return true;
        }
    }
    return refuse(reader, arena_printf(reader->arena, "--emit is ast, ir or c, not '%s'", value));
}

static bool apply_option(ArgReader *reader, OptionId id, const char *value)
{
    Options *options = reader->options;
    switch (id) {
    case OPTION_OUTPUT:
        options->output = value;
        return true;
    case OPTION_CC:
        options->cc = value;
        return true;
    case OPTION_O0:
        options->optimization = 0;
        return true;
    case OPTION_O1:
        options->optimization = 1;
        return true;
    case OPTION_O2:
        options->optimization = 2;
        return true;
    case OPTION_O3:
        options->optimization = 3;
        return true;
    case OPTION_DEBUG:
        options->has_debug_info = true;
        return true;
    case OPTION_TARGET:
        options->target = value;
        return true;
    case OPTION_EVAL:
        options->has_eval = true;
        return true;
    case OPTION_EVALUATE:
        options->is_evaluated = true;
        return true;
    case OPTION_NO_EVAL:
        options->has_no_eval = true;
        return true;
    case OPTION_STATIC:
        options->is_static = true;
        return true;
    case OPTION_NO_SOURCE:
        options->has_no_source = true;
        return true;
    case OPTION_STATE:
        return set_state(reader, value);
    case OPTION_ENV:
        vec_push(&options->environment, value);
        return true;
    case OPTION_SCRIPT:
        options->is_script = true;
        return true;
    case OPTION_EMIT:
        return set_emit(reader, value);
    case OPTION_LIBRARY:
        options->library = value;
        return true;
    case OPTION_QUIET:
        options->is_quiet = true;
        return true;
    case OPTION_VERBOSE:
        options->is_verbose = true;
        return true;
    case OPTION_BATCH:
        options->is_batch = true;
        return true;
    case OPTION_TEST262:
        options->is_test262 = true;
        return true;
    case OPTION_COUNT:
        break;
    }
    return false;
}

static bool read_option(ArgReader *reader)
{
    const char *text = *reader->at++;
    const char *value;
    OptionId id = option_named(text, &value);
    if (id == OPTION_COUNT)
        return refuse(reader, arena_printf(reader->arena, "unknown option '%s'", text));
    const OptionRow *row = &option_rows[id];
    if (!(row->commands & 1u << reader->options->command))
        return refuse(reader, arena_printf(reader->arena, "this command does not take '%s'", row->name));
    if (!row->argument && value)
        return refuse(reader, arena_printf(reader->arena, "'%s' takes no value", row->name));
    if (row->argument && !value)
        value = *reader->at ? *reader->at++ : NULL;
    if (row->argument && (!value || !*value))
        return refuse(reader, arena_printf(reader->arena, "'%s' needs a %s", row->name, row->argument));
    return apply_option(reader, id, value);
}

/* The arguments after the command. Those after FILE belong to the program when the command runs it. */
static bool read_arguments(ArgReader *reader)
{
    Options *options = reader->options;
    bool runs_program = options->command == COMMAND_RUN || options->command == COMMAND_SERVE;
    bool takes_options = true;
    while (*reader->at) {
        if (takes_options && !strcmp(*reader->at, "--")) {
            takes_options = false;
            reader->at++;
        } else if (takes_options && **reader->at == '-' && (*reader->at)[1]) {
            if (!read_option(reader))
                return false;
        } else if (options->file) {
            return refuse(reader, arena_printf(reader->arena, "one FILE only, and '%s' is another", *reader->at));
        } else {
            options->file = *reader->at++;
            if (runs_program)
                break;
        }
    }
    options->program_args = reader->at;
    return options->file || refuse(reader, "a FILE must be given");
}

static bool asks_for(char **argv, const char *name)
{
    return argv[1] && !strcmp(argv[1], name);
}

bool options_parse(Arena *arena, int argc, char **argv, Options *ret_options, const char **ret_fault)
{
    *ret_options = (Options){.optimization = -1, .argv = argv};
    vec_init(&ret_options->environment, arena);
    ret_options->is_help = asks_for(argv, "--help") || asks_for(argv, "-h") || asks_for(argv, "help");
    ret_options->is_version = asks_for(argv, "--version");
    if (ret_options->is_help || ret_options->is_version)
        return true;
    ArgReader reader = {.arena = arena, .at = argv + 1, .options = ret_options};
    ret_options->command = argc > 1 ? command_named(argv[1]) : COMMAND_NONE;
    bool is_right;
    if (ret_options->command == COMMAND_NONE) {
        is_right =
            refuse(&reader, argc > 1 ? arena_printf(arena, "unknown command '%s'", argv[1]) : "no command given");
    } else {
        reader.at++;
        if (*reader.at && !strcmp(*reader.at, "--help"))
            return ret_options->is_help = true;
        is_right = read_arguments(&reader);
    }
    *ret_fault = reader.fault;
    return is_right;
}

void options_print_help(void)
{
    fputs(
        "NAME\n"
        "    sinew - compile JavaScript request handlers to native servers\n"
        "\n"
        "SYNOPSIS\n"
        "    sinew build FILE -o OUT [OPTION...]   compile and link a program\n"
        "    sinew run FILE [ARG...]               compile quickly and run, with the arguments after FILE\n"
        "    sinew check FILE                      say what is wrong, write nothing\n"
        "    sinew serve FILE [ARG...]             run a server; build and start it anew when a source changes\n"
        "    sinew --help | --version\n"
        "\n"
        "DESCRIPTION\n"
        "    FILE is an ES module or a CommonJS module, by the rules of node (.mjs, .cjs, \"type\" in package.json).\n"
        "    What it imports is compiled with it. A module whose default export has a method `fetch` becomes a server;\n"
        "    OUT --help lists the options of a server. Options come before FILE for run and serve.\n"
        "\n"
        "OPTIONS\n",
        stdout);
    for (OptionId id = 0; id < OPTION_COUNT; id++) {
        const OptionRow *row = &option_rows[id];
        const char *between = !row->argument ? "" : row->name[1] == '-' ? "=" : " ";
        int width = printf("    %s%s%s", row->name, between, row->argument ? row->argument : "");
        printf("%*s%s\n", 24 - width, "", row->help);
    }
    fputs("\n"
          "EXIT STATUS\n"
          "    0 when all is well; 1 when the source is wrong or a program cannot be made of it; 2 for wrong usage.\n"
          "    run gives the program's own exit status.\n"
          "\n"
          "ENVIRONMENT\n"
          "    SINEW_CACHE   folder for compiled parts (default: sinew below XDG_CACHE_HOME or ~/.cache); empty: none\n"
          "    NO_COLOR      diagnostics without colour on a terminal too\n",
          stdout);
}
