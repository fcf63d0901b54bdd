#pragma once

#include "Numbers.hpp"
#include "Stream.hpp"

#include <string>

namespace reader::mp4 {

/// A box (ISO 14496-12, 4.2): its type and where its content is.
struct Box {
    std::string type;
    Offset start;
    Offset end;
    /// Whether it would end behind what it is in.
    bool is_cut;

    size_t size() const { return static_cast<size_t>(end - start); }
};

/// Calls `visitor` with each box in a stretch of the file, until it returns `false` or the budget of boxes is spent.
template <typename Visitor>
void each_box(Stream &stream, Offset start, Offset end, int &budget, Visitor visitor, Fetch fetch = &Stream::read) {
    while (start + 8 <= end && budget-- > 0) {
        unsigned char head[16];
        const size_t got = (stream.*fetch)(start, head, sizeof head);
        if (got < 8) return;
        const auto left = static_cast<unsigned long long>(end - start);
        auto size = number(head, 4, false);
        Offset header = 8;
        if (size == 1 && got == sizeof head) {
            size = number(head + 8, 8, false);
            header = 16;
        } else if (size == 0) {
            size = left;
        }
        if (size < static_cast<unsigned long long>(header)) return;
        const bool is_cut = size > left;
        const Offset box_end = is_cut ? end : start + static_cast<Offset>(size);
        if (box_end < start + header) return;
        const Box box{std::string(reinterpret_cast<char *>(head) + 4, 4), start + header, box_end, is_cut};
        if (!visitor(box)) return;
        start = box_end;
    }
}

}
