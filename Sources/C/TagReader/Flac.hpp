#pragma once

#include "Contents.hpp"
#include "Format.hpp"

namespace reader {

/// Reads FLAC by a walk over its metadata blocks (RFC 9639, section 8), as far as they are there.
///
/// TagLib gives up a file that is cut off in a picture, and shows one of two blocks of comments.
void read_flac(Contents &contents, Stream &stream, const Content &content);

}
