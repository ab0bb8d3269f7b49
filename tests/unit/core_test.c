/* Objects, caches, strings, calls, and the isolation of agents by region and journal. */
#include "exec/agent.h"
#include "exec/error.h"
#include "exec/function.h"
#include "exec/iterate.h"
#include "exec/promise.h"
#include "object/elements.h"
#include "unit.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static JsKey key(const char *text) { return js_key_from_ascii(text); }
static JsValue text(const char *ascii) { return js_string_from_ascii(ascii); }

static JsKey numbered(const char *prefix, int i)
{
    char name[32];
    snprintf(name, sizeof name, "%s%d", prefix, i);
    return key(name);
}

static void check_message(JsValue thrown, const char *want)
{
    CHECK(thrown == JS_EXCEPTION);
    char *message = js_string_to_c(js_string(js_get(js_object(js_take_exception()), JS_ATOM(message))));
    CHECK_TEXT(message, want);
    free(message);
}

static JsValue answer(JsFunction *callee, JsValue this_value, uint32_t argc, JsValue *argv) { return js_int(42); }
static JsValue construct(JsFunction *callee, JsValue new_target, uint32_t argc, JsValue *argv)
{
    return js_op_create_this(new_target);
}
static const JsCode answer_code = {.call = answer, .construct = construct, .name = &js_empty_name, .length = 2};

/* ------------------------------------------------------------------------------------------------ properties */
TEST(properties_survive_the_change_to_a_dictionary_and_deletions)
{
    JsObject *o = js_object(js_new_object());
    for (int i = 0; i < 700; i++)
        js_set(o, numbered("k", i), js_int(i), true);
    for (int i = 0; i < 700; i += 2)
        CHECK_INT(js_object_delete(o, numbered("k", i)), 1);
    for (int i = 0; i < 700; i++)
        CHECK(js_get(o, numbered("k", i)) == (i % 2 ? js_int(i) : JS_UNDEFINED));
    JsList keys = {0};
    js_own_property_keys(o, &keys);
    CHECK_INT(keys.length, 350);
    CHECK(keys.values[0] == numbered("k", 1));
}

TEST(a_cached_read_sees_writes_additions_and_shadowing)
{
    JsKey x = key("x"), late = key("late");
    JsObject *parent = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    js_put_own(parent, x, js_int(5), JS_DEFAULT_ATTRIBUTES);
    JsValue child = js_value(js_new_plain(parent));
    JsPropertyCache cache = {0}, absent = {0};
    for (int i = 0; i < 3; i++) {
        CHECK(js_op_get(child, x, &cache) == js_int(5));
        CHECK(js_op_get(child, late, &absent) == JS_UNDEFINED);
    }
    js_set(parent, x, js_int(6), true);
    CHECK(js_op_get(child, x, &cache) == js_int(6));
    js_put_own(parent, late, js_int(7), JS_DEFAULT_ATTRIBUTES);
    CHECK(js_op_get(child, late, &absent) == js_int(7));
    js_set(js_object(child), x, js_int(8), true);
    CHECK(js_op_get(child, x, &cache) == js_int(8));
    js_object_delete(parent, late);
    CHECK(js_op_get(child, late, &absent) == JS_UNDEFINED);
}

TEST(a_cached_write_respects_a_setter_that_comes_later)
{
    JsKey x = key("x");
    JsObject *parent = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    JsPropertyCache cache = {0};
    for (int i = 0; i < 3; i++) {
        JsValue o = js_value(js_new_plain(parent));
        CHECK(js_op_set(o, x, js_int(i), &cache, true) == JS_UNDEFINED);
        CHECK(js_get(js_object(o), x) == js_int(i));
    }
    js_put_own_accessor(parent, x, JS_UNDEFINED, JS_UNDEFINED, JS_CONFIGURABLE);
    check_message(js_op_set(js_value(js_new_plain(parent)), x, js_int(1), &cache, true),
                  "Cannot set property x of #<Object> which has only a getter");
}

TEST(redefinition_follows_the_invariants)
{
    JsObject *o = js_object(js_new_object());
    JsDescriptor fixed = js_data_descriptor(js_int(1), JS_ENUMERABLE), other = js_data_descriptor(js_int(2), JS_ENUMERABLE);
    CHECK_INT(js_define_own_property(o, key("p"), &fixed), 1);
    CHECK_INT(js_define_own_property(o, key("p"), &fixed), 1);
    CHECK_INT(js_define_own_property(o, key("p"), &other), 0);
    CHECK_INT(js_object_delete(o, key("p")), 0);
    js_prevent_extensions(o);
    CHECK_INT(js_set(o, key("q"), js_int(1), false), 0);
    CHECK_INT(js_set(o, js_index_key(0), js_int(1), false), 0);
}

