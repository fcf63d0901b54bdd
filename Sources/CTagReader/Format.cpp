#include "Format.hpp"

#include "MpegFrame.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace reader {

namespace {

struct Bytes {
    std::array<unsigned char, 128> bytes{};
    size_t count = 0;

    bool has(size_t offset, std::string_view mark) const {
        return offset + mark.size() <= count && std::memcmp(bytes.data() + offset, mark.data(), mark.size()) == 0;
    }
};

Bytes peek(Stream &stream, Offset offset) {
    Bytes bytes;
    bytes.count = stream.read(offset, bytes.bytes.data(), bytes.bytes.size());
    return bytes;
}

/// Whole size of an ID3v2 tag with header and footer; 0 where there is none (ID3v2.4, section 3.1).
Offset id3v2_size(const Bytes &head) {
    const auto &b = head.bytes;
    if (!head.has(0, "ID3") || head.count < 10 || b[3] == 0xFF || b[4] == 0xFF) return 0;
    if ((b[6] | b[7] | b[8] | b[9]) & 0x80) return 0;
    const Offset size = Offset(b[6]) << 21 | Offset(b[7]) << 14 | Offset(b[8]) << 7 | Offset(b[9]);
    return 10 + size + (b[5] & 0x10 ? 10 : 0);
}

/// Takes the extended header out of a tag at the beginning of the file: TagLib 1.13 counts its size in the
/// wrong way and loses frames by it. What it says (a check sum, restrictions) nobody asks for.
void drop_extended_header(Stream &stream, const Bytes &head, Offset size) {
    const auto &b = head.bytes;
    const bool is_version_3 = b[3] == 3, is_unsynchronised = b[5] & 0x80;
    if (!(b[5] & 0x40) || is_unsynchronised || (!is_version_3 && b[3] != 4) || size > 4 * 1024 * 1024) return;
    // Version 3 does not count the four bytes of the size itself, version 4 does, seven bits a byte.
    const size_t extended = is_version_3 ? (size_t(b[10]) << 24 | b[11] << 16 | b[12] << 8 | b[13]) + 4
                                         : size_t(b[10]) << 21 | b[11] << 14 | b[12] << 7 | b[13];
    TagLib::ByteVector tag = stream.bytes(0, static_cast<size_t>(size));
    if (extended < 6 || tag.size() < 10 + extended) return;
    TagLib::ByteVector without = tag.mid(0, 10) + tag.mid(static_cast<unsigned>(10 + extended));
    without.append(TagLib::ByteVector(static_cast<unsigned>(extended), 0));
    without[5] = static_cast<char>(b[5] & ~0x40);
    stream.replace_beginning(without);
}

/// Whether two frames of one kind follow each other here; one is enough where the file ends behind it.
bool begins_mpeg_audio(Stream &stream, Offset offset) {
    unsigned char first[4], second[4];
    if (stream.read(offset, first, 4) < 4) return false;
    const size_t length = mpeg_frame(first).length;
    if (length == 0) return false;
    const Offset next = offset + static_cast<Offset>(length);
    if (next >= stream.length() - 4) return next <= stream.length() + 4096;
    if (stream.read(next, second, 4) < 4) return true;
    if (std::memcmp(second, "TAG", 3) == 0 || std::memcmp(second, "APET", 4) == 0) return true;
    return mpeg_frame(second).length > 0 && (first[1] & 0xFE) == (second[1] & 0xFE) && (first[2] & 0x0C) == (second[2] & 0x0C);
}

/// Whether MPEG audio begins in the first 128 KiB from `offset`: files begin with all sorts of dirt.
bool contains_mpeg_audio(Stream &stream, Offset offset) {
    const TagLib::ByteVector bytes = stream.bytes(offset, 128 * 1024);
    const auto *data = reinterpret_cast<const unsigned char *>(bytes.data());
    for (size_t i = 0; i + 4 <= bytes.size(); i++) {
        const size_t length = mpeg_frame(data + i).length;
        if (length == 0) continue;
        const Offset at = offset + static_cast<Offset>(i);
        unsigned char second[4];
        const Offset next = at + static_cast<Offset>(length);
        if (stream.read(next, second, 4) == 4 && mpeg_frame(second).length > 0 && begins_mpeg_audio(stream, at)
            && begins_mpeg_audio(stream, next))
            return true;
    }
    return false;
}

bool is_adts(const Bytes &head) {
    const auto &b = head.bytes;
    return head.count > 6 && b[0] == 0xFF && (b[1] & 0xF6) == 0xF0 && (b[2] >> 2 & 15) < 13;
}

Format ogg(const Bytes &head) {
    const size_t packet = 27 + head.bytes[26];
    if (head.has(packet, "\x01vorbis")) return Format::ogg_vorbis;
    if (head.has(packet, "OpusHead")) return Format::ogg_opus;
    if (head.has(packet, "Speex   ")) return Format::ogg_speex;
    if (head.has(packet, "\x7F" "FLAC")) return Format::ogg_flac;
    return Format::other;
}

bool is_mp4(const Bytes &head) {
    for (std::string_view type : {"ftyp", "moov", "mdat", "free", "skip", "wide", "pnot"})
        if (head.has(4, type)) return true;
    return false;
}

bool is_protracker(Stream &stream, std::string_view extension) {
    char mark[4];
    if (stream.read(1080, mark, 4) < 4) return false;
    const std::string_view found(mark, 4);
    for (std::string_view known : {"M.K.", "M!K!", "M&K!", "N.T.", "FLT4", "FLT8", "CD81", "OKTA", "OCTA"})
        if (found == known) return true;
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    if (digit(mark[0]) && found.substr(1) == "CHN") return true;
    if (digit(mark[0]) && digit(mark[1]) && (found.substr(2) == "CH" || found.substr(2) == "CN")) return true;
    return found.substr(0, 3) == "TDZ" || extension == "mod";
}

bool has_id3v1(Stream &stream) {
    char mark[3];
    return stream.read(stream.length() - 128, mark, 3) == 3 && std::memcmp(mark, "TAG", 3) == 0;
}

Format by_magic(const Bytes &head) {
    if (head.has(0, "fLaC")) return Format::flac;
    if (head.has(0, "OggS")) return ogg(head);
    if (head.has(0, "RIFF") && head.has(8, "WAVE")) return Format::wav;
    if (head.has(0, "FORM") && (head.has(8, "AIFF") || head.has(8, "AIFC"))) return Format::aiff;
    if (head.has(0, "FRM8") && head.has(12, "DSD ")) return Format::dsdiff;
    if (head.has(0, "DSD ")) return Format::dsf;
    if (head.has(0, "MAC ")) return Format::ape;
    if (head.has(0, "MPCK") || (head.has(0, "MP+") && (head.bytes[3] & 0x0F) == 7)) return Format::musepack;
    if (head.has(0, "wvpk")) return Format::wavpack;
    if (head.has(0, "TTA1") || head.has(0, "TTA2")) return Format::true_audio;
    if (head.has(0, "\x30\x26\xB2\x75\x8E\x66\xCF\x11")) return Format::asf;
    if (head.has(0, "IMPM")) return Format::it;
    if (head.has(0, "Extended Module: ")) return Format::xm;
    if (head.has(44, "SCRM")) return Format::s3m;
    if (head.has(0, "\x0B\x77") || head.has(0, "\x7F\xFE\x80\x01")) return Format::tagged_stream;
    if (head.has(0, "\x1A\x45\xDF\xA3")) return Format::matroska;
    if (is_mp4(head)) return Format::mp4;
    if (is_adts(head)) return Format::adts;
    return Format::other;
}

/// Contents with marks of their own that only FFmpeg reads.
bool is_for_ffmpeg(const Bytes &head) {
    using namespace std::string_view_literals;
    for (std::string_view mark : {"FLV\x01"sv, ".RMF"sv, "caff"sv, "\x00\x00\x01\xBA"sv,
             "\x00\x00\x01\xB3"sv, ".snd"sv, "RF64"sv, "riff"sv, "#!AMR"sv, "OggS"sv, "ajkg"sv, "DTSHDHDR"sv})
        if (head.has(0, mark)) return true;
    return head.has(0, "RIFF");
}

}

