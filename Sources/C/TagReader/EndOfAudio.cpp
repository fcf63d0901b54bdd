#include "EndOfAudio.hpp"

#include "ID3v2Repair.hpp"
#include "Numbers.hpp"

#include <array>
#include <cstdlib>
#include <cstring>
#include <string>

namespace reader {

namespace {

struct TagsAtEnd {
    Offset end_of_audio;
    Offset footer_of_ape = -1;
    Offset id3v2 = -1;
};

TagsAtEnd tags_at_end(Stream &stream) {
    TagsAtEnd tags_found{stream.length()};
    Offset &end = tags_found.end_of_audio;
    for (int tags = 0; tags < 4; tags++) {
        std::array<unsigned char, 128> bytes{};
        if (end < 128 || stream.read(end - 128, bytes.data(), 128) < 128) return tags_found;
        const unsigned char *ape = bytes.data() + 96;
        Offset size = 0;
        if (std::memcmp(bytes.data(), "TAG", 3) == 0) {
            size = 128;
        } else if (std::memcmp(ape, "APETAGEX", 8) == 0) {
            const bool has_header = ape[23] & 0x80;
            if (tags_found.footer_of_ape < 0) tags_found.footer_of_ape = end - 32;
            size = static_cast<Offset>(number(ape + 12, 4, true)) + (has_header ? 32 : 0);
        } else if (std::memcmp(bytes.data() + 119, "LYRICS200", 9) == 0) {
            const std::string digits(reinterpret_cast<char *>(bytes.data()) + 113, 6);
            size = static_cast<Offset>(std::strtol(digits.c_str(), nullptr, 10)) + 15;
        } else if (std::memcmp(bytes.data() + 118, "3DI", 3) == 0) {
            // The footer is the header again (ID3v2.4, section 3.4).
            unsigned char *footer = bytes.data() + 118;
            std::memcpy(footer, "ID3", 3);
            size = id3v2_size(footer);
            if (tags_found.id3v2 < 0) tags_found.id3v2 = end - size;
        }
        if (size <= 0 || size > end) return tags_found;
        end -= size;
    }
    return tags_found;
}

}

Offset end_of_audio(Stream &stream) { return tags_at_end(stream).end_of_audio; }

Offset footer_of_ape(Stream &stream) { return tags_at_end(stream).footer_of_ape; }

bool is_whole_ape(Stream &stream, Offset footer) {
    unsigned char bytes[32];
    if (stream.read(footer, bytes, 32) < 32) return false;
    const auto size = static_cast<Offset>(number(bytes + 12, 4, true));
    constexpr Offset largest = 64 * 1024 * 1024;
    if (size > largest) return size <= footer + 32; // nothing else of it is looked at
    if (size < 32 || size > footer + 32) return false;
    const TagLib::ByteVector items = stream.bytes(footer + 32 - size, static_cast<size_t>(size - 32));
    const auto *data = reinterpret_cast<const unsigned char *>(items.data());
    unsigned long long count = 0;
    for (size_t at = 0; at < items.size(); count++) {
        const size_t left = items.size() - at;
        const void *end_of_key = left > 8 ? std::memchr(data + at + 8, 0, left - 8) : nullptr;
        if (!end_of_key) return false;
        const size_t value = static_cast<size_t>(static_cast<const unsigned char *>(end_of_key) - data) + 1;
        const auto length = static_cast<size_t>(number(data + at, 4, true));
        if (length > items.size() - value) return false;
        at = value + length;
    }
    return count == number(bytes + 16, 4, true);
}

Offset id3v2_at_end(Stream &stream) { return tags_at_end(stream).id3v2; }

}
