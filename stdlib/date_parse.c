/* Texts of dates as time values: the format of ECMA-262 21.4.1.32, and the looser forms that V8 accepts.
 *
 * Invariant: NaN is the only answer to what is not a date; nothing outside of the text is read. */
#include "stdlib/date.h"
#include "stdlib/date_time.h"
#include "stdlib/support.h"

typedef struct Scanner {
    const char *at, *end;
} Scanner;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char look(const Scanner *s)
{
    return s->at < s->end ? *s->at : 0;
}

static bool take(Scanner *s, char c)
{
    if (look(s) != c)
        return false;
    s->at++;
    return true;
}

/* Exactly `count` digits. */
static bool take_digits(Scanner *s, int count, double *ret)
{
    double value = 0;
    for (int i = 0; i < count; i++) {
        if (!is_digit(look(s)))
            return false;
        value = value * 10 + (*s->at++ - '0');
    }
    *ret = value;
    return true;
}

/* ------------------------------------------------------------------------------------------------ 21.4.1.32 */
static bool take_year(Scanner *s, double *ret)
{
    if (look(s) != '+' && look(s) != '-')
        return take_digits(s, 4, ret);
    double sign = *s->at++ == '-' ? -1 : 1;
    if (!take_digits(s, 6, ret) || (sign < 0 && *ret == 0)) /* -000000 is no year */
        return false;
    *ret *= sign;
    return true;
}

/* HH:mm[:ss[.s+]]; the fraction is cut to milliseconds */
static bool take_time(Scanner *s, double *ret_ms)
{
    double hour, minute, second = 0, ms = 0;
    if (!take_digits(s, 2, &hour) || !take(s, ':') || !take_digits(s, 2, &minute))
        return false;
    if (take(s, ':')) {
        if (!take_digits(s, 2, &second))
            return false;
        if (take(s, '.')) {
            if (!is_digit(look(s)))
                return false;
            for (double unit = 100; is_digit(look(s)); unit /= 10)
                ms += unit >= 1 ? (*s->at++ - '0') * unit : (s->at++, 0);
        }
    }
    if (hour > 24 || minute > 59 || second > 59 || (hour == 24 && (minute > 0 || second > 0 || ms > 0)))
        return false;
    *ret_ms = date_make_time(hour, minute, second, ms);
    return true;
}

/* Z or +HH:mm: milliseconds to subtract. */
static bool take_zone(Scanner *s, double *ret_ms)
{
    double hour, minute;
    *ret_ms = 0;
    if (take(s, 'Z'))
        return true;
    double sign = look(s) == '-' ? -1 : 1;
    if (!take(s, '+') && !take(s, '-'))
        return false;
    if (!take_digits(s, 2, &hour) || !take(s, ':') || !take_digits(s, 2, &minute) || hour > 23 || minute > 59)
        return false;
    *ret_ms = sign * (hour * 60 + minute) * 60000;
    return true;
}

static bool parse_iso(Scanner s, double *ret)
{
    double year, month = 1, day = 1, time = 0, zone = 0;
    bool has_time = false, has_zone = false;
    if (!take_year(&s, &year))
        return false;
    if (take(&s, '-') && (!take_digits(&s, 2, &month) || (take(&s, '-') && !take_digits(&s, 2, &day))))
        return false;
    if (take(&s, 'T')) {
        has_time = true;
        if (!take_time(&s, &time))
            return false;
        has_zone = take_zone(&s, &zone);
    }
    if (s.at != s.end || month < 1 || month > 12 || day < 1 || day > date_days_in_month(year, month - 1))
        return false;
    double t = date_make_date(date_make_day(year, month - 1, day), time);
    *ret = date_time_clip(has_time && !has_zone ? date_utc_of(t) : t - zone);
    return true;
}

/* ------------------------------------------------------------------------------------------------ looser forms */
/* What has been read so far of a text like "Tue Mar 01 2022 10:11:12 GMT+0100 (CET)". */
typedef struct Loose {
    double numbers[3];        /* day, month, year in the order of the text */
    int count;
    int month;                /* by name; -1: none */
    double hour, minute, second, ms;
    bool has_time, is_pm, has_meridiem, has_zone;
    double zone;              /* milliseconds */
    bool is_year_first;
} Loose;

static bool word_is(const char *word, size_t length, const char *text, size_t least)
{
    if (length < least)
        return false;
    for (size_t i = 0; i < length; i++)
        if (!text[i] || (word[i] | 32) != text[i])
            return false;
    return true;
}

static bool read_word(Scanner *s, Loose *l)
{
    static const char *const months[] = {"january", "february", "march", "april", "may", "june", "july", "august", "september",
                                         "october", "november", "december"};
    static const char *const days[] = {"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"};
    static const struct { const char *name; double hours; } zones[] = {
        {"gmt", 0}, {"utc", 0}, {"ut", 0}, {"z", 0}, {"est", -5}, {"edt", -4}, {"cst", -6}, {"cdt", -5}, {"mst", -7}, {"mdt", -6},
        {"pst", -8}, {"pdt", -7}};
    const char *start = s->at;
    while ((look(s) | 32) >= 'a' && (look(s) | 32) <= 'z')
        s->at++;
    size_t length = (size_t)(s->at - start);
    for (int i = 0; i < 12; i++)
        if (word_is(start, length, months[i], 3)) {
            l->month = i;
            return true;
        }
    for (int i = 0; i < 7; i++)
        if (word_is(start, length, days[i], 3))
            return true;
    for (uint32_t i = 0; i < JS_COUNT(zones); i++)
        if (length == strlen(zones[i].name) && word_is(start, length, zones[i].name, length)) {
            l->has_zone = true;
            l->zone = zones[i].hours * 3600000;
            return true;
        }
    if (length == 2 && (word_is(start, 2, "am", 2) || word_is(start, 2, "pm", 2))) {
        l->has_meridiem = true;
        l->is_pm = (*start | 32) == 'p';
        return l->has_time;
    }
    return length == 1 && (*start | 32) == 't' && l->count == 3; /* between date and time */
}