Content content(Stream &stream, std::string_view extension) {
    Content found;
    Bytes head = peek(stream, 0);
    // Some writers put a second tag behind the first instead of replacing it.
    for (int tags = 0; tags < 4; tags++) {
        const Offset size = id3v2_size(head);
        if (size == 0) break;
        found.has_leading_id3v2 = true;
        if (found.start == 0) drop_extended_header(stream, head, size);
        found.last_id3v2 = found.start;
        found.start += size;
        head = peek(stream, found.start);
    }
    found.format = by_magic(head);
    if (found.format != Format::other || is_for_ffmpeg(head)) return found;
    const bool may_be_transport_stream = head.count > 4 && (head.bytes[0] == 0x47 || head.bytes[4] == 0x47);
    if (may_be_transport_stream && !begins_mpeg_audio(stream, found.start)) {
        unsigned char sync[2];
        for (Offset lead : {Offset(0), Offset(4)}) {
            const Offset step = 188 + lead;
            if (head.bytes[static_cast<size_t>(lead)] == 0x47 && stream.read(lead + step, sync, 1) == 1 && sync[0] == 0x47
                && stream.read(lead + 2 * step, sync + 1, 1) == 1 && sync[1] == 0x47)
                return found;
        }
    }
    if (begins_mpeg_audio(stream, found.start)) {
        found.format = Format::mpeg;
    } else if (is_protracker(stream, extension)) {
        found.format = Format::mod;
    } else if (contains_mpeg_audio(stream, found.start)) {
        found.format = Format::mpeg;
    } else if (extension == "mpc" && found.has_leading_id3v2) {
        found.format = Format::musepack; // before version 7 without a mark of its own
    } else if (found.has_leading_id3v2 || has_id3v1(stream)) {
        found.format = Format::tag_only;
    }
    return found;
}

}
