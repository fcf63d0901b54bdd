#ifndef PHONOLITH_CTAGREADER_H
#define PHONOLITH_CTAGREADER_H

// Tags and properties of a media file, read by TagLib and handed over as plain bytes and numbers: TagLib is
// C++ and Swift cannot call it. The reader decides nothing; it tells which tags are there and what
// stands in them, in their order.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#else
#define _Nullable
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// The kinds of tags, one number each.
typedef enum tr_tag : uint8_t {
    TR_TAG_ID3V1 = 0,
    TR_TAG_ID3V22,
    TR_TAG_ID3V23,
    TR_TAG_ID3V24,
    TR_TAG_APE,
    TR_TAG_VORBIS,
    TR_TAG_MP4,
    TR_TAG_ASF,
    TR_TAG_RIFF,
    TR_TAG_AIFF,
    TR_TAG_MODULE,
    TR_TAG_MATROSKA,
    /// The header of a stream, such as LAME's.
    TR_TAG_HEADER,
} tr_tag;

/// A stretch of `tr_contents.text`, UTF-8.
typedef struct tr_text {
    uint32_t offset;
    uint32_t count;
} tr_text;

/// One frame, item, atom, field or attribute.
typedef struct tr_field {
    tr_tag tag;
    /// Whether the file calls the values Latin-1 (they are UTF-8 here, each byte a character of its own).
    bool is_latin1;
    /// `TIT2`, `TXXX:description`, `COMM:eng:description`, `TIPL:role`, `TMCL:instrument`, `UFID:owner`, `©nam`,
    /// `----:com.apple.iTunes:NAME`, `60:PART_NUMBER`, a Vorbis field, an APE item, an ASF attribute, …
    tr_text key;
    /// The values are `tr_contents.values[first_value ..< first_value + value_count]`.
    uint32_t first_value;
    uint32_t value_count;
} tr_field;

/// An embedded picture.
typedef struct tr_picture {
    /// The kind of picture by ID3v2.4, section 4.14; may be out of its range.
    int32_t kind;
    tr_tag tag;
    const uint8_t *bytes;
    size_t count;
} tr_picture;

/// A named stretch of time.
typedef struct tr_chapter {
    /// In milliseconds.
    uint32_t start;
    /// In milliseconds.
    uint32_t end;
    tr_text title;
    bool is_latin1;
} tr_chapter;

/// Everything read from one file. All pointers are borrowed until `tr_close`.
typedef struct tr_contents {
    /// A static name such as `mp3` or `ogg`; `NULL` where the content is none that TagLib reads.
    const char *_Nullable container;
    /// A static name such as `mp3` or `vorbis`; `NULL` where it is left to FFmpeg to say.
    const char *_Nullable codec;
    /// Whether there is an ID3 tag and no audio that TagLib reads.
    bool is_tag_only;
    /// Whether the streams' properties below are missing or doubtful, so that FFmpeg has to be asked.
    bool ask_for_streams;
    /// Whether there are pictures in motion, or maybe; known for MP4 only.
    bool has_video;
    /// Whether a track says of what kind it is; known for MP4 only.
    bool is_described;
    /// Whether tracks are described that have nothing in them; known for MP4 only.
    bool holds_no_media;
    /// FFmpeg's name; `NULL` where unknown; known for MP4 only.
    const char *_Nullable video_codec;
    /// In pixels as coded; 0 where unknown; known for MP4 only.
    int32_t width;
    int32_t height;
    /// Whether sound or pictures are encrypted; known for MP4 only.
    bool is_protected;
    /// FFmpeg's name of the format that it has to take the file for; `NULL` lets it guess.
    const char *_Nullable demuxer;
    /// Whether the file says itself that its end is missing.
    bool is_cut_off;
    /// Whether streams follow each other in the file, so that the numbers below are those of one; known for Ogg only.
    bool is_chained;
    /// Whether there are bytes that are no chunk before the end, so that what comes after them is unknown; known for WAV
    /// and AIFF only.
    bool has_stray_bytes;
    /// Whether there is a picture that cannot be taken out of its tag.
    bool has_unreadable_picture;
    /// The name of the first frame, item or field of a tag of which something may be lost, perhaps cut; empty where none is.
    char damaged_part[32];
    /// The kind of that tag.
    tr_tag damaged_tag;
    /// Whether the number of Vorbis comments or the length of one is wrong.
    bool has_damaged_vorbis;
    /// Whether an APE tag has another size or number of items than it states.
    bool has_damaged_ape;
    /// Whether there are chapters that only FFmpeg reads.
    bool ask_for_chapters;
    /// In milliseconds; negative where unknown.
    int64_t duration;
    /// Whether the duration is that of the sound alone, and not to be replaced; known for MP4 only.
    bool states_duration;
    /// In kbit/s; 0 where unknown.
    int32_t bit_rate;
    /// Whether the bit rate is that of the sound alone, not of what the file has of it; known for MP4 and FLAC only.
    bool states_bit_rate;
    /// In Hz; 0 where unknown.
    int32_t sample_rate;
    /// 0 where unknown.
    int32_t channels;
    /// 0 where unknown or without meaning.
    int32_t bits_per_sample;
    /// In bytes, when the file was opened.
    int64_t file_size;
    /// A number for the audio, which tags do not touch; 0 where there is none.
    uint64_t signature;
    /// The first bytes of the file, for telling what it is instead of media.
    const uint8_t *head;
    size_t head_count;

    // Each of these may be `NULL` where its count is 0.
    const char *_Nullable text;
    size_t text_count;
    const tr_field *_Nullable fields;
    size_t field_count;
    const tr_text *_Nullable values;
    size_t value_count;
    const tr_picture *_Nullable pictures;
    size_t picture_count;
    const tr_chapter *_Nullable chapters;
    size_t chapter_count;
} tr_contents;

/// Why a file was not read: a positive `errno`, or one of these.
enum {
    /// A folder, a pipe, a device.
    TR_NOT_A_FILE = -1,
    /// TagLib threw.
    TR_FAILED = -2,
};

/// From now on TagLib reports nothing on the standard error, in the whole process: for a program, not for a library.
void tr_silence_taglib(void);

/// Reads a file's tags and properties. Blocks its thread; may be called on many threads at once.
///
/// `path` ends with NUL. `extension` (lower case, without the dot) is a hint only where the content
/// leaves a doubt. Returns 0 and sets `contents`, which the caller hands to `tr_close`; or the reason, and for
/// `TR_FAILED` sets `cause` to a static text that completes "its tags cannot be read: …".
int tr_read(const char *path, const char *extension, tr_contents *_Nullable *_Nonnull contents,
    const char *_Nullable *_Nonnull cause);

/// Frees what `tr_read` gave. `NULL` is no harm.
void tr_close(tr_contents *_Nullable contents);

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
