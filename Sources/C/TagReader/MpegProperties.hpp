#pragma once

#include "Contents.hpp"
#include "Format.hpp"

namespace reader {

/// Sets the properties of MPEG audio by its first frames and by what its encoder put into the first
/// (Xing, Info, VBRI), and adds LAME's loudness as fields.
///
/// TagLib looks for a second frame in all of the file, takes the frame of the encoder's words for sound,
/// and a sync word in what stands before the audio for the first frame.
void read_mpeg_properties(Contents &contents, Stream &stream, const Content &content);

}
