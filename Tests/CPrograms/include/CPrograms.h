#ifndef PHONOLITH_CPROGRAMS_H
#define PHONOLITH_CPROGRAMS_H

// Parts of starting a program that Swift does not see: the extensions of glibc and Linux.

#include <sys/types.h>

#pragma clang assume_nonnull begin

/// Makes a pipe of which no program inherits an end: the end for reading, then the one for writing. `errno` or 0.
int cp_pipe(int ends[_Nonnull 2]);

/// Starts a program, which is looked for in `PATH`, in a process group of its own and with no signal blocked.
///
/// `streams` are its standard input, output and error; it has nothing else of what is open here. Without a directory it
/// begins in this process's. `errno` or 0.
int cp_start(
    pid_t *process, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    const char *_Nullable directory, const int streams[_Nonnull 3]);

#pragma clang assume_nonnull end

#endif
