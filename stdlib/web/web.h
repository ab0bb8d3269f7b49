/* What the files of the web API share: host objects with a class, lists of name-value pairs, and conversions of Web IDL.
 *
 * Invariant: the state of a web object is its `fields`, which are JavaScript-visible and written by web_set_field alone; what
 * they point to (pair lists, URL records, bytes) is never changed in place once it is shared: web_* copies first. */
#pragma once
#include "exec/agent.h"
#include "exec/error.h"
#include "exec/function.h"
#include "exec/iterate.h"
#include "exec/promise.h"
#include "object/builtin.h"
#include "object/elements.h"

/* Classes of host objects: WEB_CLASS(NAME, "name", number of fields). */
#define WEB_CLASSES(WEB_CLASS) \
    WEB_CLASS(HEADERS, "Headers", 2) \
    WEB_CLASS(REQUEST, "Request", 8) \
    WEB_CLASS(RESPONSE, "Response", 8) \
    WEB_CLASS(URL, "URL", 2) \
    WEB_CLASS(URL_SEARCH_PARAMS, "URLSearchParams", 2) \
    WEB_CLASS(TEXT_ENCODER, "TextEncoder", 0) \
    WEB_CLASS(TEXT_DECODER, "TextDecoder", 3) \
    WEB_CLASS(CONTEXT, "ExecutionContext", 1) \
    WEB_CLASS(CRYPTO, "Crypto", 0) \
    WEB_CLASS(PERFORMANCE, "Performance", 0) \
    WEB_CLASS(TIMEOUT, "Timeout", 4)

typedef enum WebClass {
#define WEB_CLASS(NAME, text, fields) WEB_##NAME,
    WEB_CLASSES(WEB_CLASS)
#undef WEB_CLASS
    WEB_CLASS_COUNT
} WebClass;

typedef struct WebObject {
    JsObject object;        /* kind HOST; cell.aux is the WebClass */
    JsValue fields[];
} WebObject;

/* The prototype objects, filled by the install functions. */
extern JsObject *web_prototypes[WEB_CLASS_COUNT];

/* A new object of the class, its fields undefined. prototype NULL: the class's own. */
WebObject *web_new(WebClass class, JsObject *prototype);
/* The same for a constructor call: prototype from new_target. NULL on exception. */
WebObject *web_new_from_constructor(WebClass class, JsValue new_target);
/* The value as an object of the class, or NULL (no exception). */
WebObject *web_as(WebClass class, JsValue v);
/* The same for a receiver; NULL with TypeError "Illegal invocation" when it is not one. */
WebObject *web_this(WebClass class, JsValue this_value);
static inline void web_set_field(WebObject *o, unsigned i, JsValue v) { js_store(o, &o->fields[i], v); }

/* Makes the class's constructor and prototype and puts the constructor on the global object. */
JsFunction *web_install_class(WebClass class, uint32_t length, JsConstructEntry *construct, const JsBuiltin *rows, uint32_t count);
/* A constructor for what a program cannot make: TypeError "Illegal constructor". */
JsValue web_illegal_constructor(JsFunction *callee, JsValue new_target, uint32_t argc, JsValue *argv);

/* ---- lists of pairs, behind Headers and URLSearchParams */
typedef struct WebPair { JsValue name, value; } WebPair; /* strings; a deleted pair is removed */
typedef struct WebPairs {
    JsCell cell;            /* INTERNAL */
    uint32_t count, capacity;
    WebPair pairs[];
} WebPairs;

WebPairs *web_pairs_new(uint32_t capacity);
/* The list in field i of the owner, for reading. */
static inline WebPairs *web_pairs(WebObject *owner, unsigned i) { return (WebPairs *)js_cell(owner->fields[i]); }
/* The same for writing, with room for one more pair: a copy takes its place where it is shared or full. */
WebPairs *web_pairs_writable(WebObject *owner, unsigned i);
void web_pairs_insert(WebObject *owner, unsigned i, uint32_t at, JsValue name, JsValue value); /* before the pair `at` */
void web_pairs_append(WebObject *owner, unsigned i, JsValue name, JsValue value);
void web_pairs_remove(WebPairs *pairs, uint32_t index); /* of a writable list */
/* The pair at `index` of the list in field i; false past its end. */
bool web_pair_at(WebObject *owner, unsigned i, uint32_t index, WebPair *ret_pair);

/* Fills `owner`'s list from a sequence of pairs or a record (Web IDL union), calling add for each. Returns 1 or -1. */
int web_fill_pairs(WebObject *owner, JsValue init, int (*add)(WebObject *owner, JsValue name, JsValue value), const char *what);

/* An iterator over pairs: `list` gives the pair at `index` of the owner, false at the end. */
typedef bool WebPairAt(WebObject *owner, uint32_t index, WebPair *ret_pair);
JsValue web_new_pair_iterator(WebObject *owner, JsOwnKind kind);
void web_install_pair_iterator(WebClass class, const char *tag); /* the iterators' prototype for one class */
/* forEach of an iterable of pairs: callback(value, name, owner). */
JsValue web_for_each_pair(WebObject *owner, WebPairAt *at, JsValue callback, JsValue this_value, const char *what);

/* ---- conversions of Web IDL */
JsString *web_to_usv_string(JsValue v);   /* lone surrogates become U+FFFD; NULL on exception */
JsString *web_to_byte_string(JsValue v);  /* TypeError for code units above 255; NULL on exception */
/* UTF-8 of a string in the agent's heap (bytes behind a cell); lone surrogates as U+FFFD. */
const char *web_utf8(JsString *s, size_t *ret_length);
/* Memory for bytes in the agent's heap. */
char *web_alloc_bytes(size_t length);
JsValue web_string_from_text(const char *bytes, size_t length); /* UTF-8 to a string */

/* A dictionary's member: undefined when the dictionary is undefined or null. */
JsValue web_member(JsValue dictionary, JsKey name);

/* Throws a DOMException (Web IDL 2.8.1) of that name. */
JsValue web_throw_dom_exception(const char *name, const char *message);

/* A promise that is rejected with the pending exception. */
JsValue web_reject_pending(void);
JsValue web_resolved(JsValue v);

/* ---- installers, one a file; called once for a realm by web_install */
void web_install(void);
void web_install_headers(void);
void web_install_url(void);
void web_install_search_params(void);
void web_install_request(void);
void web_install_response(void);
void web_install_encoding(void);
void web_install_dom_exception(void);
void web_install_timers(void);
void web_install_clone(void);
void web_install_streams(void);
void web_install_events(void);
void web_install_forms(void);
void web_install_inspect(void);
void web_install_miscellany(void);
