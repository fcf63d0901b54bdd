#include "Completeness.hpp"

#include "Chunks.hpp"
#include "EndOfAudio.hpp"
#include "FlacFrame.hpp"
#include "MatroskaElement.hpp"
#include "Numbers.hpp"
#include "OggPage.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace reader {

using TagLib::ByteVector;

namespace {

/// Sizes that writers put down before they know them, or that mean "until the end".
bool is_placeholder(unsigned long long size, size_t size_bytes) {
    if (size == 0) return true;
    return size_bytes == 4 ? size >= 0x7FFFF000 : size >= 1ull << 62;
}

/// Whether the chunk with this name is cut off.
bool is_chunk_cut(Stream &stream, Offset at, ChunkStyle style, std::string_view wanted) {
    bool is_cut = false;
    each_chunk(stream, at, style, [&](const Chunk &chunk) {
        if (chunk.name != wanted) return true;
        is_cut = chunk.is_cut(style);
        return false;
    });
    return is_cut;
}

bool is_flac_cut(Stream &stream, Offset start) {
    unsigned char bytes[42];
    if (stream.read(start, bytes, sizeof bytes) < sizeof bytes) return true;
    const FlacForm form(bytes + 8);
    Offset audio = start + 4;
    for (int blocks = 0; blocks < 1000; blocks++) {
        unsigned char header[4];
        if (stream.peek(audio, header, 4) < 4) return true;
        audio += 4 + static_cast<Offset>(number(header + 1, 3, false));
        if (header[0] & 0x80) break;
    }
    if (audio >= stream.length()) return form.total_samples > 0;
    if (form.total_samples == 0) return false;
    const Offset end = end_of_audio(stream);
    constexpr size_t largest_look = 64 * 1024;
    for (const size_t wanted : {size_t(16 * 1024), largest_look}) {
        const Offset from = std::max(audio, end - static_cast<Offset>(wanted));
        const ByteVector tail = stream.bytes(from, static_cast<size_t>(std::max<Offset>(0, end - from)));
        const std::string_view bytes(tail.data(), tail.size());
        bool has_frame = false;
        for (size_t i = bytes.find(FlacForm::first_byte); i != bytes.npos; i = bytes.find(FlacForm::first_byte, i + 1)) {
            const auto *frame = reinterpret_cast<const unsigned char *>(bytes.data()) + i;
            const auto last = form.end_of_frame(frame, bytes.size() - i);
            has_frame = has_frame || last > 0;
            if (last >= form.total_samples) return false;
        }
        if (has_frame || from == audio) return true;
    }
    // A frame may be longer than the look; one that says that it is not must be there.
    return form.largest_frame > 0 && form.largest_frame < largest_look;
}

/// Whether the last page ends behind the file (RFC 3533, section 6). Recorded streams end without a mark.
bool is_ogg_cut(Stream &stream) {
    const ByteVector page = last_ogg_page(stream);
    const auto *data = reinterpret_cast<const unsigned char *>(page.data());
    if (page.isEmpty()) return false;
    if (page.size() < 27 || page.size() < size_t(27) + data[26]) return true;
    size_t size = size_t(27) + data[26];
    for (size_t i = 0; i < data[26]; i++) size += data[27 + i];
    return size > page.size();
}

/// The data object behind the header, unless the file is a recorded broadcast (ASF 1.20.03, section 5.1).
bool is_asf_cut(Stream &stream, Offset start) {
    unsigned char size[8];
    if (stream.read(start + 16, size, 8) < 8) return true;
    const auto header = number(size, 8, true);
    const auto left = static_cast<unsigned long long>(stream.length() - start);
    if (header >= left) return true;
    if (stream.read(start + static_cast<Offset>(header) + 16, size, 8) < 8) return true;
    const auto data = number(size, 8, true);
    return !is_placeholder(data, 8) && data > left - header;
}

/// The segment, unless its size is unknown (RFC 8794, section 6).
bool is_matroska_cut(Stream &stream, Offset start) {
    bool is_cut = false;
    int budget = 8;
    matroska::each_element(stream, start, stream.length(), budget, [&](const matroska::Element &element) {
        if (element.id == matroska::segment_id) is_cut = element.is_cut;
        return element.id != matroska::segment_id;
    });
    return is_cut;
}

/// A size of the whole in the header.
bool is_whole_cut(Stream &stream, Offset at, size_t size_bytes, bool is_little_endian, unsigned long long added) {
    unsigned char bytes[8];
    if (stream.read(at, bytes, size_bytes) < size_bytes) return true;
    const auto size = number(bytes, size_bytes, is_little_endian);
    return !is_placeholder(size, size_bytes) && size + added > static_cast<unsigned long long>(stream.length()) + 1;
}

}

bool is_cut_off(Stream &stream, const Content &content) {
    switch (content.format) {
    case Format::flac: return is_flac_cut(stream, content.start);
    case Format::ogg_vorbis:
    case Format::ogg_opus:
    case Format::ogg_speex:
    case Format::ogg_flac: return is_ogg_cut(stream);
    case Format::wav: return is_chunk_cut(stream, content.start + 12, riff_chunks, "data");
    case Format::aiff: return is_chunk_cut(stream, content.start + 12, aiff_chunks, "SSND");
    case Format::dsdiff: return is_whole_cut(stream, content.start + 4, 8, false, 12);
    case Format::dsf: return is_whole_cut(stream, content.start + 12, 8, true, 0);
    case Format::asf: return is_asf_cut(stream, content.start);
    case Format::matroska: return is_matroska_cut(stream, content.start);
    case Format::other: {
        char mark[12];
        if (stream.read(content.start, mark, 12) < 12) return false;
        const std::string_view head(mark, 12);
        if (head.substr(0, 4) == "OggS") return is_ogg_cut(stream);
        if (head.substr(0, 4) == "RIFF" && head.substr(8) == "AVI ")
            return is_whole_cut(stream, content.start + 4, 4, true, 8);
        return false;
    }
    default: return false;
    }
}

}
