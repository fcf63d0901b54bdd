#pragma once

#include <cstddef>

namespace reader {

/// A number of up to eight bytes.
inline unsigned long long number(const unsigned char *bytes, size_t count, bool is_little_endian) {
    unsigned long long number = 0;
    for (size_t i = 0; i < count; i++) number = number << 8 | bytes[is_little_endian ? count - 1 - i : i];
    return number;
}

}
