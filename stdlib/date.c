/* The Date global (ECMA-262 21.4). Calendar and local time: date_time.h; reading texts: date_parse.c.
 *
 * Invariant: a date's time value is always clipped: NaN, or an integral number of milliseconds within 100,000,000 days of
 * 1970. */
#include "stdlib/date.h"
#include <stdio.h>
#include <time.h>
#include "stdlib/date_time.h"
#include "stdlib/support.h"

double js_date_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return floor((double)now.tv_sec * 1000 + (double)now.tv_nsec / 1e6);
}

static JsDate *this_date(JsValue v)
{
    if (js_is_kind(v, JS_KIND_DATE))
        return (JsDate *)js_cell(v);
    js_throw_type_error("this is not a Date object.");
    return NULL;
}
#define THIS_DATE() TRY_PTR(this_date(this_value))

static double time_of(const JsDate *date)
{
    return js_as_number(date->time);
}

static JsValue set_time(JsDate *date, double t)
{
    js_store(date, &date->time, js_double(t));
    return js_number(t);
}

/* ------------------------------------------------------------------------------------------------ making dates */
/* The seven components of a call, those that are missing by default: 21.4.2.1 step 5 and 21.4.3.4 */
static JsValue time_from_components(uint32_t argc, JsValue *argv, double *ret)
{
    double c[7] = {NAN, 0, 1, 0, 0, 0, 0};
    for (uint32_t i = 0; i < argc && i < 7; i++)
        c[i] = TRY_NUMBER(argv[i]);
    double day = date_make_day(date_make_full_year(c[0]), c[1], c[2]);
    *ret = date_make_date(day, date_make_time(c[3], c[4], c[5], c[6]));
    return JS_UNDEFINED;
}

static JsValue time_from_value(JsValue v, double *ret)
{
    if (js_is_kind(v, JS_KIND_DATE)) {
        *ret = time_of((JsDate *)js_cell(v));
        return JS_UNDEFINED;
    }
    JsValue primitive = TRY(js_to_primitive(v, JS_HINT_DEFAULT));
    *ret = js_is_string(primitive) ? js_date_parse(js_string(primitive)) : date_time_clip(TRY_NUMBER(primitive));
    return JS_UNDEFINED;
}

/* 21.4.2.1 Date ( ...values ) */
JS_CONSTRUCTOR_BUILTIN(date_construct)
{
    double t = js_date_now();
    if (argc == 1) {
        TRY(time_from_value(argv[0], &t));
    } else if (argc > 1) {
        TRY(time_from_components(argc, argv, &t));
        t = date_time_clip(date_utc_of(t));
    }
    JsObject *proto = TRY_PTR(js_get_prototype_from_constructor(new_target, INTRINSIC_DATE_PROTOTYPE));
    JsDate *date = js_new_object_of_kind(JS_KIND_DATE, sizeof *date, proto, 0);
    date->time = js_double(t);
    return js_value(date);
}

/* 21.4.3.1 Date.now ( ) */
JS_BUILTIN(date_now)
{
    return js_number(js_date_now());
}

/* 21.4.3.2 Date.parse ( string ) */
JS_BUILTIN(date_parse)
{
    return js_number(js_date_parse(TRY_STRING(arg(0))));
}

/* 21.4.3.4 Date.UTC ( year [ , month [ , ... ] ] ) */
JS_BUILTIN(date_utc)
{
    double t;
    TRY(time_from_components(argc, argv, &t));
    return js_number(date_time_clip(t));
}

