#include "FlacFrame.hpp"

#include "Numbers.hpp"

namespace reader {

namespace {

/// CRC-8 with the polynomial x^8 + x^2 + x + 1 (RFC 9639, section 9.1.8).
unsigned char checksum(const unsigned char *bytes, size_t count) {
    unsigned char remainder = 0;
    for (size_t i = 0; i < count; i++) {
        remainder ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            remainder = static_cast<unsigned char>(remainder << 1 ^ (remainder & 0x80 ? 0x07 : 0));
    }
    return remainder;
}

/// How many bytes the coded number takes; 0 where it is none (RFC 9639, section 9.1.5).
size_t length_of_number(unsigned char first) {
    if (first < 0x80) return 1;
    size_t ones = 0;
    while (ones < 8 && first & 0x80 >> ones) ones++;
    return ones >= 2 && ones <= 7 ? ones : 0;
}

}

FlacForm::FlacForm(const unsigned char *info) {
    largest_block_ = static_cast<unsigned>(number(info + 2, 2, false));
    largest_frame = static_cast<size_t>(number(info + 7, 3, false));
    const auto packed = number(info + 10, 8, false);
    sample_rate = static_cast<int>(packed >> 44);
    channels = static_cast<int>(packed >> 41 & 7) + 1;
    bits_per_sample = static_cast<int>(packed >> 36 & 31) + 1;
    total_samples = packed & 0xFFFFFFFFF;
}

unsigned long long FlacForm::end_of_frame(const unsigned char *b, size_t count) const {
    if (count < shortest_header || b[0] != static_cast<unsigned char>(first_byte) || (b[1] & 0xFE) != 0xF8) return 0;
    const int size_code = b[2] >> 4, rate_code = b[2] & 15, channel_code = b[3] >> 4;
    if (size_code == 0 || rate_code == 15 || channel_code > 10 || (b[3] & 1)) return 0;
    if ((channel_code < 8 ? channel_code + 1 : 2) != channels) return 0;
    const size_t digits = length_of_number(b[4]);
    const size_t more = (size_code == 6 ? 1 : size_code == 7 ? 2 : 0) + (rate_code == 12 ? 1 : rate_code > 12 ? 2 : 0);
    const size_t length = 4 + digits + more;
    if (digits == 0 || count <= length || checksum(b, length) != b[length]) return 0;
    unsigned long long position = digits == 1 ? b[4] : b[4] & (0x7Fu >> digits);
    for (size_t i = 1; i < digits; i++) position = position << 6 | (b[4 + i] & 0x3F);
    unsigned long long block = 0;
    if (size_code == 1) block = 192;
    else if (size_code <= 5) block = 576ull << (size_code - 2);
    else if (size_code <= 7) block = number(b + 4 + digits, size_code == 6 ? 1 : 2, false) + 1;
    else block = 256ull << (size_code - 8);
    if (block > largest_block_) return 0;
    const bool is_variable = b[1] & 1;
    return (is_variable ? position : position * largest_block_) + block;
}

}
