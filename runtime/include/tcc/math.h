/* <math.h> for tcc: what sinew.h and the emitted code use of it. See stdint.h. */
#pragma once
#define NAN (0.0 / 0.0)
#define INFINITY (1.0 / 0.0)
#define HUGE_VAL INFINITY
#define isnan(x) ((x) != (x))
#define isinf(x) (fabs(x) == INFINITY)
#define signbit(x) (copysign(1.0, x) < 0)

double fabs(double), floor(double), ceil(double), trunc(double), round(double), rint(double), sqrt(double), cbrt(double);
double sin(double), cos(double), tan(double), asin(double), acos(double), atan(double), atan2(double, double);
double sinh(double), cosh(double), tanh(double), asinh(double), acosh(double), atanh(double);
double exp(double), expm1(double), log(double), log2(double), log10(double), log1p(double);
double pow(double, double), fmod(double, double), hypot(double, double), copysign(double, double);
