#pragma once

#include "Contents.hpp"
#include "Format.hpp"

namespace reader {

void read_wav(Contents &contents, Stream &stream, const Content &content);
void read_aiff(Contents &contents, Stream &stream, const Content &content);

}
