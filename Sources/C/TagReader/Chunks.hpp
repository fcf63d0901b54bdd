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

/// Whether four characters can name a chunk.
inline bool is_chunk_name(std::string_view name) {
    return std::all_of(name.begin(), name.end(), [](char letter) { return letter >= ' ' && letter <= '~'; });
}

/// Where the zeros end that begin at an offset. Recorders fill the end of a file with them.
inline Offset end_of_zeros(Stream &stream, Offset at) {
    constexpr int most_zeros = 1024 * 1024;
    unsigned char byte = 0;
    for (int zeros = 0; zeros < most_zeros && stream.read(at, &byte, 1) == 1 && byte == 0; zeros++) at++;
    return at;
}

/// Where the next chunk begins. Chunks of an odd size end with a filling byte, which some writers forget.
inline Offset end_of_chunk(Stream &stream, const Chunk &chunk) {
    const Offset end = chunk.start + static_cast<Offset>(chunk.stated_size);
    unsigned char bytes[5];
    if (chunk.stated_size % 2 == 0 || stream.read(end, bytes, 5) < 5) return end + static_cast<Offset>(chunk.stated_size % 2);
    const auto is_name = [&](int at) { return is_chunk_name({reinterpret_cast<char *>(bytes + at), 4}); };
    return bytes[0] != 0 && !is_name(1) && is_name(0) ? end : end + 1;
}

/// Calls `visitor` with each chunk from `at` on, 256 at most, until it returns `false`; whatever its name, its size is
/// believed. Returns where it ended: at the end of the file, where the visitor wanted, or at bytes that are no chunk.
template <typename Visitor> Offset each_chunk(Stream &stream, Offset at, ChunkStyle style, Visitor visitor) {
    for (int chunks = 0; chunks < 256; chunks++) {
        unsigned char head[12];
        const size_t header = 4 + style.size_bytes;
        if (stream.read(at, head, header) < header) return stream.length();
        const auto size = number(head + 4, style.size_bytes, style.is_little_endian);
        const Offset start = at + static_cast<Offset>(header);
        const auto left = static_cast<unsigned long long>(std::max<Offset>(0, stream.length() - start));
        const std::string_view name(reinterpret_cast<char *>(head), 4);
        if (head[0] == 0 && (size > left || std::all_of(head, head + header, [](unsigned char byte) { return byte == 0; }))) {
            at = end_of_zeros(stream, at);
            continue;
        }
        if (size > left && !is_chunk_name(name)) return at;
        const Chunk chunk{name, start, size, static_cast<Offset>(std::min(size, left))};
        if (!visitor(chunk)) return at;
        if (size >= left) return stream.length();
        at = end_of_chunk(stream, chunk);
    }
    return at;
}

}
