#ifndef SLOWOPEN_H
#define SLOWOPEN_H

// Loaded before the C library (LD_PRELOAD), makes a folder as slow as a file server far away: opening a file below the
// folder that SLOW_OPEN names takes 2 ms longer.

int open(const char *path, int flags, ...);
int open64(const char *path, int flags, ...);

#endif