/* ------------------------------------------------------------------------------------------------ arrays */
TEST(arrays_grow_dense_and_become_sparse)
{
    JsValue a = js_new_array(0, NULL);
    for (int i = 0; i < 1000; i++)
        js_op_set_element(a, js_int(i), js_int(i * 2), true);
    CHECK(js_is_plain_dense_array(a));
    js_op_set_element(a, js_int(1000000), js_int(1), true);
    CHECK(!js_is_dense_array(a));
    CHECK_INT(js_array(a)->length, 1000001);
    CHECK(js_op_get_element(a, js_int(500)) == js_int(1000));
    js_set(js_object(a), JS_ATOM(length), js_int(10), true);
    CHECK(js_op_get_element(a, js_int(500)) == JS_UNDEFINED);
    CHECK(js_op_get_element(a, js_int(9)) == js_int(18));
}

TEST(frozen_arrays_refuse_writes)
{
    JsValue values[2] = {js_int(1), js_int(2)}, a = js_new_array(2, values);
    js_set_integrity_level(js_object(a), JS_FROZEN);
    CHECK_INT(js_test_integrity_level(js_object(a), JS_FROZEN), 1);
    check_message(js_op_set_element(a, js_int(0), js_int(5), true),
                  "Cannot assign to read only property '0' of object '[object Array]'");
    CHECK(js_op_get_element(a, js_int(1)) == js_int(2));
}

/* ------------------------------------------------------------------------------------------------ strings, calls, iteration */
TEST(deep_ropes_flatten_from_both_sides)
{
    JsValue left = text("abc"), right = text("z");
    for (int i = 0; i < 100000; i++) {
        left = js_op_add(left, text("defgh"));
        right = js_op_add(text("xy"), right);
    }
    CHECK_INT(js_string_length(js_string(left)), 500003);
    CHECK_INT(js_string_at(js_string(left), 500002), 'h');
    CHECK_INT(js_string_at(js_string(right), 1), 'y');
    CHECK_INT(js_string_at(js_string(right), 200000), 'z');
    CHECK_INT(js_string_index_of(js_string(left), js_string(text("hdefg")), 0), 7);
}

TEST(functions_make_their_properties_when_asked)
{
    JsValue f = js_new_closure(&answer_code);
    CHECK(js_op_call(f, JS_UNDEFINED, 0, NULL, "f") == js_int(42));
    CHECK(js_get(js_object(f), JS_ATOM(length)) == js_int(2));
    JsValue made = js_op_construct(f, 0, NULL, "f");
    CHECK(js_instance_of(made, f) == JS_TRUE);
    CHECK(js_get(js_object(made), JS_ATOM(constructor)) == f);
    JsBoundFunction *bound = js_new_bound_function(f, JS_NULL, 0, NULL);
    CHECK(js_instance_of(made, js_value(bound)) == JS_TRUE);
}

TEST(errors_have_the_texts_of_v8)
{
    JsPropertyCache cache = {0};
    JsIterator it;
    check_message(js_op_get(JS_UNDEFINED, key("x"), &cache), "Cannot read properties of undefined (reading 'x')");
    check_message(js_call_error(JS_UNDEFINED, "a.b"), "a.b is not a function");
    check_message(js_iterator_open(&it, js_int(3), NULL) < 0 ? JS_EXCEPTION : JS_UNDEFINED,
                  "number 3 is not iterable (cannot read property Symbol(Symbol.iterator))");
}

static JsValue settled_with;
static JsValue remember(JsValue v, JsValue data)
{
    settled_with = v;
    return JS_UNDEFINED;
}

TEST(promises_settle_in_jobs)
{
    JsPromise *p = js_new_promise();
    settled_with = JS_UNDEFINED;
    js_promise_then_native(p, remember, remember, JS_UNDEFINED);
    js_promise_resolve(p, js_int(3));
    CHECK(settled_with == JS_UNDEFINED);
    js_run_jobs();
    CHECK(settled_with == js_int(3));
}

enum { MANY_JOBS = 1000 };
static int32_t jobs_run;
static bool ran_in_order;

/* Each of the first jobs adds one more at the end of the queue. */
static JsValue run_numbered(uint32_t argc, JsValue *argv)
{
    (void)argc;
    JsValue later = js_int(js_as_int(argv[0]) + MANY_JOBS);
    ran_in_order &= js_as_int(argv[0]) == jobs_run;
    if (jobs_run++ < MANY_JOBS)
        js_enqueue_job(run_numbered, 1, &later);
    return JS_UNDEFINED;
}

