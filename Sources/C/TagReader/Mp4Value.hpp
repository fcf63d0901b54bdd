#pragma once

#include "Contents.hpp"

#include <string>
#include <tbytevector.h>

namespace reader {

/// Puts down the value of a `data` box, which begins with its type and its language: by the type (QuickTime File Format,
/// "Well-known types") and, where writers disagree, by the key of its item.
void add_mp4_value(Contents &contents, const std::string &key, const TagLib::ByteVector &data);

}
