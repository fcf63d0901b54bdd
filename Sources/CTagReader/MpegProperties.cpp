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

/// What the encoder says of the whole, in place of the first frame's sound.
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

/// The average of the first frames; the rate of the first where it is that of all.
double bit_rate(Stream &stream, Offset start, const MpegFrame &first) {
    constexpr size_t measured = 16 * 1024; // a window of the stream
    double bits = 0, seconds = 0;
    for (size_t done = 0; done < measured;) {
        unsigned char header[4];
        if (stream.read(start + static_cast<Offset>(done), header, 4) < 4) break;
        const MpegFrame frame = mpeg_frame(header);
        if (frame.length == 0 || frame.layer != first.layer || frame.sample_rate != first.sample_rate) break;
        const double time = static_cast<double>(frame.samples) / frame.sample_rate;
        bits += frame.bit_rate * time;
        seconds += time;
        done += frame.length;
    }
    return seconds > 0 ? bits / seconds : first.bit_rate;
}

}

void read_mpeg_properties(Contents &contents, Stream &stream, const Content &content) {
    tr_contents &view = contents.view;
    view.container = view.codec = "mp3";
    view.ask_for_streams = true;
    Head head{};
    // What is not in memory yet is read in windows, which hold the frames that follow, too.
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
        const double rate = bit_rate(stream, content.audio + static_cast<Offset>(of_words), frame);
        view.duration = milliseconds(static_cast<double>(present - std::min(present, of_words)) / rate / 125);
        view.bit_rate = kilobits(rate * 1000);
        // A frame that is cut off is as long as it would be.
        if (view.duration <= 0) view.duration = 1000 * frame.samples / frame.sample_rate;
    }
    view.ask_for_streams = view.duration <= 0;
}

}
