#pragma once

#include "Contents.hpp"

namespace reader {

/// Reads an MP4 file's tags and the properties of its audio.
///
/// Not by `TagLib::MP4`, which keeps one of repeated atoms and knows the properties of AAC and ALAC only.
void read_mp4(Contents &contents, Stream &stream);

}
