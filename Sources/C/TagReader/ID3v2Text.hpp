#pragma once

#include <string_view>
#include <tbytevector.h>

namespace reader {

/// Whether the content of a frame begins with the encoding of its texts (ID3v2.4, section 4). Pictures and objects, which do, too,
/// are of use without it.
bool begins_with_encoding(std::string_view id);

/// Whether a frame holds UTF-16 whose byte order nothing tells, several references to genres, or synchronised lyrics that end
/// before they should.
/// `id` is that of ID3v2.2, 2.3 or 2.4, `data` the frame's content.
bool needs_text_repair(std::string_view id, const TagLib::ByteVector &data);

/// The same content with its texts as UTF-16 of the highest byte first, and an end for the last line.
TagLib::ByteVector repaired_text(std::string_view id, const TagLib::ByteVector &data);

}
