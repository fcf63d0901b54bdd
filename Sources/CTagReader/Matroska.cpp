#include "Matroska.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace reader {

using TagLib::ByteVector;

namespace {

constexpr int most_elements = 20'000;
constexpr size_t most_places = 32;
constexpr size_t largest_text = 64 * 1024;

/// The elements that are looked at (RFC 9559, section 5.1).
enum Id : uint32_t {
    segment_id = 0x18538067,
    seek_head_id = 0x114D9B74,
    seek_id = 0x4DBB,
    seek_position_id = 0x53AC,
    info_id = 0x1549A966,
    info_title_id = 0x7BA9,
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

constexpr unsigned long long video_track = 1;

/// What it is, and where its content lies.
struct Element {
    uint32_t id;
    Offset start;
    Offset end;
};

/// What a tag speaks of.
struct Target {
    std::optional<unsigned long long> level;
    std::string type;
    /// Whether it is a track, a chapter or the like, and not the whole.
    bool is_part = false;
};

/// The level that a name stands for where there is no number (RFC 9559, section 5.1.8.1.1.2).
unsigned long long level_of(const std::string &type) {
    if (type == "COLLECTION") return 70;
    if (type == "SEASON" || type == "VOLUME" || type == "EDITION" || type == "ISSUE" || type == "SEQUEL") return 60;
    if (type.empty() || type == "EPISODE" || type == "MOVIE" || type == "ALBUM" || type == "CONCERT") return 50;
    return 0;
}

std::string upper_case(std::string text) {
    for (char &c : text)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return text;
}

class Reader {
public:
    Reader(Contents &contents, Stream &stream) : contents_(contents), stream_(stream) {}

    void read() {
        each(0, stream_.length(), [&](const Element &element) {
            if (element.id == segment_id) read_segment(element);
            return element.id != segment_id;
        });
        if (!has_video_) return;
        for (const Element &tags : tags_)
            each_in(tags, tag_id, [&](const Element &tag) { read_tag(tag); });
        if (!title_.empty()) add("TITLE", title_);
    }

private:
    /// Calls `visitor` with each element in a stretch of the file, until it answers `false`.
    template <typename Visitor> void each(Offset start, Offset end, Visitor visitor) {
        while (start < end && elements_++ < most_elements) {
            const std::optional<Element> element = this->element(start, end);
            if (!element || !visitor(*element)) return;
            start = element->end;
        }
    }

    /// Calls `visitor` with each element of a kind that is in another.
    template <typename Visitor> void each_in(const Element &parent, Id id, Visitor visitor) {
        each(parent.start, parent.end, [&](const Element &element) {
            if (element.id == id) visitor(element);
            return true;
        });
    }

    std::optional<Element> element(Offset start, Offset end);
    void read_segment(const Element &segment);
    bool visit(const Element &element);
    void read_tag(const Element &tag);
    Target target(const Element &targets);

    unsigned long long number(const Element &element) {
        unsigned long long number = 0;
        for (const char byte : stream_.bytes(element.start, std::min<size_t>(size(element), 8)))
            number = number << 8 | static_cast<unsigned char>(byte);
        return number;
    }

    std::string text(const Element &element) {
        const ByteVector bytes = stream_.bytes(element.start, std::min(size(element), largest_text));
        const std::string text(bytes.data(), bytes.size());
        return text.substr(0, text.find('\0'));
    }

    static size_t size(const Element &element) { return static_cast<size_t>(element.end - element.start); }

    void add(const std::string &key, const std::string &value) {
        contents_.begin(TR_TAG_MATROSKA, false, key);
        contents_.value(value);
    }

    Contents &contents_;
    Stream &stream_;
    int elements_ = 0;
    bool has_video_ = false;
    std::string title_;
    std::vector<Element> tags_;
    /// Where other elements lie, from the segment's first byte on.
    std::vector<unsigned long long> places_;
    std::set<Offset> visited_;
};

/// An id of up to four bytes, and a size of up to eight, whose first bits tell how many (RFC 8794, section 4).
std::optional<Element> Reader::element(Offset start, Offset end) {
    unsigned char head[12];
    const size_t count = stream_.read(start, head, sizeof head);
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
    const bool is_cut = size > static_cast<unsigned long long>(end - content);
    return Element{id, content, is_unknown || is_cut ? end : content + static_cast<Offset>(size)};
}

/// Looks at all before the media, and at what lies behind it as far as the seek heads tell.
void Reader::read_segment(const Element &segment) {
    each(segment.start, segment.end, [&](const Element &element) { return visit(element); });
    for (size_t i = 0; i < places_.size() && i < most_places; i++) {
        if (places_[i] >= size(segment)) continue;
        each(segment.start + static_cast<Offset>(places_[i]), segment.end, [&](const Element &element) {
            visit(element);
            return false;
        });
    }
}

/// Answers `false` where the media begin.
bool Reader::visit(const Element &element) {
    if (element.id == cluster_id) return false;
    if (!visited_.insert(element.start).second) return true;
    if (element.id == tags_id) tags_.push_back(element);
    if (element.id == info_id)
        each_in(element, info_title_id, [&](const Element &title) { title_ = text(title); });
    if (element.id == tracks_id)
        each_in(element, track_entry_id, [&](const Element &track) {
            each_in(track, track_type_id, [&](const Element &type) {
                has_video_ = has_video_ || number(type) == video_track;
            });
        });
    if (element.id == seek_head_id)
        each_in(element, seek_id, [&](const Element &seek) {
            each_in(seek, seek_position_id, [&](const Element &place) { places_.push_back(number(place)); });
        });
    return true;
}

void Reader::read_tag(const Element &tag) {
    Target target;
    std::vector<std::pair<std::string, std::string>> values;
    each(tag.start, tag.end, [&](const Element &part) {
        if (part.id == targets_id) target = this->target(part);
        if (part.id == simple_tag_id) {
            std::pair<std::string, std::string> value;
            each(part.start, part.end, [&](const Element &fact) {
                if (fact.id == tag_name_id) value.first = upper_case(text(fact));
                if (fact.id == tag_string_id) value.second = text(fact);
                return true;
            });
            values.push_back(value);
        }
        return true;
    });
    const auto level = target.level.value_or(level_of(target.type));
    if (target.is_part || level < 50 || level > 70) return;
    for (const auto &[name, value] : values) add(std::to_string(level) + ":" + name, value);
    if (!target.type.empty()) add("TARGETTYPE", target.type);
}

Target Reader::target(const Element &targets) {
    Target target;
    each(targets.start, targets.end, [&](const Element &fact) {
        switch (fact.id) {
        case target_level_id: target.level = number(fact); break;
        case target_type_id: target.type = upper_case(text(fact)); break;
        // 0 stands for all of them.
        case target_track_id:
        case target_edition_id:
        case target_chapter_id:
        case target_attachment_id: target.is_part = target.is_part || number(fact) != 0; break;
        }
        return true;
    });
    return target;
}

}

void read_matroska(Contents &contents, Stream &stream) { Reader(contents, stream).read(); }

}
