#include "Flac.hpp"

#include "EndOfAudio.hpp"
#include "FlacFrame.hpp"
#include "Numbers.hpp"
#include "PlainFile.hpp"
#include "Tags.hpp"

#include <algorithm>
#include <flacpicture.h>
#include <id3v1tag.h>

namespace reader {

using namespace TagLib;

namespace {

constexpr int most_blocks = 1000;
constexpr size_t largest_block = 64 * 1024 * 1024;

/// Returns how long the audio is, in seconds; 0 where unknown.
double read_stream_info(tr_contents &view, const ByteVector &block) {
    if (block.size() < 18) return 0; // the check sum behind it is not needed
    const FlacForm form(reinterpret_cast<const unsigned char *>(block.data()));
    view.sample_rate = form.sample_rate;
    view.channels = form.channels;
    view.bits_per_sample = form.bits_per_sample;
    if (form.sample_rate <= 0 || form.total_samples == 0) return 0;
    const double seconds = static_cast<double>(form.total_samples) / form.sample_rate;
    view.duration = milliseconds(seconds);
    return seconds;
}

void read_block(Contents &contents, Stream &stream, int type, Offset at, size_t size) {
    switch (type) {
    case 4: add_vorbis(contents, stream.bytes(at, size), ""); break;
    case 6: {
        FLAC::Picture picture;
        if (picture.parse(stream.bytes(at, size)) && picture.mimeType() != "-->")
            contents.picture(TR_TAG_VORBIS, picture.type(), picture.data());
        break;
    }
    default: break;
    }
}

}

void read_flac(Contents &contents, Stream &stream, const Content &content) {
    tr_contents &view = contents.view;
    view.container = view.codec = "flac";
    Offset at = content.start + 4;
    double seconds = 0;
    bool is_last = false;
    for (int blocks = 0; blocks < most_blocks && !is_last; blocks++) {
        unsigned char header[4];
        if (stream.peek(at, header, 4) < 4) break;
        is_last = header[0] & 0x80;
        const auto size = static_cast<size_t>(number(header + 1, 3, false));
        if ((header[0] & 0x7F) == 0) seconds = read_stream_info(view, stream.bytes(at + 4, size));
        if (size <= largest_block) read_block(contents, stream, header[0] & 0x7F, at + 4, size);
        at += 4 + static_cast<Offset>(size);
    }
    const Offset end = end_of_audio(stream);
    if (seconds > 0 && at < end) view.bit_rate = kilobits(static_cast<double>(end - at) * 8 / seconds);
    view.states_bit_rate = view.bit_rate > 0;
    view.ask_for_streams = view.sample_rate <= 0 || view.duration <= 0;
    PlainFile file(&stream);
    if (stream.length() > 128) {
        const ID3v1::Tag old(&file, stream.length() - 128);
        add_id3v1(contents, &old);
    }
}

}
