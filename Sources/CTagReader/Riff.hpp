#pragma once

#include "Contents.hpp"

namespace reader {

void read_wav(Contents &contents, Stream &stream);
void read_aiff(Contents &contents, Stream &stream);

}
