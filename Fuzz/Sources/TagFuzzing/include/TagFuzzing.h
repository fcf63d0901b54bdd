#ifndef TAG_FUZZING_H
#define TAG_FUZZING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads bytes as a file with this extension, and looks at all that the reader returns.
void fuzz_tags(const uint8_t *_Nullable data, size_t size, const char *_Nonnull extension);

/// libFuzzer's own loop (FuzzerDriver.cpp), for programs with a `main` of their own.
int LLVMFuzzerRunDriver(
    int *_Nonnull count, char *_Nullable *_Nonnull *_Nonnull arguments,
    int (*_Nonnull callback)(const uint8_t *_Nullable data, size_t size));

#ifdef __cplusplus
}
#endif

#endif
