/* The web API's place in the realm: its globals, and the event loop of the start agent. */
#include "io/loop.h"
#include "realm/install.h"
#include "stdlib/waiters.h"
#include "web/serve.h"

void realm_install_web(void)
{
    web_install();
    web_install_dom_exception();
    web_install_clone();
    web_install_events();
    web_install_streams();
    web_install_forms();
    web_install_inspect();
    serve_install_context();
}

bool realm_turn_event_loop(void)
{
    js_run_jobs();
    waiters_settle_notified();
    if (timers_run_one())
        return true;
    if (!timers_keep_alive() && !waiters_keep_alive())
        return false;
    io_poll(true);
    return true;
}
