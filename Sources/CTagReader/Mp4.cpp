#include "Mp4.hpp"

#include <algorithm>
#include <id3v1genres.h>
#include <string>

namespace reader {

using TagLib::ByteVector;

namespace {

constexpr int deepest = 10;
constexpr int most_boxes = 50'000;
constexpr size_t largest_text = 4 * 1024 * 1024;

/// A box (ISO 14496-12, 4.2): its type and where its content lies.
struct Box {
    std::string type;
    Offset start;
    Offset end;

    size_t size() const { return static_cast<size_t>(end - start); }
};

unsigned long long big_endian(const ByteVector &bytes, size_t offset, size_t count) {
    unsigned long long number = 0;
    for (size_t i = offset; i < offset + count; i++)
        number = number << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[static_cast<unsigned>(i)]) : 0);
    return number;
}

std::string_view view(const ByteVector &bytes, size_t from = 0) {
    const std::string_view whole(bytes.data(), bytes.size());
    return from < whole.size() ? whole.substr(from) : std::string_view();
}

/// What one track says of itself.
struct Track {
    std::string handler;
    std::string codec;
    unsigned long long timescale = 0;
    unsigned long long duration = 0;
    int channels = 0;
    int bits = 0;
    int sample_rate = 0;
    long long bit_rate = 0;
    int object_type = 0;
};

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
    void read_media_header(const Box &box);
    void read_sample_description(const Box &box);
    void read_audio_entry(const ByteVector &entry, size_t entry_end);
    void read_elementary_stream(const ByteVector &bytes, size_t offset, size_t end);
    void read_items(const Box &list);
    void read_item(const Box &item);
    void read_free_form(const Box &item);
    void read_data(const std::string &key, const ByteVector &data);
    void read_quicktime_text(const Box &box);
    void read_3gpp_text(const Box &box);
    void describe();

    /// The content of a box, cut off at `limit`.
    ByteVector content(const Box &box, size_t limit = largest_text) {
        return stream_.bytes(box.start, std::min(box.size(), limit));
    }

    /// Calls `visitor` with each box in a stretch of the file.
    template <typename Visitor> void each(Offset start, Offset end, Visitor visitor);

    Contents &contents_;
    Stream &stream_;
    std::vector<Track> tracks_;
    long long media_bytes_ = 0;
    int boxes_ = 0;
    bool is_fragmented_ = false;
    bool has_cover_ = false;
};

template <typename Visitor> void Reader::each(Offset start, Offset end, Visitor visitor) {
    while (start + 8 <= end && boxes_++ < most_boxes) {
        unsigned char head[16];
        const size_t got = stream_.read(start, head, 16);
        if (got < 8) return;
        Offset size = Offset(head[0]) << 24 | head[1] << 16 | head[2] << 8 | head[3], header = 8;
        if (size == 1 && got == 16) {
            size = 0;
            for (int i = 8; i < 16; i++) size = (size & 0x00FFFFFFFFFFFF) << 8 | head[i];
            header = 16;
        } else if (size == 0) {
            size = end - start;
        }
        if (size < header) return;
        const Offset box_end = size > end - start ? end : start + size;
        visitor(Box{std::string(reinterpret_cast<char *>(head) + 4, 4), start + header, box_end});
        start = box_end;
    }
}

void Reader::walk(Offset start, Offset end, const std::string &parent, int depth) {
    if (depth > deepest) return;
    each(start, end, [&](const Box &box) { visit(box, parent, depth); });
}

void Reader::visit(const Box &box, const std::string &parent, int depth) {
    const std::string &type = box.type;
    if (type == "moov" || type == "mdia" || type == "minf" || type == "stbl" || type == "udta") {
        walk(box.start, box.end, type, depth + 1);
    } else if (type == "trak") {
        tracks_.emplace_back();
        walk(box.start, box.end, type, depth + 1);
    } else if (type == "meta") {
        // A full box in MP4, a plain one in QuickTime.
        unsigned char next[8];
        const bool is_plain = stream_.read(box.start, next, 8) == 8 && std::equal(next + 4, next + 8, "hdlr");
        walk(box.start + (is_plain ? 0 : 4), box.end, type, depth + 1);
    } else if (type == "ilst") {
        read_items(box);
    } else if (type == "mdat") {
        media_bytes_ += box.end - box.start;
    } else if (type == "moof" || type == "mvex") {
        is_fragmented_ = true;
    } else if (type == "hdlr" && parent == "mdia" && !tracks_.empty()) {
        tracks_.back().handler = std::string(view(content(box, 12), 8).substr(0, 4));
    } else if (type == "mdhd" && !tracks_.empty()) {
        read_media_header(box);
    } else if (type == "stsd" && !tracks_.empty()) {
        read_sample_description(box);
    } else if (type == "chpl" || (type == "tref" && parent == "trak")) {
        contents_.view.ask_for_chapters = contents_.view.ask_for_chapters || type == "chpl"
            || view(content(box, 256)).find("chap") != std::string_view::npos;
    } else if (parent == "udta" && (type == "titl" || type == "auth" || type == "perf" || type == "albm" || type == "gnre")) {
        read_3gpp_text(box);
    } else if (parent == "udta" && type[0] == '\xA9') {
        read_quicktime_text(box);
    }
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
    if (track.handler == "soun" && bytes.size() >= 44)
        read_audio_entry(bytes, std::min<size_t>(bytes.size(), 8 + big_endian(bytes, 8, 4)));
}

