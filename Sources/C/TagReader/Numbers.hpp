#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace reader {

/// A number of up to eight bytes.
inline unsigned long long number(const unsigned char *bytes, size_t count, bool is_little_endian) {
    unsigned long long number = 0;
    for (size_t i = 0; i < count; i++) number = number << 8 | bytes[is_little_endian ? count - 1 - i : i];
    return number;
}

/// A bit rate in kbit/s, at least 1; 0 for what no sound has: headers may state anything.
inline int32_t kilobits(double bits_per_second) {
    constexpr double highest = 1e9;
    if (!(bits_per_second > 0 && bits_per_second <= highest)) return 0;
    return std::max(1, static_cast<int32_t>(bits_per_second / 1000 + 0.5));
}

/// A length in milliseconds; -1 where there is none.
inline int64_t milliseconds(double seconds) {
    constexpr double longest = 1e12;
    return seconds >= 0 && seconds <= longest ? static_cast<int64_t>(seconds * 1000 + 0.5) : -1;
}

}
