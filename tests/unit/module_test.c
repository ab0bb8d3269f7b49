/* Module resolution and the graph, over folders made for each test. The host's "parser" reads one request a line:
 * `import X`, `import json X`, `dynamic X` or `require X`; a first line `esm` makes an undetermined module one. */
#include "unit.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "module/graph.h"
#include "module/resolve.h"

static char root[64];
static Arena *arena;

static void write_file(const char *path, const char *text)
{
    char full[512];
    snprintf(full, sizeof full, "%s/%s", root, path);
    for (char *slash = full + strlen(root); (slash = strchr(slash + 1, '/'));) {
        *slash = 0;
        mkdir(full, 0755);
        *slash = '/';
    }
    FILE *file = fopen(full, "w");
    fputs(text, file);
    fclose(file);
}

static void set_up(void)
{
    strcpy(root, "/tmp/sinew-module-XXXXXX");
    if (!mkdtemp(root))
        abort();
    arena = arena_new();
}

static void tear_down(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", root);
    if (system(command))
        abort();
    arena_free(arena);
}

/* The resolved path below the root, or the code of the failure. */
static const char *resolved(ResolveMode mode, const char *specifier, const char *importer)
{
    Resolver resolver = resolver_make(arena, NULL);
    ResolveResult result = resolve_specifier(&resolver, mode, specifier, arena_printf(arena, "%s/%s", root, importer));
    resolver_free(&resolver);
    return result.path ? result.path + strlen(root) + 1 : diag_code(result.failure);
}

#define IMPORT(specifier) resolved(RESOLVE_IMPORT, specifier, "src/main.mjs")
#define REQUIRE(specifier) resolved(RESOLVE_REQUIRE, specifier, "src/main.cjs")

TEST(import_names_files_exactly_and_require_searches)
{
    set_up();
    write_file("src/a.js", "");
    write_file("src/b/index.js", "");
    write_file("src/c d.js", "");
    write_file("src/lib/package.json", "{\"main\": \"./entry\"}");
    write_file("src/lib/entry.json", "{}");
    CHECK_TEXT(IMPORT("./a.js"), "src/a.js");
    CHECK_TEXT(IMPORT("./a.js?x#y"), "src/a.js");
    CHECK_TEXT(IMPORT("./c%20d.js"), "src/c d.js");
    CHECK_TEXT(IMPORT("./b%2Findex.js"), "SN3006");
    CHECK_TEXT(IMPORT("./a"), "SN3001");
    CHECK_TEXT(IMPORT("./b"), "SN3009");
    CHECK_TEXT(REQUIRE("./a"), "src/a.js");
    CHECK_TEXT(REQUIRE("./b"), "src/b/index.js");
    CHECK_TEXT(REQUIRE("./lib"), "src/lib/entry.json");
    CHECK_TEXT(REQUIRE("./lib/"), "src/lib/entry.json");
    CHECK_TEXT(REQUIRE("../src/c d"), "src/c d.js");
    CHECK_TEXT(REQUIRE("./none"), "SN3001");
    tear_down();
}

TEST(packages_are_found_upwards_with_main_and_subpaths)
{
    set_up();
    write_file("node_modules/one/package.json", "{\"name\": \"one\", \"main\": \"lib/one.js\"}");
    write_file("node_modules/one/lib/one.js", "");
    write_file("node_modules/one/extra.js", "");
    write_file("node_modules/@s/two/index.js", "");
    write_file("node_modules/flat.js", "");
    write_file("src/node_modules/three/index.js", "");
    CHECK_TEXT(IMPORT("one"), "node_modules/one/lib/one.js");
    CHECK_TEXT(IMPORT("one/extra.js"), "node_modules/one/extra.js");
    CHECK_TEXT(IMPORT("one/extra"), "SN3001");
    CHECK_TEXT(REQUIRE("one/extra"), "node_modules/one/extra.js");
    CHECK_TEXT(IMPORT("@s/two"), "node_modules/@s/two/index.js");
    CHECK_TEXT(REQUIRE("three"), "src/node_modules/three/index.js");
    CHECK_TEXT(REQUIRE("flat"), "node_modules/flat.js");
    CHECK_TEXT(IMPORT("@s"), "SN3006");
    CHECK_TEXT(IMPORT("none"), "SN3001");
    CHECK_TEXT(IMPORT("fs"), "SN3003");
    CHECK_TEXT(REQUIRE("node:path"), "SN3003");
    CHECK_TEXT(IMPORT("https://x.test/a.js"), "SN3006");
    tear_down();
}

