#include "EndOfAudio.hpp"

#include "ID3v2Repair.hpp"
#include "Numbers.hpp"

#include <algorithm>
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

namespace {

constexpr unsigned ape_footer = 32;

/// The items of an APE tag that are whole, from the first on.
struct WholeItems {
    unsigned long long count = 0;
    /// The size of all of them in bytes.
    size_t size = 0;
};

/// An item is the size of its value, flags, a key with a NUL, and the value (APEv2, "APE Tag Item").
WholeItems whole_items(const TagLib::ByteVector &items) {
    const auto *data = reinterpret_cast<const unsigned char *>(items.data());
    WholeItems whole;
    while (whole.size < items.size()) {
        const size_t at = whole.size, left = items.size() - at;
        const void *end_of_key = left > 8 ? std::memchr(data + at + 8, 0, left - 8) : nullptr;
        if (!end_of_key) return whole;
        const size_t value = static_cast<size_t>(static_cast<const unsigned char *>(end_of_key) - data) + 1;
        const auto length = static_cast<size_t>(number(data + at, 4, true));
        if (length > items.size() - value) return whole;
        whole.size = value + length;
        whole.count++;
    }
    return whole;
}

/// The items of a tag whose footer is cut off, and what is left of the footer, from the last header or footer on. Only what is near
/// the end is looked at.
TagLib::ByteVector items_before_end(Stream &stream) {
    constexpr Offset near = 16 * 1024;
    const Offset start = std::max<Offset>(0, stream.length() - near);
    const TagLib::ByteVector end = stream.bytes(start, near);
    const int found = end.rfind("APETAGEX");
    if (found < 0) return {};
    const auto at = static_cast<unsigned>(found);
    const auto *mark = reinterpret_cast<const unsigned char *>(end.data()) + at;
    const unsigned left = end.size() - at;
    constexpr unsigned end_of_size = 16;
    if (left < end_of_size) {
        const int header = at > ape_footer ? end.mid(0, at).rfind("APETAGEX") : -1;
        return header < 0 ? TagLib::ByteVector() : end.mid(header + ape_footer, at - std::min(at, header + ape_footer));
    }
    constexpr unsigned char is_header = 0x20;
    if (left > ape_footer) return mark[23] & is_header ? end.mid(at + ape_footer) : TagLib::ByteVector();
    const auto size = static_cast<Offset>(number(mark + 12, 4, true));
    const Offset first = start + found + ape_footer - size;
    if (left == ape_footer || size < static_cast<Offset>(ape_footer) || first < 0) return {};
    return stream.bytes(first, static_cast<size_t>(size - ape_footer));
}

}

bool is_whole_ape(Stream &stream, Offset footer) {
    unsigned char bytes[ape_footer];
    if (stream.read(footer, bytes, ape_footer) < ape_footer) return false;
    const auto size = static_cast<Offset>(number(bytes + 12, 4, true));
    constexpr Offset largest = 64 * 1024 * 1024, end = ape_footer;
    if (size > largest) return size <= footer + end; // nothing else of it is looked at
    if (size < end || size > footer + end) return false;
    const TagLib::ByteVector items = stream.bytes(footer + end - size, static_cast<size_t>(size - end));
    const WholeItems whole = whole_items(items);
    return whole.size == items.size() && whole.count == number(bytes + 16, 4, true);
}

TagLib::ByteVector cut_ape(Stream &stream) {
    const TagLib::ByteVector items = items_before_end(stream);
    const WholeItems whole = whole_items(items);
    if (whole.count == 0) return {};
    const auto little_endian = [](size_t number) { return TagLib::ByteVector::fromUInt(static_cast<unsigned>(number), false); };
    TagLib::ByteVector tag = items.mid(0, static_cast<unsigned>(whole.size));
    tag.append("APETAGEX").append(little_endian(2000)).append(little_endian(whole.size + ape_footer));
    return tag.append(little_endian(static_cast<size_t>(whole.count))).append(TagLib::ByteVector(12u, 0));
}

Offset id3v2_at_end(Stream &stream) { return tags_at_end(stream).id3v2; }

}
