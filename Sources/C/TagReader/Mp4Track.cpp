#include "Mp4Track.hpp"

#include "Bits.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace reader::mp4 {

using TagLib::ByteVector;

namespace {

/// The configuration of an AAC decoder (ISO 14496-3, 1.6.2.1).
class AudioConfiguration {
public:
    explicit AudioConfiguration(std::string_view bytes)
        : bits_(reinterpret_cast<const unsigned char *>(bytes.data()), bytes.size()) {
        object = object_type();
        sample_rate = rate();
        channels = channel_count(bits_.take(4));
        int core = object;
        if (object == band_replication || object == parametric_stereo) {
            set_extension(rate(), object == parametric_stereo);
            core = object_type();
        }
        if (!has_plain_form(core)) return;
        bits_.skip(1);
        if (bits_.take(1)) bits_.skip(14);
        const bool is_extended = bits_.take(1);
        if (channels == 0) channels = channels_of_program();
        if (core == 6 || core == 20) bits_.skip(3);
        if (is_extended) bits_.skip(core == 22 ? 17 : core >= 17 ? 4 : 1);
        if (object == core) read_compatible_extension();
    }

    int object = 0;
    /// 0 where it is reserved.
    int sample_rate = 0;
    int channels = 0;

private:
    static constexpr int band_replication = 5, parametric_stereo = 29;

    int object_type() {
        const auto type = static_cast<int>(bits_.take(5));
        return type == 31 ? 32 + static_cast<int>(bits_.take(6)) : type;
    }

    int rate() {
        static const int rates[] = {96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350};
        const unsigned index = bits_.take(4);
        if (index == 15) return static_cast<int>(bits_.take(24));
        return index < std::size(rates) ? rates[index] : 0;
    }

    static int channel_count(unsigned configuration) {
        static const int counts[] = {0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 7, 8, 24, 8, 0};
        return counts[configuration];
    }

    void set_extension(int extended_rate, bool is_parametric) {
        if (extended_rate > 0) sample_rate = extended_rate;
        if (is_parametric && channels == 1) channels = 2;
    }

    static bool has_plain_form(int core) {
        return (core >= 1 && core <= 4) || core == 6 || core == 7 || core == 17 || (core >= 19 && core <= 23);
    }

    /// The channels of a program config element (ISO 14496-3, 4.4.1.1).
    int channels_of_program() {
        bits_.skip(10);
        const unsigned positions[] = {bits_.take(4), bits_.take(4), bits_.take(4)}, low = bits_.take(2);
        const unsigned associated = bits_.take(3), coupled = bits_.take(4);
        for (const int width : {4, 4, 3})
            if (bits_.take(1)) bits_.skip(width);
        int count = static_cast<int>(low);
        for (const unsigned elements : positions)
            for (unsigned i = 0; i < elements; i++, bits_.skip(4)) count += bits_.take(1) ? 2 : 1;
        bits_.skip(static_cast<int>(4 * low + 4 * associated + 5 * coupled));
        bits_.skip_to_byte();
        bits_.skip(static_cast<int>(8 * bits_.take(8)));
        return bits_.is_exhausted() ? 0 : count;
    }

    /// Extensions that old decoders ignore (1.6.5.2): a higher rate, then two channels out of one.
    void read_compatible_extension() {
        if (bits_.take(11) != 0x2B7 || object_type() != band_replication || !bits_.take(1)) return;
        const int extended_rate = rate();
        if (bits_.is_exhausted()) return;
        const bool is_parametric = bits_.take(11) == 0x548 && bits_.take(1);
        set_extension(extended_rate, is_parametric && !bits_.is_exhausted());
    }