TEST(jobs_run_in_the_order_of_their_coming)
{
    jobs_run = 0;
    ran_in_order = true;
    for (int32_t i = 0; i < MANY_JOBS; i++) {
        JsValue number = js_int(i);
        js_enqueue_job(run_numbered, 1, &number);
    }
    js_run_jobs();
    CHECK(jobs_run == 2 * MANY_JOBS);
    CHECK(ran_in_order);
    CHECK(!js_has_jobs());
}

/* ------------------------------------------------------------------------------------------------ agents */
static JsValue shared;

static void freeze_example(void)
{
    JsValue values[3] = {js_int(1), js_int(2), js_int(3)};
    shared = js_new_object();
    js_add_roots(&shared, &shared + 1);
    js_set(js_object(shared), key("n"), js_int(1), true);
    js_set(js_object(shared), key("list"), js_new_array(3, values), true);
    heap_freeze();
}

TEST(what_a_request_writes_is_seen_by_it_alone_and_undone)
{
    freeze_example();
    JsObject *o = js_object(shared);
    JsArray *list = js_array(js_get(o, key("list")));
    JsAgent first, second;
    JsPropertyCache cache = {0};
    js_agent_begin(&first, true, 4 << 20, 64 << 20);
    js_agent_begin(&second, true, 4 << 20, 64 << 20);

    js_agent_enter(&first);
    js_op_set(shared, key("n"), js_int(100), &cache, true);
    js_set(o, key("own"), js_new_object(), true);
    js_array_push_dense(list, text("hello"));
    js_set_element_slow(js_value(list), js_int(0), js_int(-1), true);
    js_put_own(JS_INTRINSIC(OBJECT_PROTOTYPE), key("polluted"), js_int(1), JS_DEFAULT_ATTRIBUTES);
    js_agent_leave();

    js_agent_enter(&second);
    CHECK(js_op_get(shared, key("n"), &cache) == js_int(1));
    CHECK(js_get(o, key("polluted")) == JS_UNDEFINED);
    for (int i = 0; i < 2000; i++)
        js_set_element_slow(shared, js_key_to_value(numbered("q", i)), js_int(i), true);
    CHECK(js_get(o, key("q1999")) == js_int(1999));
    CHECK_INT(list->length, 3);
    js_agent_leave();

    js_agent_enter(&first);
    CHECK(js_op_get(shared, key("n"), &cache) == js_int(100));
    CHECK(js_get(js_object(js_new_object()), key("polluted")) == js_int(1));
    CHECK_INT(list->length, 4);
    CHECK(js_op_get_element(js_value(list), js_int(0)) == js_int(-1));
    js_agent_leave();
    js_agent_end(&first);
    js_agent_end(&second);
    CHECK(js_get(o, key("n")) == js_int(1));
    heap_check_snapshot(); /* ends the process when anything of it has changed */
}

TEST(a_spilled_agent_keeps_what_it_can_reach)
{
    JsAgent agent;
    js_agent_begin(&agent, true, 1 << 20, 256 << 20);
    js_agent_enter(&agent);
    JsValue kept = js_new_array(0, NULL);
    for (int i = 0; i < 100000; i++) {
        JsValue o = js_new_object();
        js_set(js_object(o), key("n"), js_int(i), true);
        if (i % 10 == 0)
            js_array_push_dense(js_array(kept), o);
    }
    CHECK(agent.region.is_spilled);
    heap_collect();
    for (int i = 0; i < 10000; i++)
        CHECK(js_get(js_object(js_op_get_element(kept, js_int(i))), key("n")) == js_int(i * 10));
    js_agent_leave();
    js_agent_end(&agent);
}

/* What the process wrote to stderr before it was ended by abort(), or NULL when it was not. */
static char *last_words(void (*run)(void))
{
    static char text[2000];
    int ends[2];
    if (pipe(ends))
        return NULL;
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        dup2(ends[1], STDERR_FILENO);
        run();
        _exit(0);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(ends[0], text + length, sizeof text - 1 - length)) > 0;)
        length += (size_t)got;
    text[length] = 0;
    close(ends[0]);
    int status;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? text : NULL;
}

static void write_past_the_journal(void)
{
    JsAgent agent;
    js_agent_begin(&agent, true, 1 << 20, 64 << 20);
    js_agent_enter(&agent);
    *js_slot_address(js_object(shared), 0) = js_int(5);
}

