#include "Riff.hpp"

#include "Chunks.hpp"
#include "Shared.hpp"

#include <aifffile.h>
#include <aiffproperties.h>
#include <cmath>
#include <string_view>
#include <vector>
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
    if (const int32_t rate = kilobits(1.0 * view.sample_rate * view.channels * bits); rate > 0) view.bit_rate = rate;
}

constexpr size_t largest_text = 4'000'000;

/// The chunks that hold tags, in the order of the file. TagLib finds none behind a chunk whose name is not of four
/// printable characters.
struct TagChunks {
    std::vector<Offset> id3v2;
    std::vector<Chunk> texts;
    /// In bytes, as far as it is known; 0 where it is not.
    unsigned long long sound_bytes = 0;

    TagChunks(Contents &contents, Stream &stream, Offset start, ChunkStyle chunk_style) {
        bool is_sound_bounded = true;
        const Offset end = each_chunk(stream, start + 12, chunk_style, [&](const Chunk &chunk) {
            if ((chunk.name == "data" || chunk.name == "SSND") && chunk.stated_size == 0) is_sound_bounded = false;
            if (chunk.name == "data" && sound_bytes == 0)
                sound_bytes = chunk.is_cut(chunk_style) ? chunk.stated_size : static_cast<unsigned long long>(chunk.size);
            if (chunk.name == "ID3 " || chunk.name == "id3 ")
                id3v2.push_back(chunk.start);
            else
                add_text(chunk);
            return true;
        });
        unsigned char size[4] = {};
        stream.read(start + 4, size, 4);
        const auto whole = start + 8 + static_cast<Offset>(number(size, 4, chunk_style.is_little_endian));
        contents.view.has_stray_bytes = is_sound_bounded && end < std::min(stream.length(), whole);
    }

    /// The tag that is believed comes first, and the others give what it lacks.
    static void add_id3v2s(Contents &contents, Stream &stream, const std::vector<Offset> &offsets) {
        for (const Offset at : offsets) {
            const Contents::Mark mark = contents.mark();
            add_id3v2_at(contents, stream, at);
            contents.drop_repeated(mark);
        }
    }

    void add_info(Contents &contents, Stream &stream) const {
        for (auto chunk = texts.rbegin(); chunk != texts.rend(); ++chunk) {
            const ByteVector data = stream.bytes(chunk->start, static_cast<size_t>(chunk->size));
            if (chunk->name != "LIST" || !data.startsWith("INFO")) continue;
            const Contents::Mark mark = contents.mark();
            add_riff_info(contents, data);
            contents.drop_repeated(mark);
        }
    }

    /// AIFF's own text chunks, which TagLib reads but does not show.
    void add_aiff_texts(Contents &contents, Stream &stream) const {
        for (const Chunk &chunk : texts) {
            if (chunk.name == "LIST") continue;
            contents.begin(TR_TAG_AIFF, true, chunk.name);
            contents.value(String(stream.bytes(chunk.start, static_cast<size_t>(chunk.size)), String::Latin1));
        }
    }

private:
    void add_text(Chunk chunk) {
        for (std::string_view name : {"LIST", "NAME", "AUTH", "ANNO"}) {
            if (chunk.name != name || chunk.size > static_cast<Offset>(largest_text)) continue;
            chunk.name = name; // that of the file is gone with the next chunk
            texts.push_back(chunk);
        }
    }
};

