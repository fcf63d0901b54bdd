#pragma once

#include "Numbers.hpp"
#include "Stream.hpp"

#include <algorithm>
#include <string_view>

namespace reader {

/// How the headers of a format's chunks are written: RIFF, AIFF and DSDIFF differ in this alone.
struct ChunkStyle {
    bool is_little_endian;
    /// How many bytes the size takes.
    size_t size_bytes;
};

constexpr ChunkStyle riff_chunks{true, 4}, aiff_chunks{false, 4}, dsdiff_chunks{false, 8};

/// A name of four characters, and where the content is.
struct Chunk {
    std::string_view name;
    Offset start;
    /// In bytes, as the header states it.
    unsigned long long stated_size;
    /// The part of it that the file has.
    Offset size;

    /// Whether the header states more than the file has, by more than the filling byte. Programs that do not know
    /// the size put down 0 or a very large number.
    bool is_cut(ChunkStyle style) const {
        const auto largest = style.size_bytes == 4 ? 0x7FFFF000 : 1ull << 62;
        return stated_size > 0 && stated_size < largest && stated_size > static_cast<unsigned long long>(size) + 1;
    }
};

/// Calls `visitor` with each chunk from `at` on, 64 at most, until it returns `false`.
template <typename Visitor> void each_chunk(Stream &stream, Offset at, ChunkStyle style, Visitor visitor) {
    for (int chunks = 0; chunks < 64; chunks++) {
        unsigned char head[12];
        const size_t header = 4 + style.size_bytes;
        if (stream.read(at, head, header) < header) return;
        const auto size = number(head + 4, style.size_bytes, style.is_little_endian);
        const Offset start = at + static_cast<Offset>(header);
        const auto left = static_cast<unsigned long long>(std::max<Offset>(0, stream.length() - start));
        const std::string_view name(reinterpret_cast<char *>(head), 4);
        if (!visitor(Chunk{name, start, size, static_cast<Offset>(std::min(size, left))}) || size >= left) return;
        at = start + static_cast<Offset>(size + (size & 1));
    }
}

}
