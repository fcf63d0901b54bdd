#include "Signature.hpp"

#include "Chunks.hpp"
#include "EndOfAudio.hpp"
#include "MatroskaElement.hpp"
#include "Mp4Box.hpp"
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

void add_chunk(Mixture &mixture, Stream &stream, Offset at, ChunkStyle style, std::initializer_list<std::string_view> names) {
    each_chunk(stream, at, style, [&](const Chunk &chunk) {
        if (std::find(names.begin(), names.end(), chunk.name) == names.end()) return true;
        mixture.audio(chunk.start, chunk.start + chunk.size);
        return false;
    });
}

/// The media data: how it begins, and how much it is in all.
void add_mp4(Mixture &mixture, Stream &stream) {
    Offset media = 0;
    size_t total = 0;
    int budget = 1000;
    const auto visit = [&](const mp4::Box &box) {
        if (box.type == "mdat" && box.size() > 0) {
            if (media == 0) media = box.start;
            total += box.size();
        }
        return true;
    };
    mp4::each_box(stream, 0, stream.length(), budget, visit, &Stream::peek);
    if (media == 0) return;
    mixture.add(total);
    mixture.piece(media, std::min(total, first_piece));
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
    using namespace matroska;
    int budget = 1000;
    std::optional<Element> segment;
    each_element(stream, 0, stream.length(), budget, [&](const Element &element) {
        if (element.id == segment_id) segment = element;
        return !segment;
    });
    if (!segment) return;
    bool is_known = false;
    each_element(stream, segment->start, segment->end, budget, [&](const Element &element) {
        if (element.id == info_id)
            each_element(stream, element.start, element.end, budget, [&](const Element &fact) {
                if (fact.id != segment_uuid_id || fact.size() != 16) return true;
                const ByteVector bytes = stream.bytes(fact.start, 16);
                mixture.add(reinterpret_cast<const unsigned char *>(bytes.data()), bytes.size());
                is_known = true;
                return false;
            });
        if (element.id == cluster_id && !is_known) mixture.piece(element.start, first_piece);
        return !is_known && element.id != cluster_id;
    });
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
    case Format::wav: add_chunk(mixture, stream, content.start + 12, riff_chunks, {"data"}); break;
    case Format::aiff: add_chunk(mixture, stream, content.start + 12, aiff_chunks, {"SSND"}); break;
    case Format::dsdiff: add_chunk(mixture, stream, content.start + 16, dsdiff_chunks, {"DSD ", "DST "}); break;
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
