#pragma once

#include "Stream.hpp"

#include <cstdint>
#include <optional>

namespace reader::matroska {

/// The elements that are looked at (RFC 9559, section 5.1).
enum Id : uint32_t {
    segment_id = 0x18538067,
    seek_head_id = 0x114D9B74,
    seek_id = 0x4DBB,
    seek_position_id = 0x53AC,
    info_id = 0x1549A966,
    info_title_id = 0x7BA9,
    segment_uuid_id = 0x73A4,
    tracks_id = 0x1654AE6B,
    track_entry_id = 0xAE,
    track_type_id = 0x83,
    cluster_id = 0x1F43B675,
    tags_id = 0x1254C367,
    tag_id = 0x7373,
    targets_id = 0x63C0,
    target_level_id = 0x68CA,
    target_type_id = 0x63CA,
    target_track_id = 0x63C5,
    target_edition_id = 0x63C9,
    target_chapter_id = 0x63C4,
    target_attachment_id = 0x63C6,
    simple_tag_id = 0x67C8,
    tag_name_id = 0x45A3,
    tag_string_id = 0x4487,
};

/// The identifier of an element, and the range of its content.
struct Element {
    uint32_t id;
    Offset start;
    Offset end;
    /// Whether it would end behind what it is in; one of unknown size would not.
    bool is_cut;

    size_t size() const { return static_cast<size_t>(end - start); }
};

/// The element that begins at `start`; `nullopt` where none does.
std::optional<Element> element_at(Stream &stream, Offset start, Offset end, Fetch fetch = &Stream::read);

/// Calls `visitor` with each element in a stretch of the file, until it returns `false` or the budget of elements is
/// spent.
template <typename Visitor>
void each_element(Stream &stream, Offset start, Offset end, int &budget, Visitor visitor, Fetch fetch = &Stream::read) {
    while (start < end && budget-- > 0) {
        const std::optional<Element> element = element_at(stream, start, end, fetch);
        if (!element || !visitor(*element)) return;
        start = element->end;
    }
}

/// The content as a number of at most eight bytes.
unsigned long long number(Stream &stream, const Element &element);

}
