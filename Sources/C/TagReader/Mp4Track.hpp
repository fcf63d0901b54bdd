#pragma once

#include <string>
#include <string_view>
#include <tbytevector.h>

namespace reader::mp4 {

inline unsigned long long big_endian(const TagLib::ByteVector &bytes, size_t offset, size_t count) {
    unsigned long long number = 0;
    for (size_t i = offset; i < offset + count; i++)
        number = number << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[static_cast<unsigned>(i)]) : 0);
    return number;
}

inline std::string_view view(const TagLib::ByteVector &bytes, size_t from = 0) {
    const std::string_view whole(bytes.data(), bytes.size());
    return from < whole.size() ? whole.substr(from) : std::string_view();
}

/// The properties of one track.
struct Track {
    unsigned long long id = 0;
    std::string handler;
    std::string codec;
    unsigned long long timescale = 0;
    unsigned long long duration = 0;
    /// Of what the edit list shows, in the movie's time scale; 0 where there is none.
    unsigned long long shown_duration = 0;
    int channels = 0;
    int bits = 0;
    int sample_rate = 0;
    /// In bit/s, as the decoder's configuration states it; 0 where it does not.
    long long bit_rate = 0;
    int object_type = 0;
    /// The audio object type of ISO 14496-3, 1.5.1.1; 0 where unknown.
    int audio_object = 0;
    int width = 0;
    int height = 0;
    unsigned long long samples = 0;
    /// In bytes; 0 where unknown.
    unsigned long long first_sample_size = 0;
    unsigned long long first_sample_at = 0;
};

/// Reads an audio sample entry (ISO 14496-12, 12.2.3), which begins 16 bytes behind the start of `bytes`.
void read_audio_entry(Track &track, const TagLib::ByteVector &bytes, size_t entry_end);

/// Reads a visual sample entry (ISO 14496-12, 12.1.3), which begins 16 bytes behind the start of `bytes`.
void read_visual_entry(Track &track, const TagLib::ByteVector &bytes, size_t entry_end);

/// Whether the track is one picture for all the time of a sound track beside it: a cover.
bool is_still_picture(const Track &track);

/// FFmpeg's name of what a visual sample entry holds; `NULL` for what is rare.
const char *video_codec(const std::string &entry);

/// Whether the track holds AAC; MPEG-4 gives its sample entry to other sound too, such as ALS.
bool is_aac(const Track &track);

/// Whether the sample entry stands in the place of one that is encrypted.
bool is_encrypted(const std::string &codec);

/// Whether a sample entry can be one: four printable characters.
bool is_printable(const std::string &entry);

}
