#include "MpegFrame.hpp"

namespace reader {

MpegFrame mpeg_frame(const unsigned char *b) {
    static const int rates[3] = {44100, 48000, 32000};
    static const int kilobits[5][15] = {
        {0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448},
        {0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},
        {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
        {0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256},
        {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
    };
    if (b[0] != 0xFF || (b[1] & 0xE0) != 0xE0) return {};
    const int version = b[1] >> 3 & 3, layer_bits = b[1] >> 1 & 3, bits = b[2] >> 4, rate = b[2] >> 2 & 3;
    if (version == 1 || layer_bits == 0 || bits == 0 || bits == 15 || rate == 3) return {};
    const bool is_version_1 = version == 3;
    const int layer = 4 - layer_bits;
    MpegFrame frame;
    frame.layer = layer;
    frame.sample_rate = rates[rate] >> (is_version_1 ? 0 : version == 2 ? 1 : 2);
    frame.bit_rate = kilobits[is_version_1 ? layer - 1 : layer == 1 ? 3 : 4][bits];
    frame.channels = b[3] >> 6 == 3 ? 1 : 2;
    const int padding = b[2] >> 1 & 1;
    const int samples = layer == 1 ? 384 : layer == 3 && !is_version_1 ? 576 : 1152;
    frame.samples = samples;
    const int unit = layer == 1 ? 4 : 1;
    frame.length = static_cast<size_t>((samples / 8 / unit * frame.bit_rate * 1000 / frame.sample_rate + padding) * unit);
    return frame;
}

}
