#pragma once

#include "Stream.hpp"

namespace reader {

/// Where the audio ends: before an ID3v1 tag, a Lyrics3 tag (id3.org/Lyrics3v2) and an APE tag, which follow
/// each other in any order.
Offset end_of_audio(Stream &stream);

}
