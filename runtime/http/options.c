/* options.c - reads --flag VALUE, --flag=VALUE and SINEW_* variables by one table of rows, and prints --help from it.
   Invariant: every row of the tables can be set in each of the three ways. */
#include "http/options.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/program.h"
#include "io/supervisor.h"
#include "sched/limits.h"

enum { PORT_MAX = 65535, HELP_COLUMN = 30 };

HttpOptions http_options = {.host = "127.0.0.1", .port = 8080, .grace_ms = 10000, .metrics_port = -1, .has_sandbox = true};

typedef struct {
    const char *flag;
    const char *variable;
    const char *value_name;
    bool (*set)(const char *value);
    const char *help;
} OptionRow;

static bool set_host(const char *value)
{
    http_options.host = value;
    return *value != '\0';
}

static bool parse_port(const char *value, int *ret_port)
{
    uint64_t port;
    if (!limit_parse(value, LIMIT_COUNT, &port) || port > PORT_MAX)
        return false;
    *ret_port = (int)port;
    return true;
}

static bool set_port(const char *value)
{
    int port;
    if (!parse_port(value, &port))
        return false;
    http_options.port = (uint16_t)port;
    return true;
}

static bool set_workers(const char *value)
{
    uint64_t count;
    if (!limit_parse(value, LIMIT_COUNT, &count) || count > WORKERS_MAX)
        return false;
    http_options.workers = (unsigned)count;
    return true;
}

static bool set_grace(const char *value)
{
    uint64_t ms;
    if (!limit_parse(value, LIMIT_MS, &ms) || ms > UINT32_MAX)
        return false;
    http_options.grace_ms = (uint32_t)ms;
    return true;
}

static bool set_access_log(const char *value)
{
    http_options.access_log = *value ? value : "-";
    return true;
}

static bool set_metrics(const char *value)
{
    if (*value != '/')
        return parse_port(value, &http_options.metrics_port);
    http_options.metrics_path = value;
    return true;
}

static bool set_sandbox(const char *value)
{
    http_options.has_sandbox = strcmp(value, "off") != 0;
    return !http_options.has_sandbox || strcmp(value, "on") == 0;
}

static const OptionRow option_rows[] = {
    {"host", "SINEW_HOST", "ADDRESS", set_host, "address to listen on (default 127.0.0.1)"},
    {"port", "SINEW_PORT", "N", set_port, "port; 0: any (default: the variable PORT, else 8080)"},
    {"workers", "SINEW_WORKERS", "N", set_workers,
     "worker processes (default: one a processor; 0: serve in this process)"},
    {"grace", "SINEW_GRACE", "TIME", set_grace, "time for requests under way after SIGTERM or SIGINT (default 10s)"},
    {"access-log", "SINEW_ACCESS_LOG", "[=FILE]", set_access_log, "a line for every request, to FILE or standard output"},
    {"sandbox", "SINEW_SANDBOX", "on|off", set_sandbox,
     "while serving: no programs executed, no files written, no privileges changed (default on)"},
    {"metrics", "SINEW_METRICS", "PORT|PATH", set_metrics,
     "Prometheus metrics and GET /agents on 127.0.0.1:PORT (0: any), or metrics alone at PATH on the main port"},
};

enum { OPTION_ROWS = sizeof option_rows / sizeof option_rows[0] };

static void print_flag(const char *flag, const char *value_name)
{
    bool is_optional = value_name[0] == '[';
    int width = printf("  --%s%s%s", flag, is_optional ? "" : " ", value_name);
    printf("%*s", width < HELP_COLUMN ? HELP_COLUMN - width : 1, "");
}

static const char *unit_name(LimitUnit unit)
{
    switch (unit) {
    case LIMIT_MS:
        return "TIME";
    case LIMIT_BYTES:
        return "SIZE";
    case LIMIT_COUNT:
        return "N";
    }
    return "";
}

static void print_initial(const LimitRow *row)
{
    uint64_t value = row->initial;
    if (row->unit == LIMIT_BYTES && value % (1 << 20) == 0)
        printf("%lluM", (unsigned long long)value >> 20);
    else if (row->unit == LIMIT_BYTES && value % 1024 == 0)
        printf("%lluK", (unsigned long long)value >> 10);
    else if (row->unit == LIMIT_MS)
        printf("%llums", (unsigned long long)value);
    else
        printf("%llu", (unsigned long long)value);
}

