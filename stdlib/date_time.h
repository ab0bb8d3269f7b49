/* Arithmetic of time values (ECMA-262 21.4.1). Pure, but for the local time zone, which is the process's (TZ). */
#pragma once
#include <stdbool.h>

#define DATE_MS_PER_DAY 86400000.0
double date_day(double t);                 /* 21.4.1.3 Day */
double date_time_within_day(double t);     /* 21.4.1.4 */
typedef struct DateFields { double year, month, day, hour, minute, second, ms, weekday; } DateFields; /* month from 0, day from 1 */
DateFields date_fields(double t);          /* of a finite time value */
double date_days_in_month(double year, double month);
double date_make_time(double hour, double minute, double second, double ms);  /* 21.4.1.27 */
double date_make_day(double year, double month, double date);                 /* 21.4.1.28 */
double date_make_date(double day, double time);                               /* 21.4.1.29 */
double date_make_full_year(double year);                                      /* 21.4.1.30 */
double date_time_clip(double t);                                              /* 21.4.1.31 */
double date_local_of(double t);            /* 21.4.1.25 LocalTime */
double date_utc_of(double t);              /* 21.4.1.26 UTC */
double date_offset_at(double t);           /* of local time from UTC, in milliseconds, at a UTC time value */
/* The zone's name in the long form of the "en" locale where known, else its abbreviation. */
void date_zone_name(double t, char *out, int size);
