#include "OggPage.hpp"

#include <algorithm>
#include <cstring>

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

bool is_ogg_chained(Stream &stream, Offset start) {
    constexpr size_t serial = 14, serial_size = 4;
    char first[serial + serial_size];
    const TagLib::ByteVector last = last_ogg_page(stream);
    return stream.read(start, first, sizeof first) == sizeof first && last.size() >= sizeof first
        && std::memcmp(first + serial, last.data() + serial, serial_size) != 0;
}

}
