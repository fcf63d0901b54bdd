#include "Mp4Items.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace reader::mp4 {

namespace {

constexpr Offset header = 8;

/// The parts of an item besides its value.
bool is_part(const std::string &type) {
    static const std::array<std::string, 7> types{"data", "mean", "name", "itif", "free", "skip", "uuid"};
    return std::find(types.begin(), types.end(), type) != types.end();
}

}

ItemFinder::Head ItemFinder::head(Offset at) {
    unsigned char bytes[header];
    if (at + header > end_ || budget_-- <= 0 || stream_.read(at, bytes, sizeof bytes) < sizeof bytes) return {};
    return {number(bytes, 4, false), std::string(reinterpret_cast<char *>(bytes) + 4, 4)};
}

/// Whether nothing but zeros begins here, or nothing.
bool ItemFinder::is_padding(Offset at) {
    if (at + header > end_) return true;
    const Head head = this->head(at);
    return head.size == 0 && std::all_of(head.type.begin(), head.type.end(), [](char c) { return c == 0; });
}

bool ItemFinder::fits(const Head &head, Offset at) const {
    return head.size >= header && head.size <= static_cast<unsigned long long>(end_ - at);
}

bool ItemFinder::has_name(const Head &head) const {
    if (head.type.size() < 4) return false;
    unsigned long long number = 0;
    for (const char c : head.type) number = number << 8 | static_cast<unsigned char>(c);
    if (number >= 1 && number <= keys_) return true;
    return std::all_of(head.type.begin(), head.type.end(), [](char c) { return (c >= ' ' && c <= '~') || c == '\xA9'; });
}

/// Whether an item with a value begins here.
bool ItemFinder::is_item(Offset at) {
    const Head head = this->head(at);
    return fits(head, at) && has_name(head) && !is_part(head.type) && is_part(this->head(at + header).type);
}

/// Whether an item may end here.
bool ItemFinder::is_edge(Offset at) {
    if (at >= end_ || is_padding(at)) return true;
    const Head head = this->head(at);
    return fits(head, at) && has_name(head);
}

/// Where the parts end that begin here; nothing is read behind the end that is expected, where the next item may be far.
Offset ItemFinder::end_of_parts(Offset start, Offset expected) {
    Offset at = start;
    while (at != expected) {
        const Head head = this->head(at);
        if (!is_part(head.type) || !fits(head, at)) break;
        at += static_cast<Offset>(head.size);
    }
    return at;
}

Item ItemFinder::item(Offset start) {
    if (start >= end_ || is_padding(start)) return {};
    const Head head = this->head(start);
    const Offset content = start + header;
    const bool fits = this->fits(head, start);
    if (!fits && !has_name(head)) return {std::nullopt, true, true};
    const Offset stated_end = fits ? start + static_cast<Offset>(head.size) : end_;
    const Offset parts_end = end_of_parts(content, stated_end);
    const auto made = [&](Offset end, bool is_damaged, bool is_last) {
        return Item{Box{head.type, content, end, false}, is_damaged, is_last};
    };
    if (fits && parts_end == stated_end) return made(stated_end, false, false);
    const bool has_parts = parts_end > content;
    if (fits && is_edge(stated_end)) {
        // It may have swallowed the items behind it.
        if (has_parts && parts_end < stated_end && is_item(parts_end)) return made(parts_end, true, false);
        return made(stated_end, has_parts || is_part(this->head(content).type), false);
    }
    if (has_parts && is_edge(parts_end)) return made(parts_end, true, false);
    return made(stated_end, true, true);
}

Offset ItemFinder::next_item(Offset from) {
    constexpr Offset chunk = 64 * 1024, heads = 2 * header;
    for (Offset start = from; start + heads <= end_ && budget_-- > 0; start += chunk - heads + 1) {
        const TagLib::ByteVector bytes = stream_.bytes(start, static_cast<size_t>(std::min(chunk, end_ - start)));
        for (unsigned at = 0; at + heads <= bytes.size(); at++) {
            const std::string_view part(bytes.data() + at + header + 4, 4);
            if ((part == "data" || part == "mean") && is_item(start + at)) return start + at;
        }
    }
    return -1;
}

}
