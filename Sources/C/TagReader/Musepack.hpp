#pragma once

#include "Contents.hpp"
#include "Format.hpp"

namespace reader {

void read_musepack(Contents &contents, Stream &stream, const Content &content);

}
