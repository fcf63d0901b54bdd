#include "Base64.hpp"

#include <array>
#include <cstdint>

namespace reader {

namespace {

/// Marks of bytes outside the alphabet: white space, and all others.
constexpr uint8_t skipped = 64, foreign = 128;

constexpr std::array<uint8_t, 256> values = [] {
    std::array<uint8_t, 256> values{};
    for (auto &value : values) value = foreign;
    for (const char sign : {' ', '\t', '\r', '\n'}) values[static_cast<uint8_t>(sign)] = skipped;
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (uint8_t i = 0; i < alphabet.size(); i++) values[static_cast<uint8_t>(alphabet[i])] = i;
    values['-'] = 62;
    values['_'] = 63;
    return values;
}();

}

TagLib::ByteVector decoded_base64(std::string_view text) {
    text = text.substr(0, text.find('='));
    const auto *signs = reinterpret_cast<const uint8_t *>(text.data());
    TagLib::ByteVector bytes(static_cast<unsigned>(text.size() / 4 * 3 + 3));
    char *const start = bytes.data();
    char *end = start;
    uint32_t word = 0;
    int bits = 0;
    for (size_t at = 0; at < text.size();) {
        // Pictures are long: four characters without white space between them are decoded at once.
        if (bits == 0 && text.size() - at >= 4) {
            const uint8_t a = values[signs[at]], b = values[signs[at + 1]];
            const uint8_t c = values[signs[at + 2]], d = values[signs[at + 3]];
            if ((a | b | c | d) < skipped) {
                *end++ = static_cast<char>(a << 2 | b >> 4);
                *end++ = static_cast<char>(b << 4 | c >> 2);
                *end++ = static_cast<char>(c << 6 | d);
                at += 4;
                continue;
            }
        }
        const uint8_t six = values[signs[at++]];
        if (six == skipped) continue;
        if (six == foreign) return {};
        word = word << 6 | six;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        *end++ = static_cast<char>(word >> bits & 0xFF);
    }
    bytes.resize(static_cast<unsigned>(end - start));
    return bytes;
}

}
