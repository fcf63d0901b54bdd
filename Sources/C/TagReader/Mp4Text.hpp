#pragma once

#include "Contents.hpp"

#include <string>

namespace reader {

/// Adds a text of QuickTime's user data, in the encoding that its language stands for (QuickTime File Format, "Language
/// Code Values"): below 0x400 one of the Macintosh, from there on UTF-8, or UTF-16 behind a byte order mark.
void add_quicktime_text(Contents &contents, const std::string &key, const TagLib::ByteVector &text, unsigned language);

}