/// The format in the chunk `fmt ` ("Multiple Channel Audio Data and WAVE Files", Microsoft, 2007), for a file whose sound
/// is cut off or missing: TagLib gives up then.
void set_stated_form(tr_contents &view, Stream &stream, Offset at) {
    unsigned char form[26] = {};
    size_t form_size = 0;
    unsigned long long sound_bytes = 0;
    each_chunk(stream, at, riff_chunks, [&](const Chunk &chunk) {
        if (chunk.name == "fmt ")
            form_size = stream.read(chunk.start, form, std::min<size_t>(sizeof form, static_cast<size_t>(chunk.size)));
        if (chunk.name == "data" && chunk.is_cut(riff_chunks)) sound_bytes = chunk.stated_size;
        return chunk.name != "data";
    });
    constexpr int extensible = 0xFFFE;
    const auto field = [&](size_t place, size_t count) { return static_cast<int32_t>(number(form + place, count, true)); };
    const int code = field(0, 2) == extensible && form_size == sizeof form ? field(24, 2) : field(0, 2);
    if (form_size < 16 || !wave_codec(code) || field(4, 4) <= 0) return;
    view.codec = wave_codec(code);
    view.channels = field(2, 2);
    view.sample_rate = field(4, 4);
    const int frame_bytes = field(12, 2), bits = field(14, 2);
    if (bits > 0 && bits <= 64) set_bits(view, bits);
    if (frame_bytes > 0) view.duration = milliseconds(static_cast<double>(sound_bytes) / frame_bytes / view.sample_rate);
}

}

void read_wav(Contents &contents, Stream &stream, const Content &content) {
    // TagLib begins where the stream is, so it comes first.
    RIFF::WAV::File file(&stream, true, style);
    const TagChunks tags(contents, stream, content.start, riff_chunks);
    // A program that cannot change a tag adds another behind it, so the last is believed.
    TagChunks::add_id3v2s(contents, stream, std::vector<Offset>(tags.id3v2.rbegin(), tags.id3v2.rend()));
    tags.add_info(contents, stream);
    const RIFF::WAV::Properties *properties = file.audioProperties();
    set_properties(contents.view, "wav", properties ? wave_codec(properties->format()) : nullptr, properties);
    if (properties && contents.view.codec) {
        set_bits(contents.view, properties->bitsPerSample());
        // Samples are of whole bytes. The chunk `fact` counts samples that need no counting here, and some programs count them wrongly.
        const double bytes = 1.0 * properties->channels() * ((properties->bitsPerSample() + 7) / 8) * properties->sampleRate();
        if (bytes > 0 && tags.sound_bytes > 0)
            contents.view.duration = milliseconds(static_cast<double>(tags.sound_bytes) / bytes);
    }
    if (contents.view.sample_rate <= 0) set_stated_form(contents.view, stream, content.start + 12);
}

namespace {

/// Opens AIFF's chunks.
class AiffFile final : public RIFF::AIFF::File {
public:
    explicit AiffFile(IOStream *stream) : RIFF::AIFF::File(stream, true, style) {}

    /// The common chunk, where TagLib does not look because there is no sound behind it (AIFF-C, 4.1).
    void set_form(tr_contents &view) {
        for (unsigned i = 0; i < chunkCount(); i++) {
            if (chunkName(i) != "COMM" || chunkDataSize(i) < 18 || chunkDataSize(i) > 1024) continue;
            const ByteVector form = chunkData(i);
            const double exponent = std::ldexp(1.0, static_cast<int>(form.toUShort(8u, true) & 0x7FFF) - 16383 - 63);
            const double rate = static_cast<double>(static_cast<unsigned long long>(form.toLongLong(10u, true))) * exponent;
            view.channels = form.toShort(0u, true);
            if (!(rate >= 1 && rate <= 10'000'000)) return;
            view.sample_rate = static_cast<int32_t>(rate + 0.5);
            view.duration = milliseconds(form.toUInt(2u, true) / rate);
            set_bits(view, form.toShort(6u, true));
        }
    }
};

}

void read_aiff(Contents &contents, Stream &stream, const Content &content) {
    AiffFile file(&stream);
    const TagChunks tags(contents, stream, content.start, aiff_chunks);
    TagChunks::add_id3v2s(contents, stream, tags.id3v2);
    tags.add_aiff_texts(contents, stream);
    const RIFF::AIFF::Properties *properties = file.audioProperties();
    const bool is_plain = properties
        && (!properties->isAiffC() || properties->compressionType() == "NONE" || properties->compressionType() == "sowt");
    set_properties(contents.view, "aiff", is_plain ? "pcm" : nullptr, properties);
    if (is_plain && contents.view.sample_rate <= 0) file.set_form(contents.view);
    if (properties && contents.view.codec && properties->bitsPerSample() > 0) set_bits(contents.view, properties->bitsPerSample());
}

}