TEST(packages_resolve_for_web_runtimes_once_asked_to)
{
    set_up();
    write_file("node_modules/w/package.json", "{\"name\": \"w\", \"exports\": {\".\": {\"node\": \"./n.js\", \"browser\": \"./b.js\"}}}");
    write_file("node_modules/w/n.js", "");
    write_file("node_modules/w/b.js", "");
    Resolver resolver = resolver_make(arena, NULL);
    const char *importer = arena_printf(arena, "%s/main.mjs", root), *inside = arena_printf(arena, "%s/node_modules/w/n.js", root);
    CHECK_TEXT(resolve_specifier(&resolver, RESOLVE_IMPORT, "w", importer).path, inside);
    CHECK(resolve_for_web(&resolver, inside));
    CHECK_TEXT(resolve_specifier(&resolver, RESOLVE_IMPORT, "w", importer).path + strlen(root), "/node_modules/w/b.js");
    CHECK(!resolve_for_web(&resolver, inside));
    CHECK(!resolve_for_web(&resolver, importer));
    resolver_free(&resolver);
    tear_down();
}

TEST(exports_obey_conditions_patterns_and_exclusions)
{
    set_up();
    write_file("node_modules/p/package.json",
               "{\"name\": \"p\", \"exports\": {\".\": {\"import\": \"./m.mjs\", \"require\": \"./m.cjs\"},"
               "\"./f/*\": \"./src/*.js\", \"./f/private/*\": null, \"./f/*.json\": \"./data/*.json\","
               "\"./deep\": {\"browser\": \"./x.js\", \"node\": {\"import\": \"./d.mjs\"}, \"default\": \"./m.cjs\"},"
               "\"./list\": [\"bad\", \"./m.cjs\"], \"./out\": \"../secret.js\", \"./up/*\": \"./src/*\"}}");
    write_file("node_modules/p/m.mjs", "");
    write_file("node_modules/p/m.cjs", "");
    write_file("node_modules/p/d.mjs", "");
    write_file("node_modules/p/src/a.js", "");
    write_file("node_modules/p/src/private/b.js", "");
    write_file("node_modules/p/data/j.json", "{}");
    write_file("node_modules/secret.js", "");
    CHECK_TEXT(IMPORT("p"), "node_modules/p/m.mjs");
    CHECK_TEXT(REQUIRE("p"), "node_modules/p/m.cjs");
    CHECK_TEXT(IMPORT("p/f/a"), "node_modules/p/src/a.js");
    CHECK_TEXT(IMPORT("p/f/private/b"), "SN3004");
    CHECK_TEXT(IMPORT("p/f/j.json"), "node_modules/p/data/j.json");
    CHECK_TEXT(IMPORT("p/deep"), "node_modules/p/d.mjs");
    CHECK_TEXT(REQUIRE("p/deep"), "node_modules/p/m.cjs");
    CHECK_TEXT(IMPORT("p/list"), "node_modules/p/m.cjs");
    CHECK_TEXT(IMPORT("p/out"), "SN3008");
    CHECK_TEXT(IMPORT("p/up/../m.cjs"), "SN3008");
    CHECK_TEXT(IMPORT("p/m.cjs"), "SN3004");
    CHECK_TEXT(resolved(RESOLVE_IMPORT, "p/deep", "node_modules/p/src/a.js"), "node_modules/p/d.mjs");
    tear_down();
}

TEST(imports_lead_to_files_and_to_packages)
{
    set_up();
    write_file("package.json", "{\"imports\": {\"#a\": \"./src/a.js\", \"#q\": \"q\", \"#x/*\": \"./src/*.js\"}}");
    write_file("src/a.js", "");
    write_file("node_modules/q/index.js", "");
    CHECK_TEXT(IMPORT("#a"), "src/a.js");
    CHECK_TEXT(IMPORT("#q"), "node_modules/q/index.js");
    CHECK_TEXT(REQUIRE("#x/a"), "src/a.js");
    CHECK_TEXT(IMPORT("#none"), "SN3005");
    CHECK_TEXT(IMPORT("#"), "SN3006");
    tear_down();
}

TEST(broken_package_json_is_reported)
{
    set_up();
    write_file("node_modules/b/package.json", "{\"main\": }");
    write_file("node_modules/b/index.js", "");
    CHECK_TEXT(IMPORT("b"), "SN3007");
    CHECK_TEXT(REQUIRE("b"), "SN3007");
    tear_down();
}

