#define _GNU_SOURCE
#include "SlowOpen.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

typedef int opening(const char *path, int flags, ...);

static void wait_below_folder(const char *path)
{
    const char *folder = getenv("SLOW_OPEN");
    if (!folder || strncmp(path, folder, strlen(folder)) != 0) return;
    const struct timespec delay = {0, 2000000};
    nanosleep(&delay, NULL);
}

static int open_slowly(const char *name, const char *path, int flags, va_list arguments)
{
    opening *next = (opening *)dlsym(RTLD_NEXT, name);
    // Only files that may be made have a mode (open(2)).
    int has_mode = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
    mode_t mode = has_mode ? va_arg(arguments, mode_t) : 0;
    wait_below_folder(path);
    return next(path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    int descriptor = open_slowly("open", path, flags, arguments);
    va_end(arguments);
    return descriptor;
}

int open64(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    int descriptor = open_slowly("open64", path, flags, arguments);
    va_end(arguments);
    return descriptor;
}
