#pragma once

#include <string_view>
#include <tbytevector.h>

namespace reader {

/// The bytes of Base64 as taggers write it: in the alphabet for URLs too, in lines, and without the filling at the end,
/// which may be left out (RFC 4648, sections 3.2 and 5). Nothing where something else is in it.
TagLib::ByteVector decoded_base64(std::string_view text);

}
