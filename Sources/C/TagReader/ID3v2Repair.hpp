#pragma once

#include "Stream.hpp"

#include <string>

namespace reader {

/// Size of the ID3v2 tag with header and footer whose first ten bytes these are; 0 where there is none
/// (ID3v2.4, section 3.1).
Offset id3v2_size(const unsigned char *head);

/// The most bytes of a tag that are read.
constexpr Offset largest_id3v2 = 64 * 1024 * 1024;

/// A tag whose frames TagLib reads all.
struct RepairedID3v2 {
    /// Empty where the tag is good as it is.
    TagLib::ByteVector bytes;
    /// The name of the first frame of which something may be lost; empty where none is.
    std::string damaged_frame;
};

/// Writes a tag anew where something in it would make TagLib stop, or lose a frame: an extended header, empty frames,
/// names that are none, sizes that are wrong, UTF-16 without a byte order mark, lyrics whose last line has no end. The
/// order of the frames stays. Costs a look at each frame's header where there is nothing of the kind.
RepairedID3v2 repaired_id3v2(const TagLib::ByteVector &tag);

}
