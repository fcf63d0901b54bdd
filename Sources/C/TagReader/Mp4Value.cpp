#include "Mp4Value.hpp"

#include "Mp4Track.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace reader {

using TagLib::ByteVector;
using TagLib::String;
using mp4::big_endian;

namespace {

constexpr unsigned head = 8;

/// The well-known types of texts and numbers; those of numbers without a size have up to eight bytes.
enum Type : unsigned {
    implicit = 0, utf8 = 1, utf16 = 2, utf8_for_sorting = 4, utf16_for_sorting = 5, integer = 21, natural = 22, float_32 = 23,
    float_64 = 24, integer_8 = 65, integer_16 = 66, integer_32 = 67, integer_64 = 74, natural_8 = 75, natural_16 = 76,
    natural_32 = 77, natural_64 = 78,
};

/// Whether a value whose type is not told is a text, however short.
bool is_text(const std::string &key) {
    return key == "----" || key[0] == '\xC2' || key.compare(0, 5, "mdta:") == 0 || key == "tvsh" || key == "tven";
}

void add_integer(Contents &contents, const ByteVector &data, size_t count, bool is_signed) {
    auto number = static_cast<uint64_t>(big_endian(data, head, count));
    const unsigned unused = 64 - 8 * static_cast<unsigned>(count);
    if (is_signed)
        contents.value(static_cast<long long>(static_cast<int64_t>(number << unused) >> unused));
    else
        contents.value(std::to_string(number));
}

/// In as few digits as tell it from others.
template <typename Real, typename Bits> void add_real(Contents &contents, const ByteVector &data) {
    const Bits bits = static_cast<Bits>(big_endian(data, head, sizeof(Bits)));
    Real number;
    std::memcpy(&number, &bits, sizeof number);
    char text[64];
    if (!std::isfinite(number)) return;
    const auto end = std::to_chars(text, text + sizeof text, number).ptr;
    contents.value(std::string_view(text, static_cast<size_t>(end - text)));
}

void add_number(Contents &contents, unsigned type, const ByteVector &data, size_t count) {
    switch (type) {
    case float_32: if (count >= 4) add_real<float, uint32_t>(contents, data); break;
    case float_64: if (count >= 8) add_real<double, uint64_t>(contents, data); break;
    case integer: case integer_8: case integer_16: case integer_32: case integer_64:
        add_integer(contents, data, count, true);
        break;
    default: add_integer(contents, data, count, false);
    }
}

bool is_number(unsigned type) {
    return (type >= integer && type <= float_64) || (type >= integer_8 && type <= integer_32)
        || (type >= integer_64 && type <= natural_64);
}

}

void add_mp4_value(Contents &contents, const std::string &key, const ByteVector &data) {
    if (data.size() < head) return;
    const auto type = static_cast<unsigned>(big_endian(data, 0, 4) & 0xFFFFFF);
    const size_t count = data.size() - head;
    if (key == "trkn" || key == "disk") {
        const auto number = big_endian(data, 10, 2), total = count >= 6 ? big_endian(data, 12, 2) : 0;
        if (number > 0 || total > 0) contents.value(std::to_string(number) + "/" + std::to_string(total));
    } else if (key == "gnre") {
        const auto number = big_endian(data, head, std::min<size_t>(count, 2));
        if (number > 0) contents.value(static_cast<long long>(number) - 1);
    } else if (type == utf16 || type == utf16_for_sorting) {
        contents.value(String(data.mid(head), String::UTF16BE));
    } else if (is_number(type)) {
        if (count >= 1 && count <= 8) add_number(contents, type, data, count);
    } else if (type == implicit && !is_text(key) && count <= 8) {
        if (count >= 1) add_integer(contents, data, count, false);
    } else if (type == implicit || type == utf8 || type == utf8_for_sorting) {
        contents.value(std::string_view(data.data() + head, count));
    }
}

}
