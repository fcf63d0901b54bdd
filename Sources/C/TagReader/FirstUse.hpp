#pragma once

namespace reader {

/// Has TagLib fill the maps that it makes when they are first needed; the first call does it, and others wait for it.
///
/// It fills them without a lock: two files that are the first of their kind and opened at once can leave a map broken
/// (taglib's pull requests 1331 and 1400; no release before 2.3 has either).
void use_taglib_once();

}
