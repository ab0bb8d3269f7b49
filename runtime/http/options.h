/* options.h - a server's command line: its own options, and the limits of limits.def.
   Invariant: what the command line says wins over the environment, which wins over the default. */
#ifndef SINEW_HTTP_OPTIONS_H
#define SINEW_HTTP_OPTIONS_H

typedef enum {
    OPTIONS_OK,
    OPTIONS_SHOWN, /* --help or --version was answered: exit 0 */
    OPTIONS_WRONG  /* a message is on stderr: exit 2 */
} OptionsResult;

/* Fills http_options and limits. */
OptionsResult options_read(int argc, char **argv, const char *program_name);

#endif
