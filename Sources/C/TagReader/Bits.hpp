#pragma once

#include <cstddef>

namespace reader {

/// Reads numbers of any width from bytes, the highest bit first; zeros behind the end.
class Bits {
public:
    Bits(const unsigned char *bytes, size_t count) : bytes_(bytes), count_(count * 8) {}

    /// The next bits as a number, at most 32.
    unsigned take(int width) {
        unsigned number = 0;
        for (; width > 0; width--, place_++)
            number = number << 1 | (place_ < count_ ? bytes_[place_ / 8] >> (7 - place_ % 8) & 1u : 0u);
        return number;
    }

    void skip(int width) { place_ += static_cast<size_t>(width); }

    void skip_to_byte() { place_ = (place_ + 7) / 8 * 8; }

    /// Whether more was taken than there is.
    bool is_exhausted() const { return place_ > count_; }

private:
    const unsigned char *bytes_;
    size_t count_;
    size_t place_ = 0;
};

}
