/* `sinew run --batch LIST`: many small programs, for test suites.
 *
 * Each line of LIST is a program: `script FILE SCRIPT...` or `module FILE SCRIPT...`, where the SCRIPTs run before FILE, in
 * its realm. They are compiled and linked together, and each runs in a process of its own, which stands where a process of
 * `sinew run` stands when the realm has been made. For each line, in the order in which they end, standard output gets
 *
 *     NUMBER STATUS MILLISECONDS LENGTH LENGTH\n
 *
 * and the bytes (LENGTH each) that the program wrote to its standard output and standard error. NUMBER counts lines from 0;
 * STATUS is the exit status, 128 and the number for a signal, -1 for a program that ran for too long; 1 when the front end
 * refused it. */
#pragma once
#include "driver/options.h"

/* Becomes the programs' process. Returns the exit status when there is none: 1 when a script or the C code does not compile. */
int batch_run(const Options *options);
