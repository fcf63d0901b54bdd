#include "Readers.hpp"

#include "Matroska.hpp"
#include "Mp4.hpp"
#include "MpegFrame.hpp"
#include "Tags.hpp"

#include <algorithm>
#include <aifffile.h>
#include <aiffproperties.h>
#include <apefile.h>
#include <apeproperties.h>
#include <asffile.h>
#include <asfproperties.h>
#include <flacfile.h>
#include <flacpicture.h>
#include <flacproperties.h>
#include <id3v2framefactory.h>
#include <itfile.h>
#include <modfile.h>
#include <mpcfile.h>
#include <mpegfile.h>
#include <mpegproperties.h>
#include <oggflacfile.h>
#include <opusfile.h>
#include <s3mfile.h>
#include <speexfile.h>
#include <trueaudiofile.h>
#include <trueaudioproperties.h>
#include <vorbisfile.h>
#include <wavfile.h>
#include <wavpackfile.h>
#include <wavpackproperties.h>
#include <wavproperties.h>
#include <xmfile.h>

namespace reader {

using namespace TagLib;

namespace {

constexpr AudioProperties::ReadStyle style = AudioProperties::Average;

/// A file class that only knows where its bytes are: for tags in formats that TagLib does not read.
class PlainFile final : public TagLib::File {
public:
    explicit PlainFile(IOStream *stream) : TagLib::File(stream) {}
    Tag *tag() const override { return nullptr; }
    AudioProperties *audioProperties() const override { return nullptr; }
    bool save() override { return false; }
};

unsigned long long little_endian(const ByteVector &bytes, unsigned offset, unsigned count) {
    unsigned long long number = 0;
    for (unsigned i = count; i-- > 0;)
        number = number << 8 | (offset + i < bytes.size() ? static_cast<unsigned char>(bytes[offset + i]) : 0);
    return number;
}

void set_properties(tr_contents &view, const char *container, const char *codec, const AudioProperties *properties) {
    view.container = container;
    view.codec = codec;
    if (properties) {
        view.duration = properties->lengthInMilliseconds();
        view.bit_rate = properties->bitrate();
        view.sample_rate = properties->sampleRate();
        view.channels = properties->channels();
    }
    view.ask_for_streams = !codec || view.sample_rate <= 0 || view.duration <= 0;
}

/// The tags that stand at the end.
template <typename File> void add_ape_and_id3v1(Contents &contents, File &file) {
    if (file.hasAPETag()) add_ape(contents, file.APETag());
    if (file.hasID3v1Tag()) add_id3v1(contents, file.ID3v1Tag());
}

/// By the first frame alone: for files so short that TagLib finds no second.
void set_properties_by_first_frame(tr_contents &view, Stream &stream, Offset start) {
    unsigned char header[4];
    if (stream.read(start, header, 4) < 4) return;
    const MpegFrame frame = mpeg_frame(header);
    if (frame.length == 0) return;
    view.codec = frame.layer == 3 ? "mp3" : frame.layer == 2 ? "mp2" : "mp1";
    view.sample_rate = frame.sample_rate;
    view.channels = frame.channels;
    view.bit_rate = frame.bit_rate;
    view.duration = (stream.length() - start) * 8 / frame.bit_rate;
    view.ask_for_streams = false;
}

void read_mpeg(Contents &contents, Stream &stream, const Content &content) {
    const bool is_mpeg = content.format == Format::mpeg;
#if TAGLIB_MAJOR_VERSION >= 2
    MPEG::File file(&stream, is_mpeg, style);
#else
    MPEG::File file(&stream, ID3v2::FrameFactory::instance(), is_mpeg, style);
#endif
    if (file.hasID3v2Tag()) add_id3v2(contents, file.ID3v2Tag());
    // A second tag behind the first tells what the first does not.
    if (content.last_id3v2 > 0) {
        const size_t first = contents.field_count();
        add_id3v2_at(contents, file, content.last_id3v2);
        contents.drop_repeated_keys(first);
    }
    add_ape_and_id3v1(contents, file);
    contents.view.ask_for_streams = true;
    contents.view.is_tag_only = content.format == Format::tag_only;
    if (!is_mpeg) return;
    const MPEG::Properties *properties = file.audioProperties();
    const char *codec = !properties || properties->layer() == 3 ? "mp3" : properties->layer() == 2 ? "mp2" : "mp1";
    set_properties(contents.view, "mp3", codec, properties);
    if (contents.view.sample_rate <= 0) set_properties_by_first_frame(contents.view, stream, content.start);
}

void read_flac(Contents &contents, Stream &stream) {
#if TAGLIB_MAJOR_VERSION >= 2
    FLAC::File file(&stream, true, style);
#else
    FLAC::File file(&stream, ID3v2::FrameFactory::instance(), true, style);
#endif
    if (file.hasXiphComment()) add_vorbis(contents, file.xiphComment());
    if (file.hasID3v2Tag()) add_id3v2(contents, file.ID3v2Tag());
    if (file.hasID3v1Tag()) add_id3v1(contents, file.ID3v1Tag());
    for (const FLAC::Picture *picture : file.pictureList())
        if (picture->mimeType() != "-->") contents.picture(TR_TAG_VORBIS, picture->type(), picture->data());
    set_properties(contents.view, "flac", "flac", file.audioProperties());
    if (file.audioProperties()) contents.view.bits_per_sample = file.audioProperties()->bitsPerSample();
}

void read_vorbis(Contents &contents, Stream &stream) {
    Ogg::Vorbis::File file(&stream, true, style);
    add_vorbis(contents, file.tag());
    set_properties(contents.view, "ogg", file.isValid() ? "vorbis" : nullptr, file.audioProperties());
    // What the encoder aimed at is what other programs show; the measured rate of a short file is its headers'.
    if (file.audioProperties() && file.audioProperties()->bitrateNominal() > 0)
        contents.view.bit_rate = file.audioProperties()->bitrateNominal() / 1000;
}

template <typename File> void read_ogg(Contents &contents, Stream &stream, const char *codec) {
    File file(&stream, true, style);
    add_vorbis(contents, file.tag());
    set_properties(contents.view, "ogg", file.isValid() ? codec : nullptr, file.audioProperties());
}

void read_ogg_flac(Contents &contents, Stream &stream) {
    Ogg::FLAC::File file(&stream, true, style);
    add_vorbis(contents, file.tag());
    set_properties(contents.view, "ogg", file.isValid() ? "flac" : nullptr, file.audioProperties());
    if (file.audioProperties()) contents.view.bits_per_sample = file.audioProperties()->bitsPerSample();
}

/// The names of the format codes in `mmreg.h`; `NULL` leaves it to FFmpeg.
const char *wave_codec(int code) {
    switch (code) {
    case 1:
    case 3: return "pcm";
    default: return nullptr;
    }
}

void read_wav(Contents &contents, Stream &stream) {
    keep_bytes_of_riff_info();
    RIFF::WAV::File file(&stream, true, style);
    if (file.hasID3v2Tag()) add_id3v2(contents, file.ID3v2Tag());
    if (file.hasInfoTag()) add_riff_info(contents, file.InfoTag());
    const RIFF::WAV::Properties *properties = file.audioProperties();
    set_properties(contents.view, "wav", properties ? wave_codec(properties->format()) : nullptr, properties);
    if (properties && contents.view.codec) contents.view.bits_per_sample = properties->bitsPerSample();
}

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
};

void read_aiff(Contents &contents, Stream &stream) {
    AiffFile file(&stream);
    if (file.hasID3v2Tag()) add_id3v2(contents, file.tag());
    file.add_texts(contents);
    const RIFF::AIFF::Properties *properties = file.audioProperties();
    const bool is_plain = properties
        && (!properties->isAiffC() || properties->compressionType() == "NONE" || properties->compressionType() == "sowt");
    set_properties(contents.view, "aiff", is_plain ? "pcm" : nullptr, properties);
    if (properties && contents.view.codec) contents.view.bits_per_sample = properties->bitsPerSample();
}

void read_ape(Contents &contents, Stream &stream) {
    APE::File file(&stream, true, style);
    add_ape_and_id3v1(contents, file);
    set_properties(contents.view, "ape", "ape", file.audioProperties());
    if (file.audioProperties()) contents.view.bits_per_sample = file.audioProperties()->bitsPerSample();
}

void read_musepack(Contents &contents, Stream &stream) {
    MPC::File file(&stream, true, style);
    add_ape_and_id3v1(contents, file);
    set_properties(contents.view, "mpc", "musepack", file.audioProperties());
}

void read_wavpack(Contents &contents, Stream &stream) {
    WavPack::File file(&stream, true, style);
    add_ape_and_id3v1(contents, file);
    set_properties(contents.view, "wv", "wavpack", file.audioProperties());
    if (file.audioProperties()) contents.view.bits_per_sample = file.audioProperties()->bitsPerSample();
}

void read_true_audio(Contents &contents, Stream &stream) {
#if TAGLIB_MAJOR_VERSION >= 2
    TrueAudio::File file(&stream, true, style);
#else
    TrueAudio::File file(&stream, ID3v2::FrameFactory::instance(), true, style);
#endif
    if (file.hasID3v2Tag()) add_id3v2(contents, file.ID3v2Tag());
    if (file.hasID3v1Tag()) add_id3v1(contents, file.ID3v1Tag());
    set_properties(contents.view, "tta", "tta", file.audioProperties());
    if (file.audioProperties()) contents.view.bits_per_sample = file.audioProperties()->bitsPerSample();
}

ByteVector asf_header(Stream &stream) {
    const unsigned long long size = little_endian(stream.bytes(16, 8), 0, 8);
    return stream.bytes(0, static_cast<size_t>(std::min(size, 4'000'000ull)));
}

/// Whether the header extension, whose library has the further values of an attribute, stands before the
/// extended content description, which has the first (ASF 1.20.03, sections 3.4 and 3.11).
bool asf_extension_comes_first(Stream &stream) {
    static const ByteVector extension("\xB5\x03\xBF\x5F\x2E\xA9\xCF\x11\x8E\xE3\x00\xC0\x0C\x20\x53\x65", 16);
    static const ByteVector description("\x40\xA4\xD0\xD2\x07\xE3\xD2\x11\x97\xF0\x00\xA0\xC9\x5E\xA8\x50", 16);
    const ByteVector header = asf_header(stream);
    const int first = header.find(extension);
    return first >= 0 && header.find(description) > first;
}

/// TagLib does not tell: looks for the stream type "video media" in the header (ASF 1.20.03, section 10.4).
bool asf_has_video(Stream &stream) {
    static const ByteVector video("\xC0\xEF\x19\xBC\x4D\x5B\xCF\x11\xA8\xFD\x00\x80\x5F\x5C\x44\x2B", 16);
    return asf_header(stream).find(video) >= 0;
}

void read_asf(Contents &contents, Stream &stream) {
    ASF::File file(&stream, true, style);
    add_asf(contents, file.tag(), asf_extension_comes_first(stream));
    const char *codec = nullptr;
    if (const ASF::Properties *properties = file.audioProperties()) {
        switch (properties->codec()) {
        case ASF::Properties::WMA1:
        case ASF::Properties::WMA2: codec = "wma"; break;
        case ASF::Properties::WMA9Pro: codec = "wmapro"; break;
        case ASF::Properties::WMA9Lossless: codec = "wmalossless"; break;
        default: break;
        }
    }
    set_properties(contents.view, "asf", codec, file.audioProperties());
    contents.view.has_video = asf_has_video(stream);
    if (codec && contents.view.bits_per_sample == 0 && codec == std::string_view("wmalossless"))
        contents.view.bits_per_sample = file.audioProperties()->bitsPerSample();
}

/// What TagLib calls a module's comment is the names of its samples: no comment.
template <typename File> void read_module(Contents &contents, Stream &stream, const char *codec) {
    File file(&stream, true, style);
    if (!file.isValid()) return;
    contents.field(TR_TAG_MODULE, "Title", file.tag()->title(), true);
    contents.view.container = "module";
    contents.view.codec = codec;
    if (file.audioProperties()) contents.view.channels = file.audioProperties()->channels();
}

/// "DSF File Format Specification" 1.01: the header tells where the ID3v2 tag is.
void read_dsf(Contents &contents, Stream &stream) {
    PlainFile file(&stream);
    const ByteVector head = stream.bytes(0, 80);
    const auto tag = little_endian(head, 20, 8);
    if (tag > 0 && tag < static_cast<unsigned long long>(stream.length()))
        add_id3v2_at(contents, file, static_cast<Offset>(tag));
    tr_contents &view = contents.view;
    view.container = "dsf";
    view.codec = "dsd";
    const auto channels = little_endian(head, 52, 4), rate = little_endian(head, 56, 4), samples = little_endian(head, 64, 8);
    view.ask_for_streams = samples == 0 || head.mid(28, 4) != "fmt " || rate == 0 || rate > 100'000'000 || channels == 0 || channels > 8
        || samples >> 53 != 0;
    if (view.ask_for_streams) return;
    view.channels = static_cast<int32_t>(channels);
    view.sample_rate = static_cast<int32_t>(rate);
    view.bits_per_sample = static_cast<int32_t>(little_endian(head, 60, 4));
    view.duration = static_cast<int64_t>(static_cast<double>(samples) * 1000 / static_cast<double>(rate) + 0.5);
    view.bit_rate = static_cast<int32_t>(rate * channels / 1000);
}

/// "DSDIFF" 1.5: chunks with 64-bit sizes; the ID3v2 tag has one of its own.
void read_dsdiff(Contents &contents, Stream &stream) {
    PlainFile file(&stream);
    contents.view.container = "dff";
    contents.view.ask_for_streams = true;
    Offset at = 16;
    for (int chunks = 0; chunks < 64 && at + 12 <= stream.length(); chunks++) {
        const ByteVector head = stream.bytes(at, 12);
        if (head.size() < 12) return;
        const auto size = static_cast<unsigned long long>(head.toLongLong(4u, true));
        if (head.startsWith("ID3 ")) add_id3v2_at(contents, file, at + 12);
        if (size > static_cast<unsigned long long>(stream.length() - at)) return;
        at += 12 + static_cast<Offset>(size + (size & 1));
    }
}

void add_leading_id3v2(Contents &contents, Stream &stream) {
    PlainFile file(&stream);
    add_id3v2_at(contents, file, 0);
}

}

