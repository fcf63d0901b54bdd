#pragma once

#include "Stream.hpp"

namespace reader {

/// The last page (RFC 3533, section 6), up to the end of the file; nothing where there is none.
TagLib::ByteVector last_ogg_page(Stream &stream);

/// Whether the last page is of another stream than the first, which begins at `start`.
bool is_ogg_chained(Stream &stream, Offset start);

}
