#pragma once

#include "Mp4Box.hpp"

#include <optional>

namespace reader::mp4 {

/// An item of a list of tags, or the place where none begins.
struct Item {
    /// `nullopt` at the end of the list.
    std::optional<Box> box;
    /// Whether its size, or that of a box in it, is wrong.
    bool is_damaged = false;
    /// True if the start of the next item is unknown.
    bool is_last = false;
};

/// Finds the items in an `ilst` where sizes may be wrong: an item ends where the boxes in it do, if another begins there.
class ItemFinder {
public:
    /// `keys` is how many keys items may have in the place of a name; each header that is read costs one of `budget`.
    ItemFinder(Stream &stream, Offset end, size_t keys, int &budget)
        : stream_(stream), end_(end), keys_(keys), budget_(budget) {}

    Item item(Offset start);

    /// Where the next item with a value begins, whatever lies before it; -1 for none.
    Offset next_item(Offset from);

private:
    struct Head {
        unsigned long long size = 0;
        std::string type;
    };

    Head head(Offset at);
    bool is_padding(Offset at);
    bool fits(const Head &head, Offset at) const;
    bool has_name(const Head &head) const;
    bool is_item(Offset at);
    bool is_edge(Offset at);
    Offset end_of_parts(Offset start, Offset expected);

    Stream &stream_;
    Offset end_;
    size_t keys_;
    int &budget_;
};

}
