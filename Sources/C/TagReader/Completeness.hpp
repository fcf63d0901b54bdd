#pragma once

#include "Format.hpp"

namespace reader {

/// Whether the file says itself that it is longer than it is, or that more sound follows than there is.
///
/// Looks at the headers, and of FLAC and Ogg at the end, which is in memory already; `false` where nothing says so.
/// MPEG audio and MP4 are not asked here: their readers know.
bool is_cut_off(Stream &stream, const Content &content);

}
