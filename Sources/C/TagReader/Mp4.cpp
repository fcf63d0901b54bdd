#include "Mp4.hpp"

#include "Mp4Box.hpp"
#include "Mp4Items.hpp"
#include "Mp4Text.hpp"
#include "Mp4Track.hpp"
#include "Mp4Value.hpp"
#include "Numbers.hpp"

#include <algorithm>
#include <id3v1genres.h>
#include <set>
#include <string>

namespace reader {

using TagLib::ByteVector;
using namespace mp4;

namespace {

constexpr int deepest = 10;
constexpr int most_boxes = 50'000;
constexpr size_t largest_text = 4 * 1024 * 1024;

class Reader {
public:
    Reader(Contents &contents, Stream &stream) : contents_(contents), stream_(stream) {}

    void read() {
        walk(0, stream_.length(), "", 0);
        describe();
    }

private:
    void walk(Offset start, Offset end, const std::string &parent, int depth);
    void visit(const Box &box, const std::string &parent, int depth);
    void note_end(const Box &box, int depth);
    void read_media_header(const Box &box);
    void read_sample_description(const Box &box);
    void read_edit_list(const Box &box);
    void read_keys(const Box &box);
    std::string key_of(const Box &item) const;
    std::string name_of(const Box &item) const;
    void read_items(const Box &list);
    void read_item(const Box &item);
    void read_free_form(const Box &item);
    void read_quicktime_text(const Box &box);
    void read_3gpp_text(const Box &box);
    void describe();
    void read_still_picture(const Track &track);
    void read_references(const Box &box);

    /// The content of a box, cut off at `limit`.
    ByteVector content(const Box &box, size_t limit = largest_text) {
        return stream_.bytes(box.start, std::min(box.size(), limit));
    }

    /// Calls `visitor` with each box in a stretch of the file.
    template <typename Visitor> void each(Offset start, Offset end, Visitor visitor) {
        each_box(stream_, start, end, budget_, [&](const Box &box) {
            visitor(box);
            return true;
        });
    }

