#pragma once

#include "ID3v2Repair.hpp"
#include "Stream.hpp"

#include <string_view>

namespace reader {

/// The format of a file's content, as far as it decides which parser reads it.
enum class Format {
    mpeg,
    adts,
    flac,
    ogg_vorbis,
    ogg_opus,
    ogg_speex,
    ogg_flac,
    wav,
    aiff,
    mp4,
    asf,
    ape,
    musepack,
    wavpack,
    true_audio,
    dsf,
    dsdiff,
    mod,
    s3m,
    it,
    xm,
    /// AAC behind one header, without frames.
    adif,
    /// Something with tags that TagLib reads round a stream that it does not: AC-3, E-AC-3, DTS, AAC as LOAS.
    tagged_stream,
    /// An ID3 tag and nothing else that is known.
    tag_only,
    matroska,
    /// Nothing that TagLib reads.
    other,
};

/// A content and where it begins.
struct Content {
    Format format = Format::other;
    /// Behind a leading ID3v2 tag.
    Offset start = 0;
    /// Where the first frame is: behind what stands between the tags and the audio of formats made of frames.
    Offset audio = 0;
    /// The format that FFmpeg has to take it for, because it may guess otherwise; `NULL` lets it guess.
    const char *demuxer = nullptr;
    /// Where the last of the leading ID3v2 tags begins.
    Offset last_id3v2 = 0;
    /// Whether the file begins with an ID3v2 tag.
    bool has_leading_id3v2 = false;
    /// The first of the leading ID3v2 tags, where it had to be repaired.
    RepairedID3v2 leading_id3v2;
};

/// Looks at the first bytes; the extension counts only where they leave a doubt.
Content content(Stream &stream, std::string_view extension);

}
