/* Arithmetic of time values (date_time.h): the proleptic Gregorian calendar by days since 1970, local time by libc. */
#include "stdlib/date_time.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

double date_day(double t)
{
    return floor(t / DATE_MS_PER_DAY);
}

double date_time_within_day(double t)
{
    return t - date_day(t) * DATE_MS_PER_DAY;
}

/* Days from 1970-01-01 to the first of a month; years from March, so that leap days come last. */
static double days_to_civil(double year, double month)
{
    double y = month <= 1 ? year - 1 : year;
    double era = floor(y / 400), year_of_era = y - era * 400;
    double shifted = fmod(month + 10, 12);
    double day_of_year = floor((153 * shifted + 2) / 5);
    double day_of_era = year_of_era * 365 + floor(year_of_era / 4) - floor(year_of_era / 100) + day_of_year;
    return era * 146097 + day_of_era - 719468;
}

DateFields date_fields(double t)
{
    int64_t days = (int64_t)date_day(t);
    int64_t ms = (int64_t)date_time_within_day(t);
    int64_t z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097, day_of_era = z - era * 146097;
    int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t shifted = (5 * day_of_year + 2) / 153;
    DateFields f;
    f.day = (double)(day_of_year - (153 * shifted + 2) / 5 + 1);
    f.month = (double)(shifted < 10 ? shifted + 2 : shifted - 10);
    f.year = (double)(year_of_era + era * 400 + (f.month <= 1));
    f.hour = (double)(ms / 3600000);
    f.minute = (double)(ms / 60000 % 60);
    f.second = (double)(ms / 1000 % 60);
    f.ms = (double)(ms % 1000);
    f.weekday = (double)(((days + 4) % 7 + 7) % 7);
    return f;
}

double date_days_in_month(double year, double month)
{
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool is_leap = fmod(year, 4) == 0 && (fmod(year, 100) != 0 || fmod(year, 400) == 0);
    return days[(int)month] + (month == 1 && is_leap);
}

double date_make_time(double hour, double minute, double second, double ms)
{
    if (!isfinite(hour) || !isfinite(minute) || !isfinite(second) || !isfinite(ms))
        return NAN;
    return trunc(hour) * 3600000 + trunc(minute) * 60000 + trunc(second) * 1000 + trunc(ms);
}

double date_make_day(double year, double month, double date)
{
    if (!isfinite(year) || !isfinite(month) || !isfinite(date))
        return NAN;
    double y = trunc(year), m = trunc(month);
    double full = y + floor(m / 12), month_of_year = m - floor(m / 12) * 12;
    if (!(fabs(full) < 400000))
        return NAN;
    return days_to_civil(full, month_of_year) + trunc(date) - 1;
}

double date_make_date(double day, double time)
{
    double t = day * DATE_MS_PER_DAY + time;
    return isfinite(day) && isfinite(time) && isfinite(t) ? t : NAN;
}

double date_make_full_year(double year)
{
    if (isnan(year))
        return NAN;
    double y = trunc(year);
    return y >= 0 && y <= 99 ? 1900 + y : y;
}

double date_time_clip(double t)
{
    return isfinite(t) && fabs(t) <= 8.64e15 ? trunc(t) + 0.0 : NAN;
}

double date_offset_at(double t)
{
    struct tm fields;
    time_t seconds = (time_t)floor(t / 1000);
    return localtime_r(&seconds, &fields) ? (double)fields.tm_gmtoff * 1000 : 0;
}

double date_local_of(double t)
{
    return t + date_offset_at(t);
}

double date_utc_of(double t)
{
    if (!isfinite(t) || fabs(t) > 8.64e15 + 2 * DATE_MS_PER_DAY)
        return NAN;
    double before = date_offset_at(t - DATE_MS_PER_DAY), after = date_offset_at(t + DATE_MS_PER_DAY);
    /* A local time that occurs twice means the first; one that is skipped is read with the offset before the transition. */
    if (before == after || date_offset_at(t - before) == before || date_offset_at(t - after) != after)
        return t - before;
    return t - after;
}

void date_zone_name(double t, char *out, int size)
{
    static const char *const names[][2] = {
        {"UTC", "Coordinated Universal Time"}, {"GMT", "Greenwich Mean Time"}, {"BST", "British Summer Time"},
        {"CET", "Central European Standard Time"}, {"CEST", "Central European Summer Time"},
        {"EET", "Eastern European Standard Time"}, {"EEST", "Eastern European Summer Time"},
        {"EST", "Eastern Standard Time"}, {"EDT", "Eastern Daylight Time"}, {"CST", "Central Standard Time"},
        {"CDT", "Central Daylight Time"}, {"MST", "Mountain Standard Time"}, {"MDT", "Mountain Daylight Time"},
        {"PST", "Pacific Standard Time"}, {"PDT", "Pacific Daylight Time"}, {"JST", "Japan Standard Time"}};
    struct tm fields;
    time_t seconds = (time_t)floor(t / 1000);
    const char *zone = localtime_r(&seconds, &fields) && fields.tm_zone ? fields.tm_zone : "UTC";
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(zone, names[i][0]))
            zone = names[i][1];
    snprintf(out, (size_t)size, "%s", zone);
}
