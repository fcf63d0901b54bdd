#pragma once

#include "Contents.hpp"

namespace reader {

/// DSF ("DSF File Format Specification" 1.01).
void read_dsf(Contents &contents, Stream &stream);

/// DSDIFF 1.5, plain or compressed (DST).
void read_dsdiff(Contents &contents, Stream &stream);

}