    Contents &contents_;
    Stream &stream_;
    std::vector<Track> tracks_;
    long long media_bytes_ = 0;
    int budget_ = most_boxes;
    bool is_fragmented_ = false;
    bool has_fragments_ = false;
    bool has_cover_ = false;
    unsigned long long movie_timescale_ = 0;
    /// The names of the items that follow (QuickTime File Format, "Metadata Item Keys Atom").
    std::vector<std::string> keys_;
    std::set<unsigned long long> chapter_tracks_;
};

void Reader::walk(Offset start, Offset end, const std::string &parent, int depth) {
    if (depth > deepest) return;
    each(start, end, [&](const Box &box) { visit(box, parent, depth); });
}

void Reader::visit(const Box &box, const std::string &parent, int depth) {
    const std::string &type = box.type;
    if (type == "moov" || type == "mdia" || type == "minf" || type == "stbl" || type == "udta" || type == "edts") {
        if (type == "moov") note_end(box, depth);
        walk(box.start, box.end, type, depth + 1);
    } else if (type == "trak") {
        tracks_.emplace_back();
        walk(box.start, box.end, type, depth + 1);
    } else if (type == "meta") {
        // A full box in MP4, a plain one in QuickTime.
        unsigned char next[8];
        const bool is_plain = stream_.read(box.start, next, 8) == 8 && std::equal(next + 4, next + 8, "hdlr");
        keys_.clear();
        walk(box.start + (is_plain ? 0 : 4), box.end, type, depth + 1);
    } else if (type == "keys" && parent == "meta") {
        read_keys(box);
    } else if (type == "mvhd") {
        const ByteVector bytes = content(box, 24);
        movie_timescale_ = big_endian(bytes, !bytes.isEmpty() && bytes[0] == 1 ? 20 : 12, 4);
    } else if (type == "elst" && !tracks_.empty()) {
        read_edit_list(box);
    } else if (type == "ilst") {
        read_items(box);
    } else if (type == "mdat") {
        media_bytes_ += box.end - box.start;
        note_end(box, depth);
    } else if (type == "moof" || type == "mvex") {
        is_fragmented_ = true;
        has_fragments_ = has_fragments_ || type == "moof";
    } else if (type == "hdlr" && parent == "mdia" && !tracks_.empty()) {
        tracks_.back().handler = std::string(view(content(box, 12), 8).substr(0, 4));
    } else if (type == "mdhd" && !tracks_.empty()) {
        read_media_header(box);
    } else if (type == "stsd" && !tracks_.empty()) {
        read_sample_description(box);
    } else if ((type == "stsz" || type == "stz2") && !tracks_.empty()) {
        const ByteVector sizes = content(box, 16);
        const auto size_of_all = type == "stsz" ? big_endian(sizes, 4, 4) : 0;
        tracks_.back().samples += big_endian(sizes, 8, 4);
        tracks_.back().first_sample_size = size_of_all > 0 || type != "stsz" ? size_of_all : big_endian(sizes, 12, 4);
    } else if ((type == "stco" || type == "co64") && !tracks_.empty()) {
        tracks_.back().first_sample_at = big_endian(content(box, 16), 8, type == "stco" ? 4 : 8);
    } else if (type == "tkhd" && !tracks_.empty()) {
        const ByteVector bytes = content(box, 24);
        tracks_.back().id = big_endian(bytes, !bytes.isEmpty() && bytes[0] == 1 ? 20 : 12, 4);
    } else if (type == "chpl") {
        contents_.view.ask_for_chapters = true;
    } else if (type == "tref" && parent == "trak") {
        read_references(box);
    } else if (parent == "udta" && (type == "titl" || type == "auth" || type == "perf" || type == "albm" || type == "gnre" || type == "dscp")) {
        read_3gpp_text(box);
    } else if (parent == "udta" && type == "yrrc") {
        const ByteVector bytes = content(box, 6);
        if (const auto year = big_endian(bytes, 4, 2); year > 0) contents_.field(TR_TAG_MP4, type, std::to_string(year));
    } else if (parent == "udta" && type[0] == '\xA9') {
        read_quicktime_text(box);
    }
}

/// The index or the media themselves end behind the file.
void Reader::note_end(const Box &box, int depth) {
    if (depth == 0 && box.is_cut) contents_.view.is_cut_off = true;
}

void Reader::read_media_header(const Box &box) {
    const ByteVector bytes = content(box, 36);
    const bool is_long = !bytes.isEmpty() && bytes[0] == 1;
    tracks_.back().timescale = big_endian(bytes, is_long ? 20 : 12, 4);
    tracks_.back().duration = big_endian(bytes, is_long ? 24 : 16, is_long ? 8 : 4);
    if (tracks_.back().duration == (is_long ? ~0ull : 0xFFFFFFFFull)) tracks_.back().duration = 0;
}

void Reader::read_sample_description(const Box &box) {
    const ByteVector bytes = content(box, 4096);
    if (bytes.size() < 16 || big_endian(bytes, 4, 4) == 0) return;
    Track &track = tracks_.back();
    track.codec = std::string(view(bytes, 12).substr(0, 4));
    const size_t entry_end = std::min<size_t>(bytes.size(), 8 + big_endian(bytes, 8, 4));
    if (track.handler == "vide" && bytes.size() >= 44) read_visual_entry(track, bytes, entry_end);
    if (track.handler == "soun" && bytes.size() >= 44) read_audio_entry(track, bytes, entry_end);
}

void Reader::read_items(const Box &list) {
    if (list.is_cut) contents_.damaged_part(TR_TAG_MP4, list.type);
    ItemFinder finder(stream_, list.end, keys_.size(), budget_);
    for (Offset at = list.start; budget_ > 0;) {
        Item item = finder.item(at);
        const bool is_lost = !item.box || item.is_last;
        const Offset next = is_lost ? finder.next_item(item.box ? item.box->start : at) : item.box->end;
        if (item.is_damaged || (is_lost && next >= 0))
            contents_.damaged_part(TR_TAG_MP4, item.box ? name_of(*item.box) : list.type);
        if (item.box) {
            if (is_lost && next >= 0) item.box->end = next;
            item.box->type == "----" ? read_free_form(*item.box) : read_item(*item.box);
        }
        if (next < 0) return;
        at = next;
    }
}

/// The presented part of the track, by its edits and without empty time before it (ISO 14496-12, 8.6.6).
void Reader::read_edit_list(const Box &box) {
    constexpr size_t most_edits = 4096;
    const ByteVector bytes = content(box, 8 + 20 * most_edits);
    const size_t width = !bytes.isEmpty() && bytes[0] == 1 ? 8 : 4, entry = 2 * width + 4;
    const auto count = std::min<unsigned long long>(big_endian(bytes, 4, 4), most_edits);
    unsigned long long duration = 0;
    for (size_t i = 0, at = 8; i < count && at + entry <= bytes.size(); i++, at += entry) {
        const bool is_empty = big_endian(bytes, at + width, width) == (width == 8 ? ~0ull : 0xFFFFFFFFull);
        if (!is_empty) duration += big_endian(bytes, at, width);
    }
    tracks_.back().shown_duration = duration;
}

void Reader::read_keys(const Box &box) {
    constexpr size_t most_keys = 1000;
    const ByteVector bytes = content(box);
    for (size_t at = 8; at + 8 <= bytes.size() && keys_.size() < most_keys;) {
        const auto size = static_cast<size_t>(big_endian(bytes, at, 4));
        if (size < 8 || size > bytes.size() - at) return;
        std::string name(view(bytes, at + 8).substr(0, size - 8));
        constexpr std::string_view apple = "com.apple.quicktime.";
        keys_.push_back("mdta:" + (name.compare(0, apple.size(), apple) == 0 ? name.substr(apple.size()) : name));
        at += size;
    }
}

/// The name of an item: its type, or where there are keys the one with its number.
std::string Reader::key_of(const Box &item) const {
    unsigned long long number = 0;
    for (const char c : item.type) number = number << 8 | static_cast<unsigned char>(c);
    if (number >= 1 && number <= keys_.size()) return keys_[static_cast<size_t>(number - 1)];
    // MacRoman's © and Latin-1's are the same byte: here as UTF-8.
    return item.type[0] == '\xA9' ? "\xC2" + item.type : item.type;
}

/// The name of an item for messages.
std::string Reader::name_of(const Box &item) const {
    const std::string key = key_of(item);
    return key.compare(0, 5, "mdta:") == 0 ? key.substr(5) : key;
}

void Reader::read_item(const Box &item) {
    const std::string key = key_of(item);
    bool is_first = true;
    each(item.start, item.end, [&](const Box &box) {
        if (box.type != "data" || box.size() < 8) return;
        if (item.type == "covr" || key == "mdta:artwork") {
            // The format does not say what a picture shows; players show the first.
            contents_.picture(TR_TAG_MP4, has_cover_ ? 0 : 3, stream_.bytes(box.start + 8, box.size() - 8));
            has_cover_ = true;
            return;
        }
        if (is_first) contents_.begin(TR_TAG_MP4, false, key);
        is_first = false;
        add_mp4_value(contents_, key, content(box));
    });
}

void Reader::read_free_form(const Box &item) {
    std::string mean, name;
    bool is_first = true;
    each(item.start, item.end, [&](const Box &box) {
        if (box.type == "mean" && box.size() > 4) mean = std::string(view(content(box, 256), 4));
        if (box.type == "name" && box.size() > 4) name = std::string(view(content(box, 256), 4));
        if (box.type != "data" || box.size() < 8) return;
        if (is_first) contents_.begin(TR_TAG_MP4, false, "----:" + mean + ":" + name);
        is_first = false;
        add_mp4_value(contents_, "----", content(box));
    });
}

/// QuickTime's own user data: texts in several languages, each with its size and its language in front.
void Reader::read_quicktime_text(const Box &box) {
    const ByteVector bytes = content(box);
    const size_t count = std::min<size_t>(big_endian(bytes, 0, 2), bytes.size() > 4 ? bytes.size() - 4 : 0);
    if (count == 0) return;
    add_quicktime_text(contents_, "\xC2" + box.type, bytes.mid(4, static_cast<unsigned>(count)),
        static_cast<unsigned>(big_endian(bytes, 2, 2)));
}

/// 3GPP's own user data (TS 26.244, 8.2): a full box, a language, the text in UTF-8 or, with a mark, UTF-16, and behind that
/// of an album the number of the track.
void Reader::read_3gpp_text(const Box &box) {
    const ByteVector bytes = content(box);
    if (bytes.size() <= 6) return;
    const ByteVector text = bytes.mid(6);
    const bool is_wide = text.startsWith("\xFE\xFF") || text.startsWith("\xFF\xFE");
    const unsigned width = is_wide ? 2 : 1;
    unsigned end = 0;
    while (end + width <= text.size() && (text[end] != 0 || (is_wide && text[end + 1] != 0))) end += width;
    contents_.begin(TR_TAG_MP4, false, box.type);
    if (is_wide)
        contents_.value(TagLib::String(text.mid(0, end), TagLib::String::UTF16));
    else
        contents_.value(view(text).substr(0, end));
    if (box.type == "albm" && end + width < text.size())
        if (const auto track = static_cast<unsigned char>(text[end + width]); track > 0)
            contents_.field(TR_TAG_MP4, "albm:track", std::to_string(track));
}

/// The tracks with the titles and pictures of another's chapters (QuickTime File Format, "Chapter Lists").
void Reader::read_references(const Box &box) {
    const ByteVector bytes = content(box, 256);
    for (size_t at = 0; at + 8 <= bytes.size();) {
        const auto size = static_cast<size_t>(big_endian(bytes, at, 4));
        if (size < 8 || size > bytes.size() - at) return;
        if (view(bytes, at + 4).substr(0, 4) == "chap") {
            contents_.view.ask_for_chapters = true;
            for (size_t id = at + 8; id + 4 <= at + size; id += 4) chapter_tracks_.insert(big_endian(bytes, id, 4));
        }
        at += size;
    }
}

/// The first picture of a track that is no film, where no tag has one.
void Reader::read_still_picture(const Track &track) {
    constexpr unsigned long long largest_picture = 64 * 1024 * 1024;
    if (has_cover_ || track.first_sample_at == 0 || track.first_sample_size > largest_picture) return;
    const auto size = static_cast<size_t>(track.first_sample_size);
    contents_.picture(TR_TAG_MP4, 3, stream_.bytes(static_cast<Offset>(track.first_sample_at), size));
    has_cover_ = true;
}

void Reader::describe() {
    tr_contents &view = contents_.view;
    const Track *audio = nullptr;
    const bool has_sound = std::any_of(tracks_.begin(), tracks_.end(), [](const Track &track) { return track.handler == "soun"; });
    unsigned long long samples = 0;
    for (const Track &track : tracks_) {
        const bool is_media = track.handler == "soun" || track.handler == "vide";
        if (is_media) samples += track.samples;
        view.is_described = view.is_described || (is_media && is_printable(track.codec));
        const bool is_of_chapters = track.handler == "vide" && chapter_tracks_.count(track.id) > 0;
        if (has_sound && (is_of_chapters || is_still_picture(track))) {
            read_still_picture(track);
            continue;
        }
        if (track.handler == "vide" && view.width == 0) {
            view.width = track.width;
            view.height = track.height;
            view.video_codec = video_codec(track.codec);
        }
        view.has_video = view.has_video || track.handler == "vide";
        view.is_protected = view.is_protected || is_encrypted(track.codec);
        if (track.handler == "soun" && !audio) audio = &track;
    }
    view.holds_no_media = view.is_described && samples == 0 && !has_fragments_;
    view.container = "mp4";
    view.ask_for_streams = view.has_video || is_fragmented_ || !audio;
    if (!audio) audio = tracks_.empty() ? nullptr : &tracks_.front();
    if (!audio) return;
    if (audio->codec == "alac") {
        view.codec = "alac";
        view.bits_per_sample = audio->bits;
    } else if (is_aac(*audio)) {
        view.codec = "aac";
    } else if (audio->codec == "mp4a" && (audio->object_type == 0x69 || audio->object_type == 0x6B)) {
        view.codec = "mp3";
    }
    view.channels = audio->channels;
    view.sample_rate = audio->sample_rate;
    if (audio->timescale > 0 && audio->duration > 0)
        view.duration = milliseconds(static_cast<double>(audio->duration) / static_cast<double>(audio->timescale));
    const auto whole_duration = view.duration;
    if (movie_timescale_ > 0 && audio->shown_duration > 0 && !is_fragmented_) {
        const auto shown = milliseconds(static_cast<double>(audio->shown_duration) / static_cast<double>(movie_timescale_));
        if (shown > 0 && shown < view.duration) view.duration = shown;
    }
    view.states_duration = !is_fragmented_ && !view.has_video && view.duration > 0;
    if (!view.codec || view.duration <= 0 || view.sample_rate <= 0) view.ask_for_streams = true;
    // The description of a fragmented file is of its beginning; less than half a kilobit is no statement.
    if (!has_fragments_ && audio->bit_rate >= 500) view.bit_rate = kilobits(static_cast<double>(audio->bit_rate));
    view.states_bit_rate = view.bit_rate > 0;
    if (!view.ask_for_streams && !view.states_bit_rate)
        view.bit_rate = kilobits(static_cast<double>(media_bytes_) * 8000 / static_cast<double>(whole_duration));
}

}

void read_mp4(Contents &contents, Stream &stream) { Reader(contents, stream).read(); }

}
