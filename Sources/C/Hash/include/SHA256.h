#ifndef PHONOLITH_SHA256_H
#define PHONOLITH_SHA256_H

#include <stddef.h>
#include <stdint.h>

/// SHA-256 of FIPS 180-4, so that what links no cryptographic library needs none for a checksum.

#define SHA256_DIGEST_SIZE 32

/// A digest in progress. Plain memory: it can be copied, and needs no end.
typedef struct {
    uint32_t state[8];
    uint64_t byte_count;
    uint8_t block[64];
} sha256_context;

void sha256_begin(sha256_context *_Nonnull context);

/// - Parameter bytes: May be null if `count` is 0.
void sha256_update(sha256_context *_Nonnull context, const void *_Nullable bytes, size_t count);

/// - Parameter digest: Room for SHA256_DIGEST_SIZE bytes.
void sha256_finish(sha256_context *_Nonnull context, uint8_t *_Nonnull digest);

#endif