void read(Contents &contents, Stream &stream, const Content &content) {
    switch (content.format) {
    case Format::mpeg:
    case Format::adts:
    case Format::tag_only:
    case Format::tagged_stream: read_mpeg(contents, stream, content); return;
    case Format::flac: read_flac(contents, stream); return;
    case Format::true_audio: read_true_audio(contents, stream); return;
    case Format::ogg_vorbis: read_vorbis(contents, stream); break;
    case Format::ogg_opus: read_ogg<Ogg::Opus::File>(contents, stream, "opus"); break;
    case Format::ogg_speex: read_ogg<Ogg::Speex::File>(contents, stream, "speex"); break;
    case Format::ogg_flac: read_ogg_flac(contents, stream); break;
    case Format::wav: read_wav(contents, stream); break;
    case Format::aiff: read_aiff(contents, stream); break;
    case Format::mp4: read_mp4(contents, stream); break;
    case Format::asf: read_asf(contents, stream); break;
    case Format::ape: read_ape(contents, stream); break;
    case Format::musepack: read_musepack(contents, stream); break;
    case Format::wavpack: read_wavpack(contents, stream); break;
    case Format::dsf: read_dsf(contents, stream); break;
    case Format::dsdiff: read_dsdiff(contents, stream); break;
    case Format::mod: read_module<Mod::File>(contents, stream, "mod"); break;
    case Format::s3m: read_module<S3M::File>(contents, stream, "s3m"); break;
    case Format::it: read_module<IT::File>(contents, stream, "it"); break;
    case Format::xm: read_module<XM::File>(contents, stream, "xm"); break;
    case Format::matroska: read_matroska(contents, stream); contents.view.ask_for_streams = true; break;
    case Format::other: contents.view.ask_for_streams = true; break;
    }
    if (content.has_leading_id3v2) add_leading_id3v2(contents, stream);
}

}