static double read_number(Scanner *s, int *ret_digits)
{
    double value = 0;
    for (*ret_digits = 0; is_digit(look(s)); ++*ret_digits)
        value = value * 10 + (*s->at++ - '0');
    return value;
}

/* After the hour and a colon. */
static bool read_clock(Scanner *s, Loose *l, double hour)
{
    int digits;
    l->hour = hour;
    l->has_time = true;
    l->minute = read_number(s, &digits);
    if (!digits)
        return false;
    if (!take(s, ':'))
        return true;
    l->second = read_number(s, &digits);
    if (!digits)
        return false;
    if (!take(s, '.'))
        return true;
    double unit = 100;
    for (; is_digit(look(s)); unit /= 10)
        l->ms += unit >= 1 ? (*s->at++ - '0') * unit : (s->at++, 0);
    return true;
}

/* A sign after a time: +hhmm, +hh:mm, +hh */
static bool read_offset(Scanner *s, Loose *l)
{
    int digits;
    double sign = *s->at++ == '-' ? -1 : 1, value = read_number(s, &digits), minutes = 0;
    if (!digits)
        return false;
    if (take(s, ':'))
        minutes = read_number(s, &digits);
    else if (digits > 2) {
        minutes = fmod(value, 100);
        value = floor(value / 100);
    }
    l->has_zone = true;
    l->zone = sign * (value * 60 + minutes) * 60000;
    return true;
}

static bool skip_parenthesis(Scanner *s)
{
    int depth = 0;
    do {
        depth += look(s) == '(' ? 1 : look(s) == ')' ? -1 : 0;
        s->at++;
    } while (depth > 0 && s->at < s->end);
    return true;
}

static bool read_loose(Scanner *s, Loose *l)
{
    while (s->at < s->end) {
        char c = look(s);
        int digits;
        if (c == '(') {
            skip_parenthesis(s);
        } else if ((c | 32) >= 'a' && (c | 32) <= 'z') {
            if (!read_word(s, l))
                return false;
        } else if ((c == '+' || c == '-') && (l->has_time || l->has_zone)) {
            if (!read_offset(s, l))
                return false;
        } else if (is_digit(c)) {
            double value = read_number(s, &digits);
            if (!l->has_time && take(s, ':')) {
                if (!read_clock(s, l, value))
                    return false;
            } else if (l->count == 3) {
                return false;
            } else {
                if (l->count == 0 && digits >= 3)
                    l->is_year_first = true;
                l->numbers[l->count++] = value;
            }
        } else if (c == ' ' || c == ',' || c == '/' || c == '-' || c == '.') {
            s->at++;
        } else {
            return false;
        }
    }
    return true;
}

/* Years of one or two digits are of this or the last century. */
static double full_year(double year)
{
    return year < 50 ? 2000 + year : year < 100 ? 1900 + year : year;
}

static bool loose_date(const Loose *l, double *ret_year, double *ret_month, double *ret_day)
{
    const double *n = l->numbers;
    if (l->month >= 0) {
        if (l->count < 1)
            return false;
        *ret_month = l->month;
        *ret_day = l->is_year_first ? (l->count > 1 ? n[1] : 1) : n[0];
        *ret_year = l->is_year_first ? n[0] : l->count > 1 ? full_year(n[1]) : 2001;
        return l->count < 3;
    }
    if (l->is_year_first) {
        *ret_year = n[0];
        *ret_month = l->count > 1 ? n[1] - 1 : 0;
        *ret_day = l->count > 2 ? n[2] : 1;
        return true;
    }
    if (l->count < 1)
        return false;
    *ret_month = n[0] - 1;
    *ret_day = l->count > 1 ? n[1] : 1;
    *ret_year = l->count > 2 ? full_year(n[2]) : 2001;
    return true;
}

static double parse_loose(Scanner s)
{
    Loose l = {.month = -1};
    double year, month, day;
    if (look(&s) == '-' || look(&s) == '+') /* an expanded year, which only the exact format knows */
        return NAN;
    if (!read_loose(&s, &l) || !loose_date(&l, &year, &month, &day))
        return NAN;
    if (l.has_meridiem) {
        if (l.hour < 1 || l.hour > 12)
            return NAN;
        l.hour = fmod(l.hour, 12) + (l.is_pm ? 12 : 0);
    }
    if (month < 0 || month > 11 || day < 1 || day > 31 || l.hour > 24 || l.minute > 59 || l.second > 59)
        return NAN;
    double t = date_make_date(date_make_day(year, month, day), date_make_time(l.hour, l.minute, l.second, l.ms));
    return date_time_clip(l.has_zone ? t - l.zone : date_utc_of(t));
}

double js_date_parse(JsString *text)
{
    enum { TEXT_MAX = 400 };
    char bytes[TEXT_MAX];
    JsChars chars = js_string_chars(text);
    if (chars.length > TEXT_MAX)
        return NAN;
    for (uint32_t i = 0; i < chars.length; i++) {
        uint16_t c = js_chars_at(chars, i);
        bytes[i] = c == 0x202f || c == 0xa0 ? ' ' : c < 128 ? (char)c : '?';
    }
    Scanner s = {bytes, bytes + chars.length};
    while (s.at < s.end && *s.at == ' ')
        s.at++;
    while (s.end > s.at && s.end[-1] == ' ')
        s.end--;
    double t;
    return parse_iso(s, &t) ? t : parse_loose(s);
}