/// An audio sample entry (ISO 14496-12, 12.2.3; QuickTime's versions 1 and 2 are longer).
void Reader::read_audio_entry(const ByteVector &bytes, size_t entry_end) {
    Track &track = tracks_.back();
    const size_t version = big_endian(bytes, 24, 2);
    track.channels = static_cast<int>(big_endian(bytes, 32, 2));
    track.bits = static_cast<int>(big_endian(bytes, 34, 2));
    track.sample_rate = static_cast<int>(big_endian(bytes, 40, 2));
    size_t box = version == 1 ? 60 : version == 2 ? 80 : 44;
    while (box + 8 <= entry_end) {
        const size_t size = big_endian(bytes, box, 4);
        const std::string_view type = view(bytes, box + 4).substr(0, 4);
        if (size < 8) return;
        const size_t end = std::min(entry_end, box + size);
        if (type == "wave") { // QuickTime puts the decoder's boxes one level deeper.
            box += 8;
            continue;
        }
        if (type == "esds") read_elementary_stream(bytes, box + 12, end);
        if (type == "alac" && end >= box + 36) {
            track.bits = static_cast<int>(big_endian(bytes, box + 17, 1));
            track.channels = static_cast<int>(big_endian(bytes, box + 21, 1));
            track.bit_rate = static_cast<long long>(big_endian(bytes, box + 28, 4));
            track.sample_rate = static_cast<int>(big_endian(bytes, box + 32, 4));
        }
        box = end;
    }
}

/// Descriptors of ISO 14496-1, 7.2.6: what is in the stream, and its average bit rate.
void Reader::read_elementary_stream(const ByteVector &bytes, size_t at, size_t end) {
    static const int rates[] = {96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350};
    Track &track = tracks_.back();
    while (at + 2 <= end) {
        const auto tag = big_endian(bytes, at++, 1);
        for (int i = 0; i < 4 && at < end; i++)
            if (!(big_endian(bytes, at++, 1) & 0x80)) break;
        if (tag == 3) {
            const auto flags = big_endian(bytes, at + 2, 1);
            at += 3 + (flags & 0x80 ? 2 : 0) + (flags & 0x20 ? 2 : 0);
            if (flags & 0x40) return;
        } else if (tag == 4) {
            track.object_type = static_cast<int>(big_endian(bytes, at, 1));
            track.bit_rate = static_cast<long long>(big_endian(bytes, at + 9, 4));
            at += 13;
        } else if (tag == 5 && at + 2 <= end) {
            const auto config = big_endian(bytes, at, 2);
            const auto rate = config >> 7 & 15, channels = config >> 3 & 15;
            if ((config >> 11) < 31 && rate < 13 && track.object_type == 0x40) {
                track.sample_rate = std::max(track.sample_rate, rates[rate]);
                if (channels >= 1 && channels <= 7) track.channels = channels == 7 ? 8 : static_cast<int>(channels);
            }
            return;
        } else {
            return;
        }
    }
}

void Reader::read_items(const Box &list) {
    each(list.start, list.end, [&](const Box &item) {
        item.type == "----" ? read_free_form(item) : read_item(item);
    });
}

void Reader::read_item(const Box &item) {
    std::string key = item.type;
    if (key[0] == '\xA9') key = "\xC2" + key; // MacRoman's © and Latin-1's are the same byte: here as UTF-8
    bool is_first = true;
    each(item.start, item.end, [&](const Box &box) {
        if (box.type != "data" || box.size() < 8) return;
        if (item.type == "covr") {
            // What a picture shows is not told; the first is what players show.
            contents_.picture(TR_TAG_MP4, has_cover_ ? 0 : 3, stream_.bytes(box.start + 8, box.size() - 8));
            has_cover_ = true;
            return;
        }
        if (is_first) contents_.begin(TR_TAG_MP4, false, key);
        is_first = false;
        read_data(item.type, content(box));
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
        read_data("----", content(box));
    });
}

/// Whether a value whose type is not told is a text, however short.
static bool is_text(const std::string &key) {
    return key == "----" || key[0] == '\xA9' || key == "tvsh" || key == "tven";
}

