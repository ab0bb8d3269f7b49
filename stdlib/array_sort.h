/* A stable merge sort over a permutation of values, for arrays and typed arrays. */
#pragma once
#include "sinew.h"

typedef struct JsSort JsSort;
struct JsSort {
    const JsValue *items;  /* not reachable by the program while the sort runs */
    uint32_t count;
    JsValue comparator;    /* for js_sort_by_comparator */
    /* 1 when x sorts strictly before y, 0 when not, -1 when an exception is pending. */
    int (*is_less)(const JsSort *sort, JsValue x, JsValue y);
    const uint64_t *prefixes; /* of each item, or NULL: different prefixes order as the items do, without is_less */
};

/* The permutation that sorts the items: position -> index of the item. NULL when an exception is pending. Charges its work. */
uint32_t *js_sort_order(JsSort *sort);
/* is_less by a JavaScript comparator function. */
int js_sort_by_comparator(const JsSort *sort, JsValue x, JsValue y);
