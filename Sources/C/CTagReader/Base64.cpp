#include "Base64.hpp"

#include <cstdint>
#include <string>

namespace reader {

namespace {

/// -1 for what is no sign of Base64.
int value(char sign) {
    if (sign >= 'A' && sign <= 'Z') return sign - 'A';
    if (sign >= 'a' && sign <= 'z') return sign - 'a' + 26;
    if (sign >= '0' && sign <= '9') return sign - '0' + 52;
    if (sign == '+' || sign == '-') return 62;
    return sign == '/' || sign == '_' ? 63 : -1;
}

}

TagLib::ByteVector decoded_base64(std::string_view text) {
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3 + 3);
    int bits = 0;
    uint32_t word = 0;
    for (const char sign : text.substr(0, text.find('='))) {
        if (sign == ' ' || sign == '\t' || sign == '\r' || sign == '\n') continue;
        const int six = value(sign);
        if (six < 0) return {};
        word = word << 6 | static_cast<uint32_t>(six);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes.push_back(static_cast<char>(word >> bits & 0xFF));
    }
    return TagLib::ByteVector(bytes.data(), static_cast<unsigned>(bytes.size()));
}

}
