#pragma once

#include "Contents.hpp"
#include "Format.hpp"

namespace reader {

/// Reads tags and properties with the class that knows this content.
void read(Contents &contents, Stream &stream, const Content &content);

}
