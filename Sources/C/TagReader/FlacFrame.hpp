#pragma once

#include <cstddef>

namespace reader {

/// The properties that FLAC's STREAMINFO gives for all frames, by which a frame is recognized (RFC 9639, sections 8.2 and 9.1).
class FlacForm {
public:
    /// - Parameter info: The block's 34 bytes.
    explicit FlacForm(const unsigned char *info);

    /// 0 where unknown.
    unsigned long long total_samples;
    /// In bytes; 0 where unknown.
    size_t largest_frame;
    int sample_rate;
    int channels;
    int bits_per_sample;

    /// The first byte of every frame.
    static constexpr char first_byte = '\xFF';

    /// How many samples the stream has up to the end of the frame that begins here; 0 where none begins.
    unsigned long long end_of_frame(const unsigned char *bytes, size_t count) const;

private:
    static constexpr size_t shortest_header = 6;
    unsigned largest_block_;
};

}