static void print_help(const char *program_name)
{
    printf("Usage: %s [OPTION]...\n\nServes HTTP/1.1. Options, each also as an environment variable:\n\n", program_name);
    for (int i = 0; i < OPTION_ROWS; i++) {
        print_flag(option_rows[i].flag, option_rows[i].value_name);
        printf("%s [%s]\n", option_rows[i].help, option_rows[i].variable);
    }
    printf("\nLimits (0: none, for times and sizes), and the answer when nothing was sent yet:\n\n");
    for (size_t i = 0; i < limit_row_count; i++) {
        const LimitRow *row = &limit_rows[i];
        print_flag(row->flag, unit_name(row->unit));
        printf("%s (default ", row->help);
        print_initial(row);
        if (row->status)
            printf(", answer %d", row->status);
        printf(") [%s]\n", row->variable);
    }
    printf("\nTIME is in milliseconds, or has the unit ms, s or m; SIZE is in bytes, or has the unit K, M or G.\n"
           "SIGTERM and SIGINT: stop accepting, finish what is under way, exit with status 0. SIGUSR1: list the requests\n"
           "under way on standard error. Exit status: 0, 1 (the program or the socket failed), 2 (usage).\n");
}

static bool is_limit_value(const LimitRow *row, const char *text)
{
    uint64_t value;
    if (!limit_parse(text, row->unit, &value))
        return false;
    limit_set(row, value);
    return true;
}

static const OptionRow *find_option(const char *flag, size_t length)
{
    for (int i = 0; i < OPTION_ROWS; i++)
        if (strlen(option_rows[i].flag) == length && memcmp(option_rows[i].flag, flag, length) == 0)
            return &option_rows[i];
    return NULL;
}

static const LimitRow *find_limit(const char *flag, size_t length)
{
    for (size_t i = 0; i < limit_row_count; i++)
        if (strlen(limit_rows[i].flag) == length && memcmp(limit_rows[i].flag, flag, length) == 0)
            return &limit_rows[i];
    return NULL;
}

static bool complain(const char *program_name, const char *format, const char *what, const char *value)
{
    fprintf(stderr, "%s: ", program_name);
    fprintf(stderr, format, what, value);
    fprintf(stderr, "\nTry '%s --help'.\n", program_name);
    return false;
}

static bool read_environment(const char *program_name)
{
    const char *port = getenv("PORT");
    if (port && *port && !set_port(port))
        return complain(program_name, "the variable %s: '%s' is no port", "PORT", port);
    for (int i = 0; i < OPTION_ROWS; i++) {
        const char *value = getenv(option_rows[i].variable);
        if (value && !option_rows[i].set(value))
            return complain(program_name, "the variable %s: '%s' is no such value", option_rows[i].variable, value);
    }
    for (size_t i = 0; i < limit_row_count; i++) {
        const char *value = getenv(limit_rows[i].variable);
        if (value && !is_limit_value(&limit_rows[i], value))
            return complain(program_name, "the variable %s: '%s' is no such value", limit_rows[i].variable, value);
    }
    return true;
}

/* Reads the option at argv[*at], and moves *at to its last word. */
static bool read_option(int argc, char **argv, int *at, const char *program_name)
{
    const char *word = argv[*at];
    if (strncmp(word, "--", 2) != 0 || !word[2])
        return complain(program_name, "unexpected argument '%s'%s", word, "");
    const char *flag = word + 2;
    const char *equals = strchr(flag, '=');
    size_t length = equals ? (size_t)(equals - flag) : strlen(flag);
    const OptionRow *option = find_option(flag, length);
    const LimitRow *limit = option ? NULL : find_limit(flag, length);
    if (!option && !limit)
        return complain(program_name, "unknown option '%s'%s", word, "");
    const char *value = equals ? equals + 1 : NULL;
    if (!value && option && option->value_name[0] == '[')
        value = "";
    if (!value && *at + 1 < argc)
        value = argv[++*at];
    if (!value)
        return complain(program_name, "option '%s' needs a value%s", word, "");
    bool is_good = option ? option->set(value) : is_limit_value(limit, value);
    return is_good || complain(program_name, "option '%s': '%s' is no such value", word, value);
}

/* Processors that this process may run on. */
static unsigned processor_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    unsigned count = (unsigned)CPU_COUNT(&set);
    return count < WORKERS_MAX ? count : WORKERS_MAX;
}

OptionsResult options_read(int argc, char **argv, const char *program_name)
{
    http_options.workers = processor_count();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            print_help(program_name);
            return OPTIONS_SHOWN;
        }
    }
    if (!read_environment(program_name))
        return OPTIONS_WRONG;
    for (int at = 1; at < argc; at++)
        if (!read_option(argc, argv, &at, program_name))
            return OPTIONS_WRONG;
    return OPTIONS_OK;
}
