#ifndef CTAGWRITER_H
#define CTAGWRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Writes the files of the benchmarks' library. Phonolith itself never writes a media file.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { TW_MP3, TW_FLAC, TW_MP4, TW_OGG_VORBIS, TW_OGG_OPUS } tw_format;

/// Borrowed bytes.
typedef struct {
    const uint8_t *_Nullable bytes;
    size_t count;
} tw_bytes;

/// A tag by TagLib's name for it ("ALBUMARTIST"), as UTF-8 text that ends with NUL.
typedef struct {
    const char *_Nonnull key;
    const char *_Nonnull value;
} tw_tag;

/// Writes a file: the template's sound with these tags (MP3: ID3v2.4) and one front cover, a JPEG, unless
/// `picture` is empty.
///
/// The tags are put in by TagLib in memory, so that each file is written once, from front to back.
/// Returns false where the template is not of the format, or the file cannot be written (see errno).
bool tw_write(
    const char *_Nonnull path, tw_format format, tw_bytes sound, const tw_tag *_Nonnull tags,
    size_t count, tw_bytes picture);

#ifdef __cplusplus
}
#endif

#endif
