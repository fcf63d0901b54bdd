#include "Matroska.hpp"

#include "MatroskaElement.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reader {

using TagLib::ByteVector;
using namespace matroska;

namespace {

constexpr int most_elements = 20'000;
constexpr size_t most_places = 32;
constexpr size_t largest_text = 64 * 1024;

constexpr unsigned long long video_track = 1;

/// The target of a tag.
struct Target {
    std::optional<unsigned long long> level;
    std::string type;
    /// True for a track, a chapter or the like; false for the whole file.
    bool is_part = false;
    bool is_chapter = false;
};

/// The level that a name stands for where there is no number (RFC 9559, section 5.1.8.1.1.2).
unsigned long long level_of(const std::string &type) {
    static const std::pair<std::string_view, unsigned long long> levels[] = {{"COLLECTION", 70}, {"SEASON", 60},
        {"VOLUME", 60}, {"EDITION", 60}, {"ISSUE", 60}, {"SEQUEL", 60}, {"OPUS", 60}, {"", 50}, {"EPISODE", 50}, {"MOVIE", 50},
        {"ALBUM", 50}, {"CONCERT", 50}, {"OPERA", 50}, {"PART", 40}, {"SESSION", 40}, {"TRACK", 30}, {"SONG", 30},
        {"CHAPTER", 30}};
    for (const auto &[name, level] : levels)
        if (type == name) return level;
    return 0;
}

/// The tags of one target.
struct Tag {
    Target target;
    std::vector<std::pair<std::string, std::string>> values;

    unsigned long long level() const { return target.level.value_or(level_of(target.type)); }
};

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
        std::vector<Tag> found;
        for (const Element &tags : tags_)
            each_in(tags, tag_id, [&](const Element &tag) { found.push_back(read_tag(tag)); });
        has_video_ ? add_film(found) : add_sound(found);
    }

private:
    /// Calls `visitor` with each element in a stretch of the file, until it returns `false`.
    template <typename Visitor> void each(Offset start, Offset end, Visitor visitor) {
        each_element(stream_, start, end, budget_, visitor);
    }

    /// Calls `visitor` with each element of a kind that is in another.
    template <typename Visitor> void each_in(const Element &parent, Id id, Visitor visitor) {
        each(parent.start, parent.end, [&](const Element &element) {
            if (element.id == id) visitor(element);
            return true;
        });
    }

    void read_segment(const Element &segment);
    bool visit(const Element &element);
    Tag read_tag(const Element &tag);
    std::string sort_key_in(const Element &tag);
    void add_film(const std::vector<Tag> &tags);
    void add_sound(const std::vector<Tag> &tags);
    Target target(const Element &targets);

    unsigned long long number(const Element &element) { return matroska::number(stream_, element); }

    std::string text(const Element &element) {
        const ByteVector bytes = stream_.bytes(element.start, std::min(element.size(), largest_text));
        const std::string text(bytes.data(), bytes.size());
        return text.substr(0, text.find('\0'));
    }

    void add(const std::string &key, const std::string &value) {
        contents_.begin(TR_TAG_MATROSKA, false, key);
        contents_.value(value);
    }

    Contents &contents_;
    Stream &stream_;
    int budget_ = most_elements;
    bool has_video_ = false;
    std::string title_;
    std::vector<Element> tags_;
    /// Where other elements lie, from the segment's first byte on.
    std::vector<unsigned long long> places_;
    std::set<Offset> visited_;
};

/// Looks at all before the media, and at what lies behind it as far as the seek heads tell.
void Reader::read_segment(const Element &segment) {
    each(segment.start, segment.end, [&](const Element &element) { return visit(element); });
    for (size_t i = 0; i < places_.size() && i < most_places; i++) {
        if (places_[i] >= segment.size()) continue;
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

/// The value of `SORT_WITH`, which is inside of the tag that it is about (matroska.org/technical/tagging.html, "Nesting
/// Information"); empty for other tags.
std::string Reader::sort_key_in(const Element &tag) {
    std::string name, value;
    each(tag.start, tag.end, [&](const Element &fact) {
        if (fact.id == tag_name_id) name = upper_case(text(fact));
        if (fact.id == tag_string_id) value = text(fact);
        return true;
    });
    return name == "SORT_WITH" ? value : std::string();
}

Tag Reader::read_tag(const Element &tag) {
    Tag found;
    each(tag.start, tag.end, [&](const Element &part) {
        if (part.id == targets_id) found.target = this->target(part);
        if (part.id == simple_tag_id) {
            std::pair<std::string, std::string> value;
            std::string sort_key;
            each(part.start, part.end, [&](const Element &fact) {
                if (fact.id == tag_name_id) value.first = upper_case(text(fact));
                if (fact.id == tag_string_id) value.second = text(fact);
                if (fact.id == simple_tag_id) sort_key = sort_key.empty() ? sort_key_in(fact) : sort_key;
                return true;
            });
            found.values.push_back(value);
            if (!sort_key.empty()) found.values.emplace_back(value.first + "SORT", sort_key);
        }
        return true;
    });
    return found;
}

void Reader::add_film(const std::vector<Tag> &tags) {
    for (const Tag &tag : tags) {
        const auto level = tag.level();
        if (tag.target.is_part || level < 50 || level > 70) continue;
        for (const auto &[name, value] : tag.values) add(std::to_string(level) + ":" + name, value);
        if (!tag.target.type.empty()) add("TARGETTYPE", tag.target.type);
    }
    if (!title_.empty()) add("TITLE", title_);
}

/// The levels of sound: 50 is the album, 40 a disc of it, 30 the track, in any order (RFC 9559, section 5.1.8.1.1.1).
/// Where no level is that of the track, programs meant it with 50, and FFmpeg reads it so.
void Reader::add_sound(const std::vector<Tag> &tags) {
    const auto is_of_track = [](const Tag &tag) { return tag.level() == 30 && !tag.target.is_chapter; };
    if (std::none_of(tags.begin(), tags.end(), is_of_track)) return;
    const bool has_discs = std::any_of(tags.begin(), tags.end(), [](const Tag &tag) { return tag.level() == 40; });
    for (const Tag &tag : tags) {
        const auto level = tag.level();
        const bool is_track = is_of_track(tag);
        if (!is_track && (tag.target.is_part || (level != 40 && level != 50))) continue;
        for (const auto &[name, value] : tag.values) {
            const bool is_disc_total = level == 50 && has_discs && name == "TOTAL_PARTS";
            add(is_disc_total ? "album:DISCTOTAL" : (is_track ? "track:" : level == 40 ? "disc:" : "album:") + name, value);
        }
    }
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
        case target_attachment_id:
            target.is_part = target.is_part || number(fact) != 0;
            target.is_chapter = target.is_chapter || (fact.id != target_track_id && number(fact) != 0);
            break;
        }
        return true;
    });
    return target;
}

}

void read_matroska(Contents &contents, Stream &stream) { Reader(contents, stream).read(); }

}
