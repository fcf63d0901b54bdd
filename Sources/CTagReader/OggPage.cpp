#include "OggPage.hpp"

#include <algorithm>

namespace reader {

TagLib::ByteVector last_ogg_page(Stream &stream) {
    constexpr size_t largest_page = 27 + 255 + 255 * 255;
    for (const size_t count : {size_t(16 * 1024), largest_page}) {
        const Offset start = std::max<Offset>(0, stream.length() - static_cast<Offset>(count));
        const TagLib::ByteVector bytes = stream.bytes(start, count);
        const int page = bytes.rfind("OggS");
        if (page >= 0) return bytes.mid(static_cast<unsigned>(page));
    }
    return {};
}

}
