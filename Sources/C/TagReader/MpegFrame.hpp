#pragma once

#include <cstddef>

namespace reader {

/// The fields in the four bytes of an MPEG audio header (ISO 11172-3, 2.4.1.3; ISO 13818-3, 2.4.2.3).
struct MpegFrame {
    /// In bytes, with the header; 0 where the bytes are no header.
    size_t length = 0;
    int layer = 0;
    int sample_rate = 0;
    /// In kbit/s.
    int bit_rate = 0;
    int channels = 0;
    /// Of each channel in a frame.
    int samples = 0;
};

MpegFrame mpeg_frame(const unsigned char *bytes);

}
