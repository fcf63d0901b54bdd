#include "EndOfAudio.hpp"

#include "Numbers.hpp"

#include <array>
#include <cstdlib>
#include <cstring>
#include <string>

namespace reader {

Offset end_of_audio(Stream &stream) {
    Offset end = stream.length();
    for (int tags = 0; tags < 4; tags++) {
        std::array<unsigned char, 128> bytes{};
        if (end < 128 || stream.read(end - 128, bytes.data(), 128) < 128) return end;
        const unsigned char *ape = bytes.data() + 96;
        Offset size = 0;
        if (std::memcmp(bytes.data(), "TAG", 3) == 0) {
            size = 128;
        } else if (std::memcmp(ape, "APETAGEX", 8) == 0) {
            const bool has_header = ape[23] & 0x80;
            size = static_cast<Offset>(number(ape + 12, 4, true)) + (has_header ? 32 : 0);
        } else if (std::memcmp(bytes.data() + 119, "LYRICS200", 9) == 0) {
            const std::string digits(reinterpret_cast<char *>(bytes.data()) + 113, 6);
            size = static_cast<Offset>(std::strtol(digits.c_str(), nullptr, 10)) + 15;
        }
        if (size <= 0 || size > end) return end;
        end -= size;
    }
    return end;
}

}
