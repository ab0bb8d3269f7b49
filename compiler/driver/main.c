/* The command `sinew`: hands over to the command line of the driver. */
#include "driver/cli.h"

int main(int argc, char **argv)
{
    return cli_run(argc, argv);
}
