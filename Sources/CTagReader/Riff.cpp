#include "Riff.hpp"

#include "Shared.hpp"

#include <aifffile.h>
#include <aiffproperties.h>
#include <cmath>
#include <infotag.h>
#include <string_view>
#include <wavfile.h>
#include <wavproperties.h>

namespace reader {

using namespace TagLib;

namespace {

/// The names of the format codes in `mmreg.h`; `NULL` leaves it to FFmpeg.
const char *wave_codec(int code) {
    switch (code) {
    case 1:
    case 3: return "pcm";
    default: return nullptr;
    }
}

/// Plain samples have the rate that follows from them, whatever the header says.
void set_bits(tr_contents &view, int bits) {
    view.bits_per_sample = bits;
    const long long rate = 1ll * view.sample_rate * view.channels * bits / 1000;
    if (rate > 0 && rate < 1'000'000) view.bit_rate = static_cast<int32_t>(rate);
}

/// Shows all lists of texts: a program that cannot change one adds another behind it, so the last is believed.
class WavFile final : public RIFF::WAV::File {
public:
    explicit WavFile(IOStream *stream) : RIFF::WAV::File(stream, true, style) {}

    void add_info(Contents &contents) {
        for (unsigned i = chunkCount(); i-- > 0;) {
            if (chunkName(i) != "LIST" || chunkDataSize(i) > 4'000'000) continue;
            const ByteVector data = chunkData(i);
            if (!data.startsWith("INFO")) continue;
            const RIFF::Info::Tag info(data);
            const size_t first = contents.field_count();
            add_riff_info(contents, &info);
            contents.drop_repeated_keys(first);
        }
    }
};

}

void read_wav(Contents &contents, Stream &stream) {
    keep_bytes_of_riff_info();
    WavFile file(&stream);
    if (file.hasID3v2Tag()) add_id3v2(contents, file.ID3v2Tag());
    file.add_info(contents);
    const RIFF::WAV::Properties *properties = file.audioProperties();
    set_properties(contents.view, "wav", properties ? wave_codec(properties->format()) : nullptr, properties);
    if (properties && contents.view.codec) set_bits(contents.view, properties->bitsPerSample());
}

namespace {

/// Opens AIFF's own text chunks, which TagLib reads but does not show.
class AiffFile final : public RIFF::AIFF::File {
public:
    explicit AiffFile(IOStream *stream) : RIFF::AIFF::File(stream, true, style) {}

    void add_texts(Contents &contents) {
        for (unsigned i = 0; i < chunkCount(); i++) {
            const ByteVector name = chunkName(i);
            if (name != "NAME" && name != "AUTH" && name != "ANNO") continue;
            contents.begin(TR_TAG_AIFF, true, std::string_view(name.data(), name.size()));
            contents.value(String(chunkData(i), String::Latin1));
        }
    }

    /// The common chunk, where TagLib does not look because there is no sound behind it (AIFF-C, 4.1).
    void set_form(tr_contents &view) {
        for (unsigned i = 0; i < chunkCount(); i++) {
            if (chunkName(i) != "COMM" || chunkDataSize(i) < 18 || chunkDataSize(i) > 1024) continue;
            const ByteVector form = chunkData(i);
            const double exponent = std::ldexp(1.0, static_cast<int>(form.toUShort(8u, true) & 0x7FFF) - 16383 - 63);
            const double rate = static_cast<double>(static_cast<unsigned long long>(form.toLongLong(10u, true))) * exponent;
            if (rate < 1 || rate > 10'000'000) return;
            view.channels = form.toShort(0u, true);
            view.sample_rate = static_cast<int32_t>(rate + 0.5);
            view.duration = static_cast<int64_t>(form.toUInt(2u, true) * 1000.0 / rate + 0.5);
            set_bits(view, form.toShort(6u, true));
        }
    }
};

}

void read_aiff(Contents &contents, Stream &stream) {
    AiffFile file(&stream);
    if (file.hasID3v2Tag()) add_id3v2(contents, file.tag());
    file.add_texts(contents);
    const RIFF::AIFF::Properties *properties = file.audioProperties();
    const bool is_plain = properties
        && (!properties->isAiffC() || properties->compressionType() == "NONE" || properties->compressionType() == "sowt");
    set_properties(contents.view, "aiff", is_plain ? "pcm" : nullptr, properties);
    if (is_plain && contents.view.sample_rate <= 0) file.set_form(contents.view);
    if (properties && contents.view.codec) contents.view.bits_per_sample = properties->bitsPerSample();
}

}
