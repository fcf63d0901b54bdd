#pragma once

#include <string_view>
#include <tbytevector.h>

namespace reader {

/// The bytes of Base64 as taggers write it: in the alphabet for URLs too, in lines, with or without the padding at the end
/// (RFC 4648, sections 3.2 and 5). Empty if it has any other character.
TagLib::ByteVector decoded_base64(std::string_view text);

}