/* ------------------------------------------------------------------------------------------------ texts */
static const char *const weekday_names[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
static const char *const month_names[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

enum { TEXT_SIZE = 128 };

static int print_year(double year, char *out, int size)
{
    return snprintf(out, (size_t)size, year < 0 ? "-%04.0f" : "%04.0f", fabs(year));
}

static void print_iso(double t, char *out)
{
    DateFields f = date_fields(t);
    int at = f.year >= 0 && f.year <= 9999 ? snprintf(out, TEXT_SIZE, "%04.0f", f.year)
                                           : snprintf(out, TEXT_SIZE, "%c%06.0f", f.year < 0 ? '-' : '+', fabs(f.year));
    snprintf(out + at, (size_t)(TEXT_SIZE - at), "-%02.0f-%02.0fT%02.0f:%02.0f:%02.0f.%03.0fZ", f.month + 1, f.day, f.hour,
             f.minute, f.second, f.ms);
}

/* 21.4.4.41.2 DateString */
static int print_date(double t, char *out)
{
    char year[16];
    DateFields f = date_fields(date_local_of(t));
    print_year(f.year, year, sizeof year);
    return snprintf(out, TEXT_SIZE, "%s %s %02.0f %s", weekday_names[(int)f.weekday], month_names[(int)f.month], f.day, year);
}

/* 21.4.4.41.1 TimeString and 21.4.4.41.3 TimeZoneString */
static int print_time(double t, char *out, int size)
{
    char zone[64];
    double offset = date_offset_at(t);
    DateFields f = date_fields(t + offset);
    date_zone_name(t, zone, sizeof zone);
    double minutes = floor(fabs(offset) / 60000);
    return snprintf(out, (size_t)size, "%02.0f:%02.0f:%02.0f GMT%c%02.0f%02.0f (%s)", f.hour, f.minute, f.second,
                    offset < 0 ? '-' : '+', floor(minutes / 60), fmod(minutes, 60), zone);
}

/* 21.4.4.41.4 ToDateString */
static JsValue date_text(double t)
{
    char text[2 * TEXT_SIZE];
    if (isnan(t))
        return js_string_from_ascii("Invalid Date");
    int at = print_date(t, text);
    text[at++] = ' ';
    print_time(t, text + at, TEXT_SIZE);
    return js_string_from_ascii(text);
}

JsValue js_date_inspect(JsObject *date)
{
    char text[TEXT_SIZE];
    double t = time_of((JsDate *)date);
    if (isnan(t))
        return js_string_from_ascii("Invalid Date");
    print_iso(t, text);
    return js_string_from_ascii(text);
}

/* The call without `new`: 21.4.2.1 step 1 */
JS_BUILTIN(date_call)
{
    return date_text(js_date_now());
}

/* 21.4.4.41 Date.prototype.toString ( ) */
JS_BUILTIN(date_prototype_to_string)
{
    return date_text(time_of(THIS_DATE()));
}

/* 21.4.4.35 Date.prototype.toDateString ( ) */
JS_BUILTIN(date_prototype_to_date_string)
{
    char text[TEXT_SIZE];
    double t = time_of(THIS_DATE());
    if (isnan(t))
        return js_string_from_ascii("Invalid Date");
    print_date(t, text);
    return js_string_from_ascii(text);
}

/* 21.4.4.42 Date.prototype.toTimeString ( ) */
JS_BUILTIN(date_prototype_to_time_string)
{
    char text[TEXT_SIZE];
    double t = time_of(THIS_DATE());
    if (isnan(t))
        return js_string_from_ascii("Invalid Date");
    print_time(t, text, TEXT_SIZE);
    return js_string_from_ascii(text);
}

/* 21.4.4.36 Date.prototype.toISOString ( ) */
JS_BUILTIN(date_prototype_to_iso_string)
{
    char text[TEXT_SIZE];
    double t = time_of(THIS_DATE());
    if (isnan(t))
        return js_throw_range_error("Invalid time value");
    print_iso(t, text);
    return js_string_from_ascii(text);
}

/* 21.4.4.43 Date.prototype.toUTCString ( ) */
JS_BUILTIN(date_prototype_to_utc_string)
{
    char text[TEXT_SIZE], year[16];
    double t = time_of(THIS_DATE());
    if (isnan(t))
        return js_string_from_ascii("Invalid Date");
    DateFields f = date_fields(t);
    print_year(f.year, year, sizeof year);
    snprintf(text, sizeof text, "%s, %02.0f %s %s %02.0f:%02.0f:%02.0f GMT", weekday_names[(int)f.weekday], f.day,
             month_names[(int)f.month], year, f.hour, f.minute, f.second);
    return js_string_from_ascii(text);
}

/* 21.4.4.37 Date.prototype.toJSON ( key ) */
JS_BUILTIN(date_prototype_to_json)
{
    JsObject *object = TRY_OBJECT(this_value);
    JsValue primitive = TRY(js_to_primitive(js_value(object), JS_HINT_NUMBER));
    if (js_is_number(primitive) && !isfinite(js_as_number(primitive)))
        return JS_NULL;
    return js_invoke(js_value(object), JS_ATOM(toISOString), 0, NULL);
}

/* The locale forms: "en-US" with its default options. parts: 1 date, 2 time */
static JsValue locale_text(double t, int parts)
{
    char text[TEXT_SIZE];
    int at = 0;
    if (isnan(t))
        return js_string_from_ascii("Invalid Date");
    DateFields f = date_fields(date_local_of(t));
    if (parts & 1)
        at = snprintf(text, sizeof text, "%.0f/%.0f/%.0f", f.month + 1, f.day, f.year);
    if (parts == 3)
        at += snprintf(text + at, sizeof text - (size_t)at, ", ");
    if (parts & 2)
        snprintf(text + at, sizeof text - (size_t)at, "%.0f:%02.0f:%02.0f %s", f.hour == 0 || f.hour == 12 ? 12 : fmod(f.hour, 12),
                 f.minute, f.second, f.hour < 12 ? "AM" : "PM");
    return js_string_from_ascii(text);
}

/* 21.4.4.38 Date.prototype.toLocaleDateString ( ) */
JS_BUILTIN(date_prototype_to_locale_date_string)
{
    return locale_text(time_of(THIS_DATE()), 1);
}

/* 21.4.4.39 Date.prototype.toLocaleString ( ) */
JS_BUILTIN(date_prototype_to_locale_string)
{
    return locale_text(time_of(THIS_DATE()), 3);
}

/* 21.4.4.40 Date.prototype.toLocaleTimeString ( ) */
JS_BUILTIN(date_prototype_to_locale_time_string)
{
    return locale_text(time_of(THIS_DATE()), 2);
}

/* 21.4.4.45 Date.prototype [ @@toPrimitive ] ( hint ) */
JS_BUILTIN(date_prototype_to_primitive)
{
    if (!js_is_object(this_value))
        return js_throw_incompatible("Date.prototype [ @@toPrimitive ]", this_value);
    bool is_number = js_is_string(arg(0)) && js_string_equals_ascii(js_string(argv[0]), "number");
    bool is_text = js_is_string(arg(0)) && (js_string_equals_ascii(js_string(argv[0]), "string") ||
                                            js_string_equals_ascii(js_string(argv[0]), "default"));
    if (!is_number && !is_text)
        return js_throw_type_error("Invalid hint: %v", arg(0));
    for (int i = 0; i < 2; i++) { /* 7.1.1.1 OrdinaryToPrimitive */
        JsValue method = TRY(js_get(js_object(this_value), (i == 0) == is_text ? JS_ATOM(toString) : JS_ATOM(valueOf)));
        JsValue v = js_is_callable(method) ? TRY(js_call(method, this_value, 0, NULL)) : this_value;
        if (!js_is_object(v))
            return v;
    }
    return js_throw_type_error("Cannot convert object to primitive value");
}

/* ------------------------------------------------------------------------------------------------ components */
#define DATE_GETTER(name, conversion, field) \
    JS_BUILTIN(date_prototype_get_##name) \
    { \
        double t = time_of(THIS_DATE()); \
        return isnan(t) ? js_double(NAN) : js_number(date_fields(conversion).field); \
    }
DATE_GETTER(date, date_local_of(t), day)
DATE_GETTER(day, date_local_of(t), weekday)
DATE_GETTER(full_year, date_local_of(t), year)
DATE_GETTER(hours, date_local_of(t), hour)
DATE_GETTER(milliseconds, date_local_of(t), ms)
DATE_GETTER(minutes, date_local_of(t), minute)
DATE_GETTER(month, date_local_of(t), month)
DATE_GETTER(seconds, date_local_of(t), second)
DATE_GETTER(utc_date, t, day)
DATE_GETTER(utc_day, t, weekday)
DATE_GETTER(utc_full_year, t, year)
DATE_GETTER(utc_hours, t, hour)
DATE_GETTER(utc_milliseconds, t, ms)
DATE_GETTER(utc_minutes, t, minute)
DATE_GETTER(utc_month, t, month)
DATE_GETTER(utc_seconds, t, second)
DATE_GETTER(year, date_local_of(t), year - 1900)

/* 21.4.4.10 Date.prototype.getTime ( ) */
JS_BUILTIN(date_prototype_get_time)
{
    return js_number(time_of(THIS_DATE()));
}

/* 21.4.4.11 Date.prototype.getTimezoneOffset ( ) */
JS_BUILTIN(date_prototype_get_timezone_offset)
{
    double t = time_of(THIS_DATE());
    return isnan(t) ? js_double(NAN) : js_number(0 - date_offset_at(t) / 60000);
}

/* 21.4.4.27 Date.prototype.setTime ( time ) */
JS_BUILTIN(date_prototype_set_time)
{
    JsDate *date = THIS_DATE();
    double t = TRY_NUMBER(arg(0));
    return set_time(date, date_time_clip(t));
}

/* The components that a setter may write, in the order of its arguments. */
typedef enum Component { YEAR, MONTH, DAY, HOUR, MINUTE, SECOND, MS } Component;

/* 21.4.4.20-34: sets `count` components from `first` on, as far as there are arguments (the first always). */
static JsValue set_components(JsValue this_value, uint32_t argc, JsValue *argv, Component first, uint32_t count, bool is_local)
{
    JsDate *date = THIS_DATE();
    double t = time_of(date), given[4];
    uint32_t given_count = argc < count ? (argc ? argc : 1) : count;
    for (uint32_t i = 0; i < given_count; i++)
        given[i] = TRY_NUMBER(arg(i));
    if (isnan(t)) {
        if (first != YEAR)
            return js_double(NAN);
        t = 0;
    } else if (is_local) {
        t = date_local_of(t);
    }
    DateFields f = date_fields(t);
    double c[7] = {f.year, f.month, f.day, f.hour, f.minute, f.second, f.ms};
    for (uint32_t i = 0; i < given_count; i++)
        c[first + i] = given[i];
    double day = first <= DAY ? date_make_day(c[YEAR], c[MONTH], c[DAY]) : date_day(t);
    double time = first <= DAY ? date_time_within_day(t) : date_make_time(c[HOUR], c[MINUTE], c[SECOND], c[MS]);
    double made = date_make_date(day, time);
    return set_time(date, date_time_clip(is_local ? date_utc_of(made) : made));
}
#define DATE_SETTER(name, first, count, is_local) \
    JS_BUILTIN(date_prototype_set_##name) { return set_components(this_value, argc, argv, first, count, is_local); }
DATE_SETTER(date, DAY, 1, true)
DATE_SETTER(full_year, YEAR, 3, true)
DATE_SETTER(hours, HOUR, 4, true)
DATE_SETTER(milliseconds, MS, 1, true)
DATE_SETTER(minutes, MINUTE, 3, true)
DATE_SETTER(month, MONTH, 2, true)
DATE_SETTER(seconds, SECOND, 2, true)
DATE_SETTER(utc_date, DAY, 1, false)
DATE_SETTER(utc_full_year, YEAR, 3, false)
DATE_SETTER(utc_hours, HOUR, 4, false)
DATE_SETTER(utc_milliseconds, MS, 1, false)
DATE_SETTER(utc_minutes, MINUTE, 3, false)
DATE_SETTER(utc_month, MONTH, 2, false)
DATE_SETTER(utc_seconds, SECOND, 2, false)

/* B.2.3.2 Date.prototype.setYear ( year ) */
JS_BUILTIN(date_prototype_set_year)
{
    JsDate *date = THIS_DATE();
    double year = TRY_NUMBER(arg(0));
    if (isnan(year))
        return set_time(date, NAN);
    JsValue full = js_number(date_make_full_year(year));
    return set_components(this_value, 1, &full, YEAR, 1, true);
}

static const JsBuiltin date_static_rows[] = {
    JS_METHOD("now", date_now, 0, "21.4.3.1"),
    JS_METHOD("parse", date_parse, 1, "21.4.3.2"),
    JS_METHOD("UTC", date_utc, 7, "21.4.3.4"),
};
static const JsBuiltin date_prototype_rows[] = {
    JS_METHOD("toString", date_prototype_to_string, 0, "21.4.4.41"),
    JS_METHOD("toDateString", date_prototype_to_date_string, 0, "21.4.4.35"),
    JS_METHOD("toTimeString", date_prototype_to_time_string, 0, "21.4.4.42"),
    JS_METHOD("toISOString", date_prototype_to_iso_string, 0, "21.4.4.36"),
    JS_METHOD("toUTCString", date_prototype_to_utc_string, 0, "21.4.4.43"),
    JS_METHOD("getDate", date_prototype_get_date, 0, "21.4.4.2"),
    JS_METHOD("setDate", date_prototype_set_date, 1, "21.4.4.20"),
    JS_METHOD("getDay", date_prototype_get_day, 0, "21.4.4.3"),
    JS_METHOD("getFullYear", date_prototype_get_full_year, 0, "21.4.4.4"),
    JS_METHOD("setFullYear", date_prototype_set_full_year, 3, "21.4.4.21"),
    JS_METHOD("getHours", date_prototype_get_hours, 0, "21.4.4.5"),
    JS_METHOD("setHours", date_prototype_set_hours, 4, "21.4.4.22"),
    JS_METHOD("getMilliseconds", date_prototype_get_milliseconds, 0, "21.4.4.6"),
    JS_METHOD("setMilliseconds", date_prototype_set_milliseconds, 1, "21.4.4.23"),
    JS_METHOD("getMinutes", date_prototype_get_minutes, 0, "21.4.4.7"),
    JS_METHOD("setMinutes", date_prototype_set_minutes, 3, "21.4.4.24"),
    JS_METHOD("getMonth", date_prototype_get_month, 0, "21.4.4.8"),
    JS_METHOD("setMonth", date_prototype_set_month, 2, "21.4.4.25"),
    JS_METHOD("getSeconds", date_prototype_get_seconds, 0, "21.4.4.9"),
    JS_METHOD("setSeconds", date_prototype_set_seconds, 2, "21.4.4.26"),
    JS_METHOD("getTime", date_prototype_get_time, 0, "21.4.4.10"),
    JS_METHOD("setTime", date_prototype_set_time, 1, "21.4.4.27"),
    JS_METHOD("getTimezoneOffset", date_prototype_get_timezone_offset, 0, "21.4.4.11"),
    JS_METHOD("getUTCDate", date_prototype_get_utc_date, 0, "21.4.4.12"),
    JS_METHOD("setUTCDate", date_prototype_set_utc_date, 1, "21.4.4.28"),
    JS_METHOD("getUTCDay", date_prototype_get_utc_day, 0, "21.4.4.13"),
    JS_METHOD("getUTCFullYear", date_prototype_get_utc_full_year, 0, "21.4.4.14"),
    JS_METHOD("setUTCFullYear", date_prototype_set_utc_full_year, 3, "21.4.4.29"),
    JS_METHOD("getUTCHours", date_prototype_get_utc_hours, 0, "21.4.4.15"),
    JS_METHOD("setUTCHours", date_prototype_set_utc_hours, 4, "21.4.4.30"),
    JS_METHOD("getUTCMilliseconds", date_prototype_get_utc_milliseconds, 0, "21.4.4.16"),
    JS_METHOD("setUTCMilliseconds", date_prototype_set_utc_milliseconds, 1, "21.4.4.31"),
    JS_METHOD("getUTCMinutes", date_prototype_get_utc_minutes, 0, "21.4.4.17"),
    JS_METHOD("setUTCMinutes", date_prototype_set_utc_minutes, 3, "21.4.4.32"),
    JS_METHOD("getUTCMonth", date_prototype_get_utc_month, 0, "21.4.4.18"),
    JS_METHOD("setUTCMonth", date_prototype_set_utc_month, 2, "21.4.4.33"),
    JS_METHOD("getUTCSeconds", date_prototype_get_utc_seconds, 0, "21.4.4.19"),
    JS_METHOD("setUTCSeconds", date_prototype_set_utc_seconds, 2, "21.4.4.34"),
    JS_METHOD("valueOf", date_prototype_get_time, 0, "21.4.4.44"),
    JS_METHOD("getYear", date_prototype_get_year, 0, "B.2.3.1"),
    JS_METHOD("setYear", date_prototype_set_year, 1, "B.2.3.2"),
    JS_METHOD("toJSON", date_prototype_to_json, 1, "21.4.4.37"),
    JS_METHOD("toLocaleString", date_prototype_to_locale_string, 0, "21.4.4.39"),
    JS_METHOD("toLocaleDateString", date_prototype_to_locale_date_string, 0, "21.4.4.38"),
    JS_METHOD("toLocaleTimeString", date_prototype_to_locale_time_string, 0, "21.4.4.40"),
    JS_METHOD_WITH("@@toPrimitive", date_prototype_to_primitive, 1, JS_CONFIGURABLE, "21.4.4.45"),
};

void js_install_date(void)
{
    tzset();
    JsObject *prototype = js_new_plain(JS_INTRINSIC(OBJECT_PROTOTYPE));
    js_realm->intrinsics[INTRINSIC_DATE_PROTOTYPE] = prototype;
    JsFunction *constructor = js_new_builtin_constructor("Date", 7, date_call, date_construct, NULL, prototype);
    js_install_builtins(&constructor->object, date_static_rows, JS_COUNT(date_static_rows));
    js_install_builtins(prototype, date_prototype_rows, JS_COUNT(date_prototype_rows));
    /* B.2.3.3: toGMTString is the same function */
    js_put_own(prototype, js_key_from_ascii("toGMTString"), js_peek_data(prototype, js_key_from_ascii("toUTCString")),
               JS_HIDDEN_ATTRIBUTES);
    js_define_global("Date", js_value(constructor));
}
