#include "Signature.hpp"

#include "EndOfAudio.hpp"
#include "MpegFrame.hpp"
#include "Numbers.hpp"
#include "OggPage.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace reader {

using TagLib::ByteVector;

namespace {

/// So much is taken where the audio begins: mostly in a window that has been read already.
constexpr size_t first_piece = 4096;
/// So much where it ends.
constexpr size_t last_piece = 2048;

/// Mixes numbers and stretches of the file into 64 bits.
class Mixture {
public:
    explicit Mixture(Stream &stream) : stream_(stream) {}

    void add(uint64_t word) {
        state_ = (state_ ^ word) * 0x9E3779B97F4A7C15;
        state_ ^= state_ >> 29;
    }

    void add(const unsigned char *bytes, size_t count) {
        has_bytes_ = has_bytes_ || count > 0;
        while (count > 0) {
            const size_t taken = std::min<size_t>(count, 8);
            add(number(bytes, taken, true));
            bytes += taken;
            count -= taken;
        }
    }

    /// Adds a stretch of at most `first_piece` bytes.
    void piece(Offset offset, size_t count) {
        std::array<unsigned char, first_piece> bytes;
        add(bytes.data(), stream_.peek(offset, bytes.data(), std::min(count, bytes.size())));
    }

    /// Adds the length of the audio, how it begins and how it ends.
    void audio(Offset start, Offset end) {
        if (start >= end) return;
        const size_t length = static_cast<size_t>(end - start);
        add(length);
        piece(start, std::min(first_piece, length));
        if (length > first_piece) {
            const size_t last = std::min(last_piece, length - first_piece);
            piece(end - static_cast<Offset>(last), last);
        }
    }

    uint64_t value() const { return has_bytes_ ? std::max<uint64_t>(state_, 1) : 0; }

private:
    Stream &stream_;
    uint64_t state_ = 0x5048'4F4E'4F4C'4954;
    bool has_bytes_ = false;
};

/// Writers leave zeros, and other dirt, between a tag and the first frame.
Offset first_frame(Stream &stream, Offset start) {
    unsigned char header[4];
    if (stream.read(start, header, 4) == 4 && mpeg_frame(header).length > 0) return start;
    const ByteVector bytes = stream.bytes(start, 16 * 1024);
    const auto *data = reinterpret_cast<const unsigned char *>(bytes.data());
    for (size_t i = 0; i + 4 <= bytes.size(); i++) {
        const size_t length = mpeg_frame(data + i).length;
        if (length == 0 || i + length + 4 > bytes.size()) continue;
        if (mpeg_frame(data + i + length).length > 0) return start + static_cast<Offset>(i);
    }
    return start;
}

/// The stream's own check sum of all samples (RFC 9639, section 8.2); where the encoder left it out, the frames.
void add_flac(Mixture &mixture, Stream &stream, Offset start) {
    unsigned char info[24];
    if (stream.read(start + 18, info, 24) < 24) return;
    if (std::any_of(info + 8, info + 24, [](unsigned char byte) { return byte != 0; })) return mixture.add(info, 24);
    Offset block = start + 4;
    for (int blocks = 0; blocks < 1000; blocks++) {
        unsigned char header[4];
        if (stream.peek(block, header, 4) < 4) return;
        block += 4 + static_cast<Offset>(number(header + 1, 3, false));
        if (header[0] & 0x80) break;
    }
    mixture.audio(block, end_of_audio(stream));
}

/// The end of the last page, and the time it stands for: pages are numbered anew, and so get other check sums,
/// when the comments before them grow.
void add_ogg(Mixture &mixture, Stream &stream) {
    const ByteVector page = last_ogg_page(stream);
    const auto *data = reinterpret_cast<const unsigned char *>(page.data());
    if (page.size() < 27 || page.size() < size_t(27) + data[26]) return;
    const size_t body = size_t(27) + data[26];
    const size_t taken = std::min<size_t>(page.size() - body, 1024);
    mixture.add(data + 6, 8);
    mixture.add(data + page.size() - taken, taken);
}

/// Calls `visitor` with name, start and size of each chunk of RIFF or AIFF; it answers whether to go on.
template <typename Visitor> void each_chunk(Stream &stream, Offset at, bool is_little_endian, size_t size_bytes, Visitor visitor) {
    for (int chunks = 0; chunks < 64; chunks++) {
        unsigned char head[12];
        const size_t header = 4 + size_bytes;
        if (stream.read(at, head, header) < header) return;
        const auto size = number(head + 4, size_bytes, is_little_endian);
        const Offset start = at + static_cast<Offset>(header);
        const auto left = static_cast<unsigned long long>(std::max<Offset>(0, stream.length() - start));
        const std::string_view name(reinterpret_cast<char *>(head), 4);
        if (!visitor(name, start, static_cast<Offset>(std::min(size, left))) || size >= left) return;
        at = start + static_cast<Offset>(size + (size & 1));
    }
}

void add_chunk(Mixture &mixture, Stream &stream, Offset at, bool is_little_endian, size_t size_bytes,
    std::initializer_list<std::string_view> names) {
    each_chunk(stream, at, is_little_endian, size_bytes, [&](std::string_view name, Offset start, Offset size) {
        if (std::find(names.begin(), names.end(), name) == names.end()) return true;
        mixture.audio(start, start + size);
        return false;
    });
}

/// The media data: how it begins, and how much it is in all.
void add_mp4(Mixture &mixture, Stream &stream) {
    Offset at = 0, media = 0;
    unsigned long long total = 0;
    for (int boxes = 0; boxes < 1000; boxes++) {
        unsigned char head[16];
        const size_t got = stream.peek(at, head, 16);
        if (got < 8) break;
        auto size = number(head, 4, false);
        Offset header = 8;
        const auto left = static_cast<unsigned long long>(stream.length() - at);
        if (size == 1 && got == 16) {
            size = number(head + 8, 8, false);
            header = 16;
        } else if (size == 0) {
            size = left;
        }
        if (size < static_cast<unsigned long long>(header)) break;
        size = std::min(size, left);
        if (std::memcmp(head + 4, "mdat", 4) == 0 && size > static_cast<unsigned long long>(header)) {
            if (media == 0) media = at + header;
            total += size - static_cast<unsigned long long>(header);
        }
        at += static_cast<Offset>(size);
    }
    if (media == 0) return;
    mixture.add(total);
    mixture.piece(media, static_cast<size_t>(std::min<unsigned long long>(total, first_piece)));
}

/// The data object behind the header, with the id that the encoder gave it (ASF 1.20.03, section 5.1).
void add_asf(Mixture &mixture, Stream &stream) {
    unsigned char size[8];
    if (stream.read(16, size, 8) < 8) return;
    const auto data = number(size, 8, true);
    if (data > static_cast<unsigned long long>(stream.length())) return;
    mixture.piece(static_cast<Offset>(data) + 16, first_piece);
}

/// The segment's unique id, else the first cluster (RFC 9559, sections 5.1.2.1 and 5.1.3).
void add_matroska(Mixture &mixture, Stream &stream) {
    const ByteVector head = stream.bytes(0, 64 * 1024);
    const auto *data = reinterpret_cast<const unsigned char *>(head.data());
    const int cluster = head.find(ByteVector("\x1F\x43\xB6\x75", 4));
    const int id = head.find(ByteVector("\x73\xA4\x90", 3));
    if (id >= 0 && (cluster < 0 || id < cluster) && static_cast<size_t>(id) + 19 <= head.size())
        return mixture.add(data + id + 3, 16);
    if (cluster >= 0) mixture.piece(cluster + 4, first_piece);
}

}

