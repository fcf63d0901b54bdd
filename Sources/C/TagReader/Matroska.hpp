#pragma once

#include "Contents.hpp"

namespace reader {

/// Reads the tags of a Matroska file with pictures in motion, each with the level that it speaks of: the keys
/// are `70:TITLE` (of the collection), `60:PART_NUMBER` (of the season), `50:TITLE` (of the film or episode),
/// …; `TARGETTYPE` has the levels' names, and `TITLE` is that of the file.
///
/// FFmpeg reads the rest; but where a level is given as a number alone it takes the titles of show, season and
/// episode for one, and keeps the last.
void read_matroska(Contents &contents, Stream &stream);

}