    Bits bits_;
};

/// Descriptors of ISO 14496-1, 7.2.6: what is in the stream, and its average bit rate.
void read_elementary_stream(Track &track, const ByteVector &bytes, size_t at, size_t end) {
    while (at + 2 <= end) {
        const auto tag = big_endian(bytes, at++, 1);
        size_t size = 0;
        for (int i = 0; i < 4 && at < end; i++) {
            const auto byte = big_endian(bytes, at++, 1);
            size = size << 7 | (byte & 0x7F);
            if (!(byte & 0x80)) break;
        }
        if (tag == 3) {
            const auto flags = big_endian(bytes, at + 2, 1);
            at += 3 + (flags & 0x80 ? 2 : 0) + (flags & 0x20 ? 2 : 0);
            if (flags & 0x40) return;
        } else if (tag == 4) {
            track.object_type = static_cast<int>(big_endian(bytes, at, 1));
            track.bit_rate = static_cast<long long>(big_endian(bytes, at + 9, 4));
            at += 13;
        } else if (tag == 5 && at + 2 <= end) {
            const AudioConfiguration audio(view(bytes, at).substr(0, std::min(size, end - at)));
            track.audio_object = audio.object;
            if (track.object_type != 0x40 || audio.object >= 31) return;
            track.sample_rate = std::max(track.sample_rate, audio.sample_rate);
            if (audio.channels > 0) track.channels = audio.channels;
            return;
        } else {
            return;
        }
    }
}

}

/// An audio sample entry (ISO 14496-12, 12.2.3; QuickTime's versions 1 and 2 are longer).
void read_audio_entry(Track &track, const ByteVector &bytes, size_t entry_end) {
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
        if (type == "esds") read_elementary_stream(track, bytes, box + 12, end);
        if (type == "alac" && end >= box + 36) {
            track.bits = static_cast<int>(big_endian(bytes, box + 17, 1));
            track.channels = static_cast<int>(big_endian(bytes, box + 21, 1));
            track.bit_rate = static_cast<long long>(big_endian(bytes, box + 28, 4));
            track.sample_rate = static_cast<int>(big_endian(bytes, box + 32, 4));
        }
        box = end;
    }
}

void read_visual_entry(Track &track, const ByteVector &bytes, size_t entry_end) {
    track.width = static_cast<int>(big_endian(bytes, 40, 2));
    track.height = static_cast<int>(big_endian(bytes, 42, 2));
    constexpr size_t boxes = 94;
    if (boxes + 12 <= entry_end && view(bytes, boxes + 4).substr(0, 4) == "esds")
        read_elementary_stream(track, bytes, boxes + 12, entry_end);
}

bool is_still_picture(const Track &track) {
    if (track.handler != "vide" || track.samples != 1) return false;
    // JPEG and PNG have object types of their own in MPEG-4 (mp4ra.org, "Object types").
    constexpr int jpeg = 0x6C, png = 0x6D;
    if (track.codec == "mp4v") return track.object_type == jpeg || track.object_type == png;
    return track.codec == "jpeg" || track.codec == "mjpa" || track.codec == "png ";
}

/// Sample entries in the place of those of what they hide: Apple's, and those of Common Encryption
/// (ISO 14496-12, 8.12; ISO 23001-7).
bool is_encrypted(const std::string &codec) {
    static const char *const entries[] = {"drms", "drmi", "enca", "encv"};
    return std::any_of(std::begin(entries), std::end(entries), [&](const char *entry) { return codec == entry; });
}

const char *video_codec(const std::string &entry) {
    static const std::pair<const char *, const char *> names[] = {{"avc1", "h264"}, {"avc3", "h264"}, {"hvc1", "hevc"},
        {"hev1", "hevc"}, {"mp4v", "mpeg4"}, {"av01", "av1"}, {"vp09", "vp9"}, {"vp08", "vp8"}, {"jpeg", "mjpeg"},
        {"png ", "png"}, {"s263", "h263"}, {"h263", "h263"}};
    for (const auto &[known, name] : names)
        if (entry == known) return name;
    return nullptr;
}

bool is_aac(const Track &track) {
    if (track.codec != "mp4a") return false;
    if (track.object_type >= 0x66 && track.object_type <= 0x68) return true;
    if (track.object_type != 0x40) return false;
    // 0 where the decoder's configuration is missing.
    static const int objects[] = {0, 1, 2, 3, 4, 5, 6, 17, 19, 20, 22, 23, 29, 39, 42};
    return std::find(std::begin(objects), std::end(objects), track.audio_object) != std::end(objects);
}

bool is_printable(const std::string &entry) {
    return entry.size() == 4 && std::all_of(entry.begin(), entry.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

}