static void write_through_the_journal(void)
{
    JsAgent agent;
    js_agent_begin(&agent, true, 1 << 20, 64 << 20);
    js_agent_enter(&agent);
    js_store(js_object(shared), js_slot_address(js_object(shared), 0), js_int(5));
    js_string_hash(js_string(js_get(js_object(shared), key("fresh"))));
    js_agent_leave();
    js_agent_end(&agent);
    heap_check_snapshot();
    abort();
}

TEST(a_write_past_the_journal_is_caught_where_it_happens)
{
    freeze_example();
    js_set(js_object(shared), key("fresh"), js_string_from_ascii("a text that nobody has hashed"), true);
    heap_freeze();
    char *words = last_words(write_past_the_journal);
    CHECK(words && strstr(words, "bypasses the journal: object at"));
    words = last_words(write_through_the_journal);
    CHECK(words && !*words);
}

/* ------------------------------------------------------------------------------------------------ own names */
static JsKey dynamic(const char *prefix, int i)
{
    char name[32];
    snprintf(name, sizeof name, "%s%d", prefix, i);
    return js_string_to_key(js_string(text(name)));
}

static void begin(JsAgent *agent)
{
    js_agent_begin(agent, true, 1 << 20, 256 << 20);
    js_agent_enter(agent);
}

static void end(JsAgent *agent)
{
    js_agent_leave();
    js_agent_end(agent);
}

TEST(a_new_name_is_its_agents_own_and_one_that_comes_again_is_shared)
{
    JsAgent first, second, third;
    freeze_example();
    js_agent_begin(&first, true, 1 << 20, 64 << 20);
    begin(&second);
    js_agent_leave();
    js_agent_enter(&first);
    JsKey mine = dynamic("novel", 1);
    CHECK(js_cell(mine)->flags & JS_STRING_OWN);
    JsObject *o = js_object(js_new_object());
    js_put_own(o, mine, js_int(5), JS_DEFAULT_ATTRIBUTES);
    js_agent_leave();
    js_agent_enter(&second);
    JsKey again = dynamic("novel", 1);
    CHECK(again != mine && !(js_cell(again)->flags & JS_STRING_OWN));
    end(&second);
    js_agent_enter(&first);
    CHECK(dynamic("novel", 1) == mine);
    CHECK(js_get(o, dynamic("novel", 1)) == js_int(5));
    CHECK(js_string_equals(js_string(mine), js_string(again)));
    end(&first);
    begin(&third);
    CHECK(dynamic("novel", 1) == again);
    end(&third);
}

TEST(own_names_and_shapes_survive_collections_of_a_spilled_agent)
{
    JsAgent agent;
    begin(&agent);
    JsValue kept = js_new_array(0, NULL);
    for (int i = 0; i < 20000; i++) {
        JsObject *o = js_object(js_new_object());
        js_put_own(o, dynamic("unheard", i), js_int(i), JS_DEFAULT_ATTRIBUTES);
        js_array_push_dense(js_array(kept), js_value(o));
    }
    CHECK(agent.region.is_spilled);
    heap_collect();
    for (int i = 0; i < 20000; i++)
        CHECK(js_get(js_object(js_op_get_element(kept, js_int(i))), dynamic("unheard", i)) == js_int(i));
    end(&agent);
}

/* More agents and shapes than there are numbers before the first ones are given out again. */
TEST(a_cache_knows_no_shape_whose_number_was_given_out_again)
{
    enum { AGENTS = 300, SHAPES = 1000 };
    static JsPropertyCache cache[1];
    js_start_caches(cache, 1);
    JsKey x = key("x"), y = key("y");
    uint32_t first_number = 0;
    int reused = 0;
    for (int i = 0; i < AGENTS; i++) {
        JsAgent agent;
        begin(&agent);
        for (int k = 0; k < SHAPES; k++) {
            JsObject *o = js_new_plain(js_object(js_new_object()));
            js_put_own(o, i % 2 ? x : y, js_int(i), JS_DEFAULT_ATTRIBUTES);
            js_put_own(o, i % 2 ? y : x, js_int(-1), JS_DEFAULT_ATTRIBUTES);
            CHECK(js_op_get(js_value(o), x, cache) == (i % 2 ? js_int(i) : js_int(-1)));
            first_number = first_number ? first_number : o->cell.word;
            reused += i && o->cell.word == first_number;
        }
        end(&agent);
    }
    CHECK(reused > 0);
}

int main(int argc, char **argv)
{
    setenv("SINEW_CHECK_ISOLATION", "1", 1);
    exec_start();
    return unit_main(argc, argv);
}
