#pragma once

#include "CTagReader.h"
#include "Stream.hpp"

#include <optional>

namespace reader {

/// The part of a video's pictures that is to be shown, as MP4, QuickTime and Matroska state it; `video` counts from 0
/// among the file's videos.
std::optional<tr_shown_part> shown_part(Stream &stream, int video);

}
