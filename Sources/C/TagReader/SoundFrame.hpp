#pragma once

#include "Stream.hpp"

#include <cstdint>

namespace reader {

/// The header of one frame, in a format of frames that follow each other without a container:
/// AC-3 and E-AC-3 (ATSC A/52, 5.3 and E.2.2), AAC as ADTS and as LOAS (ISO 14496-3, 1.A.3 and 1.7).
struct SoundFrame {
    /// In bytes, with the header; 0 where the bytes are no header.
    size_t length = 0;
    /// FFmpeg's name of the format: `ac3`, `eac3`, `aac`, `loas`.
    const char *demuxer = nullptr;
    const char *container = nullptr;
    const char *codec = nullptr;
    int sample_rate = 0;
    int channels = 0;
    /// How many samples of each channel the frame adds to the sound.
    int samples = 0;
    /// The bits that are the same in all frames of a stream; 0 where none are.
    unsigned form = 0;
};

/// How many bytes `sound_frame` looks at.
constexpr size_t sound_frame_header = 9;

/// The frame that begins at `bytes`, of which there are at least `sound_frame_header`.
SoundFrame sound_frame(const unsigned char *bytes);

/// The frame at `offset` if it is the first of as many of one kind; `may_end` makes do with two where the file ends
/// behind them.
SoundFrame sound_frame_at(Stream &stream, Offset offset, int wanted, bool may_end);

/// The properties of a stream of such frames, by its first frames.
struct FrameStream {
    SoundFrame first;
    /// In kbit/s; 0 where unknown.
    int bit_rate = 0;
    /// In milliseconds; negative where unknown.
    int64_t duration = -1;
};

FrameStream frame_stream(Stream &stream, Offset start);

/// AAC behind one header without frames (ISO 13818-7, 6.2).
struct Adif {
    int sample_rate = 0;
    int channels = 0;
    /// In bit/s, on average or at most; 0 where unknown.
    int bit_rate = 0;
};

Adif adif(Stream &stream, Offset start);

}
