#include "SoundFrame.hpp"

#include "Bits.hpp"
#include "Numbers.hpp"

#include <algorithm>

namespace reader {

namespace {

constexpr int aac_rates[16] = {96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350};
constexpr int aac_channels[16] = {0, 1, 2, 3, 4, 5, 6, 8};
constexpr int ac3_rates[3] = {48000, 44100, 32000};
constexpr int ac3_channels[8] = {2, 1, 2, 3, 3, 4, 4, 5};

SoundFrame ac3(const unsigned char *b, int version) {
    static const int kilobits[19] = {
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640};
    const int rate = b[4] >> 6, size = b[4] & 0x3F;
    if (rate == 3 || size >= 38) return {};
    const int words = rate == 0 ? kilobits[size >> 1] * 2
        : rate == 1             ? kilobits[size >> 1] * 320 / 147 + (size & 1)
                                : kilobits[size >> 1] * 3;
    const int mode = b[6] >> 5;
    // Before the mark of the low frequencies stand two bits each for the center, the surround and the matrix.
    int skipped = 3;
    if ((mode & 1) && mode != 1) skipped += 2;
    if (mode & 4) skipped += 2;
    if (mode == 2) skipped += 2;
    const int low = (b[6] << 8 | b[7]) >> (15 - skipped) & 1;
    return {static_cast<size_t>(words) * 2, "ac3", "ac3", "ac3", ac3_rates[rate] >> std::max(0, version - 8),
        ac3_channels[mode] + low, 1536, unsigned(rate << 8 | b[5])};
}

SoundFrame eac3(const unsigned char *b) {
    static const int blocks[4] = {1, 2, 3, 6};
    const int kind = b[2] >> 6, stream = b[2] >> 3 & 7, rate = b[4] >> 6, second = b[4] >> 4 & 3;
    if (kind == 3 || (rate == 3 && second == 3)) return {};
    SoundFrame frame{(size_t(b[2] & 7) << 8 | b[3]) * 2 + 2, "eac3", "eac3", "eac3"};
    frame.sample_rate = rate == 3 ? ac3_rates[second] / 2 : ac3_rates[rate];
    frame.channels = ac3_channels[b[4] >> 1 & 7] + (b[4] & 1);
    // Further channels and further programs come in frames of their own for the same time.
    frame.samples = kind == 1 || stream > 0 ? 0 : 256 * (rate == 3 ? 6 : blocks[second]);
    return frame.length < 16 ? SoundFrame{} : frame;
}

SoundFrame adts(const unsigned char *b) {
    const int rate = aac_rates[b[2] >> 2 & 15];
    const size_t length = size_t(b[3] & 3) << 11 | b[4] << 3 | b[5] >> 5;
    if (rate == 0 || length < 8) return {};
    return {length, "aac", "aac", "aac", rate, aac_channels[(b[2] & 1) << 2 | b[3] >> 6],
        1024 * ((b[6] & 3) + 1), unsigned(b[1] << 16 | b[2] << 8 | (b[3] & 0xF0))};
}

/// The rate is in the frame that describes the stream, which is the first and then some (ISO 14496-3, 1.7.3).
SoundFrame loas(const unsigned char *b) {
    SoundFrame frame{(size_t(b[1] & 0x1F) << 8 | b[2]) + 3, "loas", "aac", "aac"};
    if (frame.length < 8) return {};
    frame.samples = 1024;
    const bool is_described = (b[3] & 0xC0) == 0;
    if (!is_described) return frame;
    frame.samples = 1024 * (((b[3] & 0x1F) << 1 | b[4] >> 7) + 1);
    frame.sample_rate = aac_rates[(b[5] << 8 | b[6]) >> 7 & 15];
    frame.channels = aac_channels[b[6] >> 3 & 15];
    return frame;
}

}

SoundFrame sound_frame(const unsigned char *b) {
    if (b[0] == 0x0B && b[1] == 0x77) {
        const int version = b[5] >> 3;
        return version <= 10 ? ac3(b, version) : version <= 16 ? eac3(b) : SoundFrame{};
    }
    if (b[0] == 0xFF && (b[1] & 0xF6) == 0xF0) return adts(b);
    if (b[0] == 0x56 && (b[1] & 0xE0) == 0xE0) return loas(b);
    return {};
}

SoundFrame sound_frame_at(Stream &stream, Offset offset, int wanted, bool may_end) {
    unsigned char header[sound_frame_header];
    SoundFrame first;
    for (int count = 0; count < wanted; count++) {
        const bool is_end = count > 1 && stream.length() - offset < 4096; // the last may be cut, or be a tag
        const size_t got = stream.read(offset, header, sizeof header);
        const SoundFrame frame = got < sizeof header ? SoundFrame{} : sound_frame(header);
        if (frame.length == 0) return may_end && is_end ? first : SoundFrame{};
        if (count == 0) first = frame;
        if (frame.demuxer != first.demuxer || frame.form != first.form) return {};
        offset += static_cast<Offset>(frame.length);
    }
    return first;
}

FrameStream frame_stream(Stream &stream, Offset start) {
    constexpr size_t measured = 64 * 1024; // a second or more of most sound
    FrameStream result{sound_frame_at(stream, start, 2, true)};
    if (result.first.length == 0) return result;
    size_t bytes = 0;
    long long samples = 0;
    unsigned char header[sound_frame_header];
    while (bytes < measured) {
        const Offset at = start + static_cast<Offset>(bytes);
        if (stream.read(at, header, sizeof header) < sizeof header) break;
        const SoundFrame frame = sound_frame(header);
        if (frame.length == 0 || frame.demuxer != result.first.demuxer) break;
        bytes += frame.length;
        samples += frame.samples;
        result.first.channels = std::max(result.first.channels, frame.channels);
        if (result.first.sample_rate == 0) result.first.sample_rate = frame.sample_rate;
    }
    if (samples == 0 || result.first.sample_rate == 0) return result;
    const double seconds = static_cast<double>(samples) / result.first.sample_rate;
    const double rate = static_cast<double>(bytes) / seconds;
    result.bit_rate = kilobits(rate * 8);
    result.duration = milliseconds(static_cast<double>(stream.length() - start) / rate);
    return result;
}

Adif adif(Stream &stream, Offset start) {
    unsigned char bytes[128];
    Bits bits(bytes, stream.read(start + 4, bytes, sizeof bytes));
    if (bits.take(1)) bits.skip(72);
    bits.skip(2);
    const bool is_variable = bits.take(1);
    Adif result;
    result.bit_rate = static_cast<int>(bits.take(23));
    bits.skip(4); // of several programs the first
    if (!is_variable) bits.skip(20);
    bits.skip(4 + 2);
    result.sample_rate = aac_rates[bits.take(4)];
    const auto front = bits.take(4), side = bits.take(4), back = bits.take(4), low = bits.take(2);
    bits.skip(3 + 4);
    for (const int width : {4, 4, 3})
        if (bits.take(1)) bits.skip(width);
    for (unsigned i = 0; i < front + side + back; i++) {
        result.channels += bits.take(1) ? 2 : 1;
        bits.skip(4);
    }
    result.channels += static_cast<int>(low);
    return bits.is_exhausted() ? Adif{} : result;
}

}
