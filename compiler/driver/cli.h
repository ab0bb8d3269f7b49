/* The command line of `sinew`. */
#ifndef SINEW_DRIVER_CLI_H
#define SINEW_DRIVER_CLI_H

/* Does what the arguments ask. Returns the exit status: 0; 1 when the program or its source is wrong; 2 for wrong
 * usage; for `sinew run` what the program returned. Prints diagnostics to standard error. */
int cli_run(int argc, char **argv);

#endif