uint64_t signature(Stream &stream, const Content &content) {
    Mixture mixture(stream);
    unsigned char head[28];
    switch (content.format) {
    case Format::mpeg: mixture.audio(first_frame(stream, content.start), end_of_audio(stream)); break;
    case Format::adts:
    case Format::adif:
    case Format::tagged_stream:
    case Format::ape:
    case Format::musepack:
    case Format::wavpack:
    case Format::true_audio: mixture.audio(content.start, end_of_audio(stream)); break;
    case Format::flac: add_flac(mixture, stream, content.start); break;
    case Format::ogg_vorbis:
    case Format::ogg_opus:
    case Format::ogg_speex:
    case Format::ogg_flac: add_ogg(mixture, stream); break;
    case Format::wav: add_chunk(mixture, stream, content.start + 12, true, 4, {"data"}); break;
    case Format::aiff: add_chunk(mixture, stream, content.start + 12, false, 4, {"SSND"}); break;
    case Format::dsdiff: add_chunk(mixture, stream, content.start + 16, false, 8, {"DSD ", "DST "}); break;
    case Format::mp4: add_mp4(mixture, stream); break;
    case Format::asf: add_asf(mixture, stream); break;
    case Format::dsf: // The file's whole size, and where the tag is, stand before these bytes.
        if (stream.read(0, head, 28) == 28) {
            const auto tag = number(head + 20, 8, true);
            const bool is_tagged = tag > 28 && tag < static_cast<unsigned long long>(stream.length());
            mixture.audio(28, is_tagged ? static_cast<Offset>(tag) : stream.length());
        }
        break;
    case Format::mod:
    case Format::s3m:
    case Format::it:
    case Format::xm: mixture.audio(64, stream.length()); break; // The title stands before it.
    case Format::matroska:
    case Format::other:
        if (stream.read(0, head, 4) == 4 && std::memcmp(head, "\x1A\x45\xDF\xA3", 4) == 0)
            add_matroska(mixture, stream);
        else
            mixture.audio(content.start, stream.length());
        break;
    case Format::tag_only: break;
    }
    return mixture.value();
}

}