static bool parse_lines(void *context, Module *module, Diags *diags)
{
    const char *text = arena_strdup(arena, module->source->bytes);
    bool is_esm = !strncmp(text, "esm", 3);
    if (module->kind == MODULE_DETECT)
        module->kind = is_esm ? MODULE_ESM : MODULE_COMMONJS;
    char *save;
    for (char *line = strtok_r((char *)text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        if (!strncmp(line, "import json ", 12))
            module_request_add(module, REQUEST_IMPORT, line + 12, (Span){0, 1}, "json");
        else if (!strncmp(line, "import ", 7))
            module_request_add(module, REQUEST_IMPORT, line + 7, (Span){0, 1}, NULL);
        else if (!strncmp(line, "dynamic ", 8))
            module_request_add(module, REQUEST_DYNAMIC_IMPORT, line + 8, (Span){0, 1}, NULL);
        else if (!strncmp(line, "require ", 8))
            module_request_add(module, REQUEST_REQUIRE, line + 8, (Span){0, 1}, NULL);
    }
    return true;
}

/* The names of the modules in order of evaluation, or the diagnostics. */
static const char *evaluation_of(const char *entry, StrBuf *out)
{
    Diags *diags = diags_new();
    ModuleHost host = {.parse = parse_lines};
    ModuleGraph *graph =
        module_graph_build(arena, arena_printf(arena, "%s/%s", root, entry), (ModuleGraphOptions){0}, host, diags);
    strbuf_clear(out);
    if (graph)
        vec_foreach(Module *, module, &graph->evaluation)
            strbuf_addf(out, "%s:%d ", (*module)->path + strlen(root) + 1, (*module)->kind);
    for (size_t i = 0; i < diags_count(diags); i++)
        strbuf_addf(out, "%s ", diags_at(diags, i).code);
    diags_free(diags);
    return strbuf_text(out);
}

TEST(graph_orders_evaluation_through_cycles_and_kinds)
{
    set_up();
    StrBuf out = {0};
    write_file("main.mjs", "import ./a.js\nimport ./b.js\nimport json ./d.json\ndynamic ./late.mjs\n");
    write_file("a.js", "esm\nimport ./c.mjs\n");
    write_file("b.js", "require ./lib\n");
    write_file("lib.js", "require ./none\n");
    write_file("c.mjs", "import ./a.js\n");
    write_file("late.mjs", "");
    write_file("d.json", "\xEF\xBB\xBF{\"a\": [1, -2.5e3, \"\\u00e4\\ud83d\\ude00\", null]}");
    CHECK_TEXT(evaluation_of("main.mjs", &out), "c.mjs:0 a.js:0 b.js:1 d.json:2 main.mjs:0 lib.js:1 late.mjs:0 SN3013 ");
    write_file("d.json", "{\"a\": [1,]}");
    CHECK_TEXT(evaluation_of("main.mjs", &out), "SN3015 SN3013 ");
    write_file("main.mjs", "import ./d.json\nimport json ./a.js\nimport ./x.node\nimport ./none.js\n");
    write_file("x.node", "");
    CHECK_TEXT(evaluation_of("main.mjs", &out), "SN3011 SN3012 SN3010 SN3001 ");
    strbuf_free(&out);
    tear_down();
}

TEST(json_reader_is_strict_and_not_recursive)
{
    Arena *own = arena_new();
    size_t offset;
    static const char *const wrong[] = {"",      "[1,]",  "{\"a\":1,}", "01",        "+1",  "1.",  "\"\t\"",
                                        "[1 2]", "{a:1}", "\"\\x\"",    "\"\\u12\"", "nul", "1 2", "{\"a\" 1}",
                                        "[",     "-",     "\"a",        "1e",        "[1}", ",",   "\xA0"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(!json_read(own, wrong[i], strlen(wrong[i]), &offset));
    size_t depth = 200000;
    char *deep = malloc(depth * 2);
    memset(deep, '[', depth);
    memset(deep + depth, ']', depth);
    CHECK(json_read(own, deep, depth * 2, &offset) != NULL);
    free(deep);
    const char text[] = " {\"a\": 1, \"a\": \"\\ud800\\n\"} ";
    const Json *object = json_read(own, text, sizeof text - 1, &offset);
    CHECK_TEXT(json_get_text(object, "a"), "\xED\xA0\x80\n");
    arena_free(own);
}
