/* Put before the C library (LD_PRELOAD), this lets a program's clock be off by SHIFT_SECONDS, as if somebody had set it
   wrong. What counts seconds steadily, and all other programs, are left alone. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static time_t shift(void)
{
    const char *seconds = getenv("SHIFT_SECONDS");
    return seconds ? atoll(seconds) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *told)
{
    static int (*really)(clockid_t, struct timespec *);
    if (!really)
        really = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = really(clock, told);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        told->tv_sec += shift();
    return result;
}

int gettimeofday(struct timeval *restrict told, void *restrict zone)
{
    (void)zone;
    struct timespec now;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    told->tv_sec = now.tv_sec;
    told->tv_usec = now.tv_nsec / 1000;
    return result;
}

time_t time(time_t *told)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (told)
        *told = now.tv_sec;
    return now.tv_sec;
}
