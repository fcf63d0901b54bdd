#include "Musepack.hpp"

#include "EndOfAudio.hpp"
#include "Numbers.hpp"
#include "Shared.hpp"

#include <cmath>
#include <mpcfile.h>
#include <mpcproperties.h>
#include <string>

namespace reader {

using namespace TagLib;

namespace {

void add_loudness(Contents &contents, std::string_view key, double value) {
    contents.begin(TR_TAG_HEADER, false, key);
    contents.value(std::to_string(value));
}

/// Loudness in the packet RG, big-endian: 64.82 dB less the gain in 256ths, and peaks as decibels in 256ths
/// over one step of 16 bits; 0 where nobody measured ("Musepack SV8 specification", replay gain packet). TagLib turns
/// the numbers of version 7 into the same, and does not come to the packet of version 8.
struct MusepackLoudness {
    int track_gain = 0, track_peak = 0, album_gain = 0, album_peak = 0;
};

MusepackLoudness musepack_loudness(Stream &stream, Offset start, const MPC::Properties &properties) {
    if (properties.mpcVersion() < 8)
        return {properties.trackGain(), properties.trackPeak(), properties.albumGain(), properties.albumPeak()};
    Offset at = start + 4;
    for (int packets = 0; packets < 8; packets++) {
        const ByteVector head = stream.bytes(at, 16);
        unsigned long long size = 0;
        unsigned next = 2;
        while (next < 8 && next < head.size()) {
            const auto byte = static_cast<unsigned char>(head[next++]);
            size = size << 7 | (byte & 0x7F);
            if (!(byte & 0x80)) break;
        }
        if (head.size() < 16 || size < next || size > 1024) return {};
        if (head.startsWith("RG") && head[next] == 1)
            return {head.toUShort(next + 1, true), head.toUShort(next + 3, true), head.toUShort(next + 5, true),
                head.toUShort(next + 7, true)};
        at += static_cast<Offset>(size);
    }
    return {};
}

void add_musepack_loudness(Contents &contents, const MusepackLoudness &loudness) {
    const auto gain = [](int steps) { return 64.82 - steps / 256.0; };
    const auto peak = [](int steps) { return std::pow(10, steps / 256.0 / 20) / 32768; };
    if (loudness.track_gain > 0) add_loudness(contents, "MPC:TRACK_GAIN", gain(loudness.track_gain));
    if (loudness.album_gain > 0) add_loudness(contents, "MPC:ALBUM_GAIN", gain(loudness.album_gain));
    if (loudness.track_peak > 0) add_loudness(contents, "MPC:TRACK_PEAK", peak(loudness.track_peak));
    if (loudness.album_peak > 0) add_loudness(contents, "MPC:ALBUM_PEAK", peak(loudness.album_peak));
}

/// Version 7 from its header, little-endian words (libmpcdec, `streaminfo.c`): TagLib 1.13 takes the length of the
/// last frame from the wrong place.
void set_version_7(tr_contents &view, Stream &stream, Offset start) {
    unsigned char header[24];
    constexpr unsigned long long frame = 1152, delay_of_decoder = 481;
    if (stream.read(start, header, sizeof header) < sizeof header || view.sample_rate <= 0) return;
    const auto frames = number(header + 4, 4, true), gapless = number(header + 20, 4, true);
    const auto last = gapless >> 20 & 0x7FF;
    const auto missing = !(gapless >> 31) ? delay_of_decoder : last > 0 && last <= frame ? frame - last : 0;
    if (frames * frame <= missing) return;
    const double seconds = static_cast<double>(frames * frame - missing) / view.sample_rate;
    view.duration = milliseconds(seconds);
    view.bit_rate = kilobits(static_cast<double>(end_of_audio(stream) - start) * 8 / seconds);
}

}

void read_musepack(Contents &contents, Stream &stream, const Content &content) {
    MPC::File file(&stream, true, style);
    add_ape_and_id3v1(contents, file);
    const MPC::Properties *properties = file.audioProperties();
    set_properties(contents.view, "mpc", "musepack", properties);
    if (properties && properties->mpcVersion() == 7) set_version_7(contents.view, stream, content.start);
    if (properties) add_musepack_loudness(contents, musepack_loudness(stream, content.start, *properties));
}

}
