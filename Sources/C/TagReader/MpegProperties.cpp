#include "MpegProperties.hpp"

#include "EndOfAudio.hpp"
#include "MpegFrame.hpp"
#include "Numbers.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string>

namespace reader {

namespace {

using Head = std::array<unsigned char, 256>;

/// The encoder's header about the whole stream, in place of the first frame's sound.
struct EncoderWords {
    /// Without the frame of these words; 0 where unknown.
    unsigned long long frames = 0;
    /// With the frame of these words; 0 where unknown.
    unsigned long long bytes = 0;
    /// Where LAME's part begins in the frame; 0 where there is none.
    size_t lame = 0;
    bool is_there = false;
};

EncoderWords encoder_words(const Head &head, const MpegFrame &frame) {
    EncoderWords words;
    const unsigned char *b = head.data();
    const bool is_version_1 = (b[1] & 8) != 0;
    const size_t side = is_version_1 ? (frame.channels == 1 ? 17 : 32) : (frame.channels == 1 ? 9 : 17);
    // Encoders leave no room for a check sum, others do.
    for (const size_t at : {4 + side, 6 + side}) {
        if (std::memcmp(b + at, "Xing", 4) != 0 && std::memcmp(b + at, "Info", 4) != 0) continue;
        words.is_there = true;
        const unsigned flags = b[at + 7];
        size_t next = at + 8;
        if (flags & 1) words.frames = number(b + next, 4, false), next += 4;
        if (flags & 2) words.bytes = number(b + next, 4, false), next += 4;
        next += (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
        if (std::memcmp(b + next, "LAME", 4) == 0 || std::memcmp(b + next, "L3.9", 4) == 0) words.lame = next;
        return words;
    }
    if (std::memcmp(b + 36, "VBRI", 4) == 0) {
        words.is_there = true;
        words.bytes = number(b + 46, 4, false);
        words.frames = number(b + 50, 4, false);
    }
    return words;
}

/// LAME's loudness ("Mp3 Info Tag" revision 1, gabriel.mp3-tech.org): the peak as a fraction of 2^23, then two
/// gains of 16 bits: three for the kind (1 is the track's, 2 the album's), three for who set it, one for the
/// sign, nine for tenths of a dB. Before LAME 3.95.1 the reference was 83 dB, since then it is 89 dB.
void add_lame(Contents &contents, const unsigned char *lame) {
    if (const auto peak = number(lame + 11, 4, false); peak > 0 && peak < (100ull << 23)) {
        contents.begin(TR_TAG_HEADER, false, "LAME:PEAK");
        contents.value(std::to_string(static_cast<double>(peak) / (1 << 23)));
    }
    const bool is_numbered = std::memcmp(lame, "LAME3.", 6) == 0;
    const bool is_old = is_numbered && std::atoi(std::string(reinterpret_cast<const char *>(lame) + 6, 3).c_str()) < 95;
    for (const size_t at : {15, 17}) {
        const auto field = number(lame + at, 2, false);
        const auto kind = field >> 13, origin = field >> 10 & 7, steps = field & 0x1FF;
        if ((kind != 1 && kind != 2) || origin == 0) continue;
        const double gain = (field & 0x200 ? -1 : 1) * static_cast<double>(steps) / 10 + (is_old ? 6 : 0);
        contents.begin(TR_TAG_HEADER, false, kind == 1 ? "LAME:TRACK_GAIN" : "LAME:ALBUM_GAIN");
        contents.value(std::to_string(gain));
    }
}

/// How long sound is, in seconds, and its average rate, in bit/s.
struct Extent {
    double seconds;
    double bit_rate;
};

/// The frames of one stream, found by their headers.
class Frames {
public:
    Frames(Stream &stream, const MpegFrame &first, Offset end) : stream_(stream), first_(first), end_(end) {}

    /// The frame that begins here; its length is 0 where none of this stream does.
    MpegFrame at(Offset offset) {
        unsigned char header[4];
        if (offset + 4 > end_ || stream_.read(offset, header, 4) < 4) return {};
        const MpegFrame frame = mpeg_frame(header);
        const bool is_of_stream = frame.layer == first_.layer && frame.sample_rate == first_.sample_rate;
        return is_of_stream ? frame : MpegFrame{};
    }

    /// Whether looks all over the stream find frames of one bit rate only.
    bool have_one_rate(Offset start) {
        constexpr Offset looks = 32, longest_search = 4096;
        for (Offset look = 0; look < looks; look++) {
            const Offset from = start + (end_ - start) / looks * look;
            for (Offset offset = from; offset < std::min(end_, from + longest_search); offset++) {
                const MpegFrame frame = at(offset);
                if (frame.length == 0 || at(offset + static_cast<Offset>(frame.length)).length == 0) continue;
                if (frame.bit_rate != first_.bit_rate) return false;
                break;
            }
        }
        return true;
    }

    /// How long all are together; bytes between them are skipped.
    Extent extent(Offset start) {
        constexpr size_t most_skipped = 4 * 1024 * 1024;
        unsigned long long frames = 0, bytes = 0;
        size_t skipped = 0;
        for (Offset offset = start; offset < end_ && skipped < most_skipped;) {
            const size_t length = at(offset).length;
            frames += length > 0;
            bytes += length;
            skipped += length == 0;
            offset += length > 0 ? static_cast<Offset>(length) : 1;
        }
        const double seconds = static_cast<double>(frames) * first_.samples / first_.sample_rate;
        return {seconds, seconds > 0 ? static_cast<double>(bytes) * 8 / seconds : 0};
    }

private:
    Stream &stream_;
    MpegFrame first_;
    Offset end_;
};

/// How long the frames from `start` on sound: by the size where they have one bit rate, else by their number.
Extent measured_extent(Stream &stream, Offset start, Offset end, const MpegFrame &first) {
    Frames frames(stream, first, end);
    if (!frames.have_one_rate(start)) return frames.extent(start);
    return {static_cast<double>(end - start) / first.bit_rate / 125, first.bit_rate * 1000.0};
}

}

void read_mpeg_properties(Contents &contents, Stream &stream, const Content &content) {
    tr_contents &view = contents.view;
    view.container = view.codec = "mp3";
    view.ask_for_streams = true;
    Head head{};
    // Bytes that are not in memory yet are read in windows, which hold the frames that follow, too.
    if (stream.read(content.audio, head.data(), head.size()) < 4) return;
    const MpegFrame frame = mpeg_frame(head.data());
    if (frame.length == 0) return;
    view.codec = frame.layer == 3 ? "mp3" : frame.layer == 2 ? "mp2" : "mp1";
    view.sample_rate = frame.sample_rate;
    view.channels = frame.channels;
    const Offset end = end_of_audio(stream);
    const EncoderWords words = frame.layer == 3 ? encoder_words(head, frame) : EncoderWords{};
    const auto present = static_cast<unsigned long long>(std::max<Offset>(0, end - content.audio));
    const auto of_words = words.is_there ? static_cast<unsigned long long>(frame.length) : 0;
    if (words.lame > 0 && words.lame + 19 <= head.size()) add_lame(contents, head.data() + words.lame);
    if (words.frames > 0) {
        const double seconds = static_cast<double>(words.frames) * frame.samples / frame.sample_rate;
        const auto bytes = (words.bytes > of_words ? words.bytes : std::max(present, of_words)) - of_words;
        view.duration = milliseconds(seconds);
        view.bit_rate = kilobits(static_cast<double>(bytes) * 8 / seconds);
        // A tag in the middle, or a frame more or less, is no sign of anything.
        view.is_cut_off = words.bytes > 0 && words.bytes > present + present / 50 + 4 * frame.length;
    } else {
        const auto sound = static_cast<Offset>(present - std::min(present, of_words));
        const Extent extent = measured_extent(stream, end - sound, end, frame);
        view.duration = milliseconds(extent.seconds);
        view.bit_rate = kilobits(extent.bit_rate);
        // A frame that is cut off is as long as it would be.
        if (view.duration <= 0) view.duration = 1000 * frame.samples / frame.sample_rate;
    }
    view.ask_for_streams = view.duration <= 0;
}

}