/// A value by its type (QuickTime File Format, "Well-known types") and, where writers disagree, its key.
void Reader::read_data(const std::string &key, const ByteVector &data) {
    const auto type = big_endian(data, 0, 4) & 0xFFFFFF;
    const size_t count = data.size() - 8;
    if (key == "trkn" || key == "disk") {
        const auto number = big_endian(data, 10, 2), total = count >= 6 ? big_endian(data, 12, 2) : 0;
        if (number > 0 || total > 0) contents_.value(std::to_string(number) + "/" + std::to_string(total));
    } else if (key == "gnre") {
        const auto number = big_endian(data, 8, std::min<size_t>(count, 2));
        if (number > 0) contents_.value(static_cast<long long>(number) - 1);
    } else if (type == 2) {
        contents_.value(TagLib::String(data.mid(8), TagLib::String::UTF16BE));
    } else if (type == 21 || type == 22 || (type == 0 && !is_text(key) && count <= 8)) {
        if (count >= 1 && count <= 8) contents_.value(static_cast<long long>(big_endian(data, 8, count)));
    } else if (type == 0 || type == 1) {
        contents_.value(view(data, 8));
    }
}

/// QuickTime's own user data: a size, a language, the text.
void Reader::read_quicktime_text(const Box &box) {
    const ByteVector bytes = content(box);
    const size_t count = std::min<size_t>(big_endian(bytes, 0, 2), bytes.size() > 4 ? bytes.size() - 4 : 0);
    if (count == 0) return;
    const bool is_macintosh = big_endian(bytes, 2, 2) < 0x400;
    contents_.begin(TR_TAG_MP4, is_macintosh, "\xC2" + box.type);
    if (is_macintosh)
        contents_.value(TagLib::String(bytes.mid(4, static_cast<unsigned>(count)), TagLib::String::Latin1));
    else
        contents_.value(view(bytes, 4).substr(0, count));
}

/// 3GPP's own user data (TS 26.244, 8.2): a full box, a language, the text in UTF-8 or, with a mark, UTF-16.
void Reader::read_3gpp_text(const Box &box) {
    const ByteVector bytes = content(box);
    if (bytes.size() <= 6) return;
    contents_.begin(TR_TAG_MP4, false, box.type);
    const ByteVector text = bytes.mid(6);
    if (text.startsWith("\xFE\xFF")) {
        contents_.value(TagLib::String(text, TagLib::String::UTF16));
    } else {
        const std::string_view utf8 = view(text);
        contents_.value(utf8.substr(0, utf8.find('\0')));
    }
}

/// Sample entries in the place of those of what they hide: Apple's, and those of Common Encryption
/// (ISO 14496-12, 8.12; ISO 23001-7).
static bool is_encrypted(const std::string &codec) {
    static const char *const entries[] = {"drms", "drmi", "enca", "encv"};
    return std::any_of(std::begin(entries), std::end(entries), [&](const char *entry) { return codec == entry; });
}

void Reader::describe() {
    tr_contents &view = contents_.view;
    const Track *audio = nullptr;
    for (const Track &track : tracks_) {
        view.has_video = view.has_video || track.handler == "vide";
        view.is_protected = view.is_protected || is_encrypted(track.codec);
        if (track.handler == "soun" && !audio) audio = &track;
    }
    view.container = "mp4";
    view.ask_for_streams = view.has_video || is_fragmented_ || !audio;
    if (!audio) audio = tracks_.empty() ? nullptr : &tracks_.front();
    if (!audio) return;
    if (audio->codec == "alac") {
        view.codec = "alac";
        view.bits_per_sample = audio->bits;
    } else if (audio->codec == "mp4a" && (audio->object_type == 0x40 || (audio->object_type >= 0x66 && audio->object_type <= 0x68))) {
        view.codec = "aac";
    } else if (audio->codec == "mp4a" && (audio->object_type == 0x69 || audio->object_type == 0x6B)) {
        view.codec = "mp3";
    }
    view.channels = audio->channels;
    view.sample_rate = audio->sample_rate;
    if (audio->timescale > 0 && audio->duration > 0 && audio->duration < (1ull << 53))
        view.duration = static_cast<int64_t>(
            static_cast<double>(audio->duration) * 1000 / static_cast<double>(audio->timescale) + 0.5);
    long long bit_rate = (audio->bit_rate + 500) / 1000;
    if (bit_rate == 0 && view.duration > 0) bit_rate = media_bytes_ * 8 / view.duration;
    view.bit_rate = static_cast<int32_t>(std::min(bit_rate, 1'000'000ll));
    if (!view.codec || view.duration <= 0 || view.sample_rate <= 0) view.ask_for_streams = true;
}

}

void read_mp4(Contents &contents, Stream &stream) { Reader(contents, stream).read(); }

}
