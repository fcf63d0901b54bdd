#pragma once

#include "Stream.hpp"

namespace reader {

/// The last page (RFC 3533, section 6), up to the end of the file; nothing where there is none.
TagLib::ByteVector last_ogg_page(Stream &stream);

}
