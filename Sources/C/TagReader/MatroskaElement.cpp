#include "MatroskaElement.hpp"

#include <algorithm>

namespace reader::matroska {

std::optional<Element> element_at(Stream &stream, Offset start, Offset end, Fetch fetch) {
    // An id of up to four bytes, and a size of up to eight, whose first bits state how many (RFC 8794, section 4).
    unsigned char head[12];
    const size_t count = (stream.*fetch)(start, head, sizeof head);
    const auto length = [&](size_t at, size_t most) -> size_t {
        for (size_t i = 0; at < count && i < most; i++)
            if (head[at] & (0x80 >> i)) return at + i + 1 <= count ? i + 1 : 0;
        return 0;
    };
    const size_t id_length = length(0, 4);
    if (id_length == 0) return std::nullopt;
    const size_t size_length = length(id_length, 8);
    if (size_length == 0) return std::nullopt;
    uint32_t id = 0;
    for (size_t i = 0; i < id_length; i++) id = id << 8 | head[i];
    unsigned long long size = head[id_length] & (0xFF >> size_length);
    for (size_t i = 1; i < size_length; i++) size = size << 8 | head[id_length + i];
    const Offset content = start + static_cast<Offset>(id_length + size_length);
    if (content > end) return std::nullopt;
    // All bits set: as long as what it is in. So is, cut off, what would be longer.
    const bool is_unknown = size == (1ull << (7 * size_length)) - 1;
    const bool is_cut = !is_unknown && size > static_cast<unsigned long long>(end - content);
    return Element{id, content, is_unknown || is_cut ? end : content + static_cast<Offset>(size), is_cut};
}

unsigned long long number(Stream &stream, const Element &element) {
    unsigned long long number = 0;
    for (const char byte : stream.bytes(element.start, std::min<size_t>(element.size(), 8)))
        number = number << 8 | static_cast<unsigned char>(byte);
    return number;
}

}
