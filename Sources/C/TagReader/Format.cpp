#include "Format.hpp"

#include "MpegFrame.hpp"
#include "SoundFrame.hpp"

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

/// Takes the tag at the beginning of the file in hand. One that has to be repaired is kept beside, and the stream begins
/// with an empty tag of the same size; another is kept in memory, where it has been read now.
void take_leading_id3v2(Content &found, Stream &stream, Offset size) {
    if (size > largest_id3v2 || size > stream.length()) return;
    const TagLib::ByteVector tag = stream.bytes(0, static_cast<size_t>(size));
    if (static_cast<Offset>(tag.size()) < size) return;
    found.leading_id3v2 = repaired_id3v2(tag);
    constexpr unsigned header = 10;
    if (!found.leading_id3v2.bytes.isEmpty())
        stream.replace_beginning(tag.mid(0, header) + TagLib::ByteVector(std::min(header, tag.size() - header), 0));
    else
        stream.replace_beginning(tag);
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

/// How far a search for the first frame goes: files begin with dirt, but not with a megabyte of it, and no file
/// that is something else is read whole for it.
constexpr size_t search_limit = 1024 * 1024;

/// Whether a transport stream (ISO 13818-1, 2.4.3.2) begins here: its packets' first bytes, a step apart.
bool begins_transport_stream(Stream &stream, Offset offset) {
    constexpr int wanted = 5;
    for (const Offset step : {188, 192, 204}) {
        int count = 0;
        unsigned char sync = 0x47;
        for (Offset at = offset; count < wanted && sync == 0x47; at += step) {
            if (stream.read(at, &sync, 1) < 1) break;
            count += sync == 0x47;
        }
        if (count == wanted) return true;
    }
    return false;
}

/// Whether a pack of a program stream begins here, of MPEG-2 or MPEG-1 (ISO 13818-1, 2.5.3.3; ISO 11172-1, 2.4.3.2).
bool is_pack(const unsigned char *b) {
    return b[0] == 0 && b[1] == 0 && b[2] == 1 && b[3] == 0xBA && ((b[4] & 0xC4) == 0x44 || (b[4] & 0xF1) == 0x21);
}

/// How many frames of one kind make sure, where anything may come before them.
constexpr int frames_that_prove = 8;

/// Whether MPEG audio begins here for sure: many frames follow each other, or a few up to the end of the file.
bool proves_mpeg_audio(Stream &stream, Offset offset) {
    unsigned char first[4], header[4];
    for (int count = 0; count < frames_that_prove; count++) {
        const size_t got = stream.read(offset, header, 4);
        const size_t length = got == 4 ? mpeg_frame(header).length : 0;
        if (length == 0) return count > 2 && stream.length() - offset < 4096;
        if (count == 0) std::memcpy(first, header, 4);
        if ((first[1] & 0xFE) != (header[1] & 0xFE) || (first[2] & 0x0C) != (header[2] & 0x0C)) return false;
        offset += static_cast<Offset>(length);
    }
    return true;
}

/// Looks for the first frames behind what is no media.
void search(Content &found, Stream &stream) {
    const TagLib::ByteVector bytes = stream.bytes(found.start, search_limit);
    const auto *data = reinterpret_cast<const unsigned char *>(bytes.data());
    bool is_empty = true;
    for (size_t i = 0; i + 4 <= bytes.size(); is_empty = is_empty && data[i] == 0, i++) {
        const unsigned char *b = data + i;
        if (b[0] != 0xFF && b[0] != 0x0B && b[0] != 0x56 && b[0] != 0x47 && b[0] != 0) continue;
        const Offset at = found.start + static_cast<Offset>(i);
        if (const size_t length = mpeg_frame(b).length; length > 0) {
            // Behind zeros a single frame is enough that ends where the file does.
            const bool is_last = is_empty && at + static_cast<Offset>(length) == stream.length();
            if (is_last || proves_mpeg_audio(stream, at)) {
                found.format = Format::mpeg;
                found.audio = at;
                return;
            }
        }
        if (i + sound_frame_header > bytes.size()) continue;
        if (sound_frame(b).length > 0) {
            const SoundFrame frame = sound_frame_at(stream, at, frames_that_prove, false);
            if (frame.length > 0) {
                found.format = Format::tagged_stream;
                found.audio = at;
                found.demuxer = frame.demuxer;
                return;
            }
        }
        if (b[0] == 0x47 && begins_transport_stream(stream, at)) {
            found.demuxer = "mpegts";
            return;
        }
        if (is_pack(b)) {
            found.demuxer = "mpeg";
            return;
        }
    }
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
    if (head.has(0, "ADIF")) return Format::adif;
    if (is_mp4(head)) return Format::mp4;
    if (is_adts(head)) return Format::adts;
    return Format::other;
}

/// Contents with marks of their own that only FFmpeg reads.
bool is_for_ffmpeg(const Bytes &head) {
    using namespace std::string_view_literals;
    for (std::string_view mark : {"FLV\x01"sv, ".RMF"sv, "caff"sv, "\x00\x00\x01\xBA"sv,
             "\x00\x00\x01\xB3"sv, "\x06\x0E\x2B\x34"sv, "DKIF"sv, "nut/"sv, "\x1F\x07\x00"sv, "\xB7\xD8\x00\x20"sv, ".snd"sv, "RF64"sv, "riff"sv, "#!AMR"sv, "OggS"sv, "ajkg"sv, "DTSHDHDR"sv})
        if (head.has(0, mark)) return true;
    // The start code of a program stream, which may begin in its middle, or of bare pictures.
    const auto &b = head.bytes;
    const bool has_start_code = head.count > 5 && b[0] == 0 && b[1] == 0 && (b[2] == 1 || (b[2] == 0 && b[3] == 1 && b[4] != 0));
    return has_start_code || head.has(0, "RIFF");
}

}

Content content(Stream &stream, std::string_view extension) {
    Content found;
    Bytes head = peek(stream, 0);
    // Some writers put a second tag behind the first instead of replacing it.
    for (int tags = 0; tags < 4; tags++) {
        const Offset size = head.count < 10 ? 0 : id3v2_size(head.bytes.data());
        if (size == 0) break;
        found.has_leading_id3v2 = true;
        if (found.start == 0) take_leading_id3v2(found, stream, size);
        found.last_id3v2 = found.start;
        found.start += size;
        head = peek(stream, found.start);
    }
    found.audio = found.start;
    found.format = by_magic(head);
    if (const SoundFrame frame = sound_frame_at(stream, found.start, 4, true); frame.length > 0) {
        if (found.format == Format::other) found.format = Format::tagged_stream;
        found.demuxer = frame.demuxer;
    }
    if (found.format != Format::other || is_for_ffmpeg(head)) return found;
    if (begins_mpeg_audio(stream, found.start)) {
        found.format = Format::mpeg;
        return found;
    }
    for (const Offset lead : {0, 4})
        if (begins_transport_stream(stream, found.start + lead)) {
            found.demuxer = "mpegts";
            return found;
        }
    if (is_protracker(stream, extension)) {
        found.format = Format::mod;
        return found;
    }
    search(found, stream);
    if (found.format != Format::other || found.demuxer) return found;
    if (extension == "mpc" && found.has_leading_id3v2) {
        found.format = Format::musepack; // before version 7 without a mark of its own
    } else if (found.has_leading_id3v2 || has_id3v1(stream)) {
        found.format = Format::tag_only;
    }
    return found;
}

}
