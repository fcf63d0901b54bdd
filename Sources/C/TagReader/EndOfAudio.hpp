#pragma once

#include "Stream.hpp"

namespace reader {

/// Where the audio ends: before an ID3v1 tag, a Lyrics3 tag (id3.org/Lyrics3v2), an APE tag and an ID3v2 tag
/// with a footer, which follow each other in any order.
Offset end_of_audio(Stream &stream);

/// Where the footer of the APE tag behind the audio begins, whatever tags follow it; -1 for none.
Offset footer_of_ape(Stream &stream);

/// Whether an APE tag has the size and the number of items that its footer states.
bool is_whole_ape(Stream &stream, Offset footer);

/// An APE tag at the end of a file that is cut off in the tag: its whole items, and a footer; empty for none. A tag of which
/// neither footer nor header is left within the last 16 KB is not found.
TagLib::ByteVector cut_ape(Stream &stream);

/// Where the ID3v2 tag behind the audio begins, whatever tags follow it; -1 for none.
Offset id3v2_at_end(Stream &stream);

}
