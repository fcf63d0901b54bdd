#pragma once

#include "Contents.hpp"
#include "Tags.hpp"

#include <audioproperties.h>

namespace reader {

/// How much TagLib reads for the properties.
constexpr TagLib::AudioProperties::ReadStyle style = TagLib::AudioProperties::Average;

/// Puts down what TagLib says of a stream; a codec that is `nullptr` is left to FFmpeg.
void set_properties(tr_contents &view, const char *container, const char *codec, const TagLib::AudioProperties *properties);

/// The tags that stand at the end.
template <typename File> void add_ape_and_id3v1(Contents &contents, File &file) {
    if (file.hasAPETag()) add_ape(contents, file.APETag());
    if (file.hasID3v1Tag()) add_id3v1(contents, file.ID3v1Tag());
}

}
