#pragma once

#include "Contents.hpp"
#include "Format.hpp"

#include <string_view>

namespace TagLib {
class File;
namespace ID3v1 { class Tag; }
namespace ID3v2 { class Tag; }
namespace APE { class Tag; }
namespace Ogg { class XiphComment; }
namespace ASF { class Tag; }
class ByteVector;
}

namespace reader {

// Each hands over all that one kind of tag holds. A `NULL` tag holds nothing.

void add_id3v1(Contents &contents, const TagLib::ID3v1::Tag *tag);
void add_id3v2(Contents &contents, const TagLib::ID3v2::Tag *tag);
/// An ID3v2 tag that lies where TagLib's class for the format does not look; repaired where it has to be.
void add_id3v2_at(Contents &contents, Stream &stream, Offset offset);
/// The ID3v2 tag at the beginning of the file.
void add_leading_id3v2(Contents &contents, Stream &stream, const Content &content);
/// The same where TagLib has read it already, unless it had to be repaired.
void add_leading_id3v2(Contents &contents, const Content &content, const TagLib::ID3v2::Tag *tag);
void add_ape(Contents &contents, const TagLib::APE::Tag *tag);

/// Puts down the APE tag whose footer is at an offset.
void add_ape_at(Contents &contents, TagLib::File &file, Offset footer);
/// The comments of a block or packet that begins with `mark`, and the pictures among them: TagLib drops all comments where
/// their number is wrong, and pictures whose Base64 is not by the letter.
void add_vorbis(Contents &contents, const TagLib::ByteVector &packet, std::string_view mark);
/// `is_last_first` where of several values of an attribute the one that TagLib read last is the first.
void add_asf(Contents &contents, TagLib::ASF::Tag *tag, bool is_last_first);
/// The fields of a chunk LIST of the type INFO. Each byte becomes a character of its own: the format does not say what the
/// encoding is. TagLib's own tag would need a handler for the whole process.
void add_riff_info(Contents &contents, const TagLib::ByteVector &list);

}
