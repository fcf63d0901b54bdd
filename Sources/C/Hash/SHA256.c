// FIPS 180-4, section 6.2. On x86-64 with the SHA extensions, blocks are compressed by these: covers are hashed while
// the library is scanned, and the instructions make it ten times as fast.

#include "SHA256.h"

#include <string.h>

static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotated(uint32_t word, int bits) { return word >> bits | word << (32 - bits); }

static void compress_portably(uint32_t state[8], const uint8_t *bytes, size_t block_count) {
    for (; block_count > 0; block_count--, bytes += 64) {
        uint32_t schedule[64];
        for (int t = 0; t < 16; t++) {
            schedule[t] = (uint32_t)bytes[4 * t] << 24 | (uint32_t)bytes[4 * t + 1] << 16 |
                (uint32_t)bytes[4 * t + 2] << 8 | (uint32_t)bytes[4 * t + 3];
        }
        for (int t = 16; t < 64; t++) {
            uint32_t early = schedule[t - 15], late = schedule[t - 2];
            schedule[t] = (rotated(late, 17) ^ rotated(late, 19) ^ late >> 10) + schedule[t - 7] +
                (rotated(early, 7) ^ rotated(early, 18) ^ early >> 3) + schedule[t - 16];
        }
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
        for (int t = 0; t < 64; t++) {
            uint32_t first = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) +
                round_constants[t] + schedule[t];
            uint32_t second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            h = g, g = f, f = e, e = d + first;
            d = c, c = b, b = a, a = first + second;
        }
        state[0] += a, state[1] += b, state[2] += c, state[3] += d;
        state[4] += e, state[5] += f, state[6] += g, state[7] += h;
    }
}

#if defined(__x86_64__)
#include <immintrin.h>

// Intel's SHA extensions keep the eight words as ABEF and CDGH, and do two rounds an instruction.
__attribute__((target("sha,sse4.1"))) static void compress_by_extensions(
    uint32_t state[8], const uint8_t *bytes, size_t block_count) {
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
    __m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
    __m128i abef = _mm_alignr_epi8(low, high, 8);
    __m128i cdgh = _mm_blend_epi16(high, low, 0xF0);
    for (; block_count > 0; block_count--, bytes += 64) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i schedule[4];
        for (int i = 0; i < 16; i++) {
            __m128i *words = &schedule[i % 4];
            if (i < 4) {
                *words = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes + i), big_endian);
            } else {
                const __m128i last = schedule[(i + 3) % 4];
                *words = _mm_sha256msg1_epu32(*words, schedule[(i + 1) % 4]);
                *words = _mm_add_epi32(*words, _mm_alignr_epi8(last, schedule[(i + 2) % 4], 4));
                *words = _mm_sha256msg2_epu32(*words, last);
            }
            __m128i sum = _mm_add_epi32(
                *words, _mm_loadu_si128((const __m128i *)(round_constants + 4 * i)));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    low = _mm_shuffle_epi32(abef, 0x1B);
    high = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(low, high, 0xF0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(high, low, 8));
}

#include <cpuid.h>

// CPUID leaf 7, EBX bit 29: SHA; leaf 1, ECX bit 19: SSE4.1.
static int has_extensions(void) {
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && c & 1u << 19 && __get_cpuid_count(7, 0, &a, &b, &c, &d) &&
        b & 1u << 29;
}

static void compress(uint32_t state[8], const uint8_t *bytes, size_t block_count) {
    // 0 before it is known. Threads that ask at once find the same.
    static _Atomic int known;
    int answer = known;
    if (answer == 0) known = answer = has_extensions() ? 1 : -1;
    (answer > 0 ? compress_by_extensions : compress_portably)(state, bytes, block_count);
}
#else
static void compress(uint32_t state[8], const uint8_t *bytes, size_t block_count) {
    compress_portably(state, bytes, block_count);
}
#endif

void sha256_begin(sha256_context *context) {
    static const uint32_t initial[8] = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    };
    memcpy(context->state, initial, sizeof initial);
    context->byte_count = 0;
}

void sha256_update(sha256_context *context, const void *bytes, size_t count) {
    const uint8_t *next = bytes;
    size_t held = context->byte_count % 64;
    context->byte_count += count;
    if (held > 0) {
        size_t taken = count < 64 - held ? count : 64 - held;
        memcpy(context->block + held, next, taken);
        if (held + taken < 64) return;
        compress(context->state, context->block, 1);
        next += taken;
        count -= taken;
    }
    if (count >= 64) compress(context->state, next, count / 64);
    if (count % 64 > 0) memcpy(context->block, next + count / 64 * 64, count % 64);
}

void sha256_finish(sha256_context *context, uint8_t *digest) {
    static const uint8_t padding[64] = {0x80};
    uint64_t bit_count = context->byte_count * 8;
    uint8_t length[8];
    for (int i = 0; i < 8; i++) length[i] = (uint8_t)(bit_count >> (56 - 8 * i));
    sha256_update(context, padding, 1 + (119 - context->byte_count % 64) % 64);
    sha256_update(context, length, sizeof length);
    for (int i = 0; i < 32; i++) digest[i] = (uint8_t)(context->state[i / 4] >> (24 - 8 * (i % 4)));
}
