#pragma once

#include "Format.hpp"

#include <cstdint>

namespace reader {

/// A number for what tags do not touch in a file: a few kilobytes of its audio, and how long that is.
/// `docs/identity.md` tells what is taken of each format. 0 where nothing is known to be untouched.
///
/// Kept in libraries: it must stay what it is for a file, whatever the version of the reader.
uint64_t signature(Stream &stream, const Content &content);

}
