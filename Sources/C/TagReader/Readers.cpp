#include "Readers.hpp"

#include "Matroska.hpp"
#include "Dsd.hpp"
#include "EndOfAudio.hpp"
#include "Flac.hpp"
#include "Mp4.hpp"
#include "MpegProperties.hpp"
#include "Musepack.hpp"
#include "PlainFile.hpp"
#include "Riff.hpp"
#include "Shared.hpp"
#include "SoundFrame.hpp"
#include "Tags.hpp"

#include <algorithm>
#include <apefile.h>
#include <apeproperties.h>
#include <asffile.h>
#include <asfproperties.h>
#include <id3v2framefactory.h>
#include <itfile.h>
#include <modfile.h>
#include <mpegfile.h>
#include <mpegproperties.h>
#include <oggflacfile.h>
#include <opusfile.h>
#include <s3mfile.h>
#include <speexfile.h>
#include <tbytevectorstream.h>
#include <trueaudiofile.h>
#include <trueaudioproperties.h>
#include <vorbisfile.h>
#include <wavpackfile.h>
#include <wavpackproperties.h>
#include <xmfile.h>

namespace reader {

using namespace TagLib;

namespace {

unsigned long long little_endian(const ByteVector &bytes, unsigned offset, unsigned count) {
    unsigned long long number = 0;
    for (unsigned i = count; i-- > 0;)
        number = number << 8 | (offset + i < bytes.size() ? static_cast<unsigned char>(bytes[offset + i]) : 0);
    return number;
}

/// Properties from the frames of a bare stream; FFmpeg knows more where it plays the stream.
void set_properties_by_frames(tr_contents &view, Stream &stream, const Content &content) {
    const FrameStream frames = frame_stream(stream, content.audio);
    if (frames.first.length == 0) return;
    view.container = frames.first.container;
    view.codec = frames.first.codec;
    view.sample_rate = frames.first.sample_rate;
    view.channels = frames.first.channels;
    view.bit_rate = frames.bit_rate;
    view.duration = frames.duration;
    // Behind dirt FFmpeg may take some of it for frames.
    if (content.audio > content.start && view.sample_rate > 0 && view.duration > 0) view.ask_for_streams = false;
}

void read_adif(Contents &contents, Stream &stream, const Content &content) {
    const Adif header = adif(stream, content.start);
    tr_contents &view = contents.view;
    if (header.sample_rate <= 0 || header.channels <= 0) return;
    view.container = view.codec = "aac";
    view.sample_rate = header.sample_rate;
    view.channels = header.channels;
    view.bit_rate = (header.bit_rate + 500) / 1000;
    if (header.bit_rate > 0) view.duration = (end_of_audio(stream) - content.start) * 8000 / header.bit_rate;
    view.ask_for_streams = false;
}

/// Notes damage of the APE tag, and reads one that is cut off.
void mend_ape(Contents &contents, Stream &stream) {
    if (const Offset footer = footer_of_ape(stream); footer >= 0) {
        contents.view.has_damaged_ape = !is_whole_ape(stream, footer);
    } else if (const ByteVector tag = cut_ape(stream); !tag.isEmpty()) {
        contents.view.has_damaged_ape = true;
        ByteVectorStream bytes(tag);
        PlainFile file(&bytes);
        add_ape_at(contents, file, static_cast<Offset>(tag.size()) - 32);
    }
}

void read_mpeg(Contents &contents, Stream &stream, const Content &content) {
#if TAGLIB_MAJOR_VERSION >= 2
    MPEG::File file(&stream, false, style);
#else
    MPEG::File file(&stream, ID3v2::FrameFactory::instance(), false, style);
#endif
    add_leading_id3v2(contents, content, file.hasID3v2Tag() ? file.ID3v2Tag() : nullptr);
    // A second tag behind the first tells what the first does not.
    if (content.last_id3v2 > 0) {
        const Contents::Mark mark = contents.mark();
        add_id3v2_at(contents, stream, content.last_id3v2);
        contents.drop_repeated(mark);
    }
    if (const Offset at = id3v2_at_end(stream); at >= 0) {
        const Contents::Mark mark = contents.mark();
        add_id3v2_at(contents, stream, at);
        contents.drop_repeated(mark);
    }
    // TagLib finds an APE tag at the end and before ID3v1, not before Lyrics3.
    if (const Offset footer = file.hasAPETag() ? -1 : footer_of_ape(stream); footer >= 0) add_ape_at(contents, file, footer);
    add_ape_and_id3v1(contents, file);
    mend_ape(contents, stream);
    contents.view.ask_for_streams = true;
    contents.view.is_tag_only = content.format == Format::tag_only;
    if (content.format == Format::mpeg) read_mpeg_properties(contents, stream, content);
    if (content.format == Format::adif) read_adif(contents, stream, content);
    if (content.demuxer) set_properties_by_frames(contents.view, stream, content);
}

void read_vorbis(Contents &contents, Stream &stream) {
    Ogg::Vorbis::File file(&stream, true, style);
    add_vorbis(contents, file.packet(1), "\x03vorbis");
    set_properties(contents.view, "ogg", file.isValid() ? "vorbis" : nullptr, file.audioProperties());
    // Other programs show the rate that the encoder aimed at; the measured rate of a short file is its headers'.
    if (file.audioProperties() && file.audioProperties()->bitrateNominal() > 0)
        contents.view.bit_rate = file.audioProperties()->bitrateNominal() / 1000;
}

template <typename File>
void read_ogg(Contents &contents, Stream &stream, const char *codec, std::string_view mark) {
    File file(&stream, true, style);
    add_vorbis(contents, file.packet(1), mark);
    set_properties(contents.view, "ogg", file.isValid() ? codec : nullptr, file.audioProperties());
}

void read_ogg_flac(Contents &contents, Stream &stream) {
    Ogg::FLAC::File file(&stream, true, style);
    const ByteVector block = file.packet(1);
    constexpr unsigned block_header = 4;
    if (block.size() > block_header && (block[0] & 0x7F) == 4) add_vorbis(contents, block.mid(block_header), "");
    set_properties(contents.view, "ogg", file.isValid() ? "flac" : nullptr, file.audioProperties());
    if (file.audioProperties()) contents.view.bits_per_sample = file.audioProperties()->bitsPerSample();
    contents.view.bit_rate = 0; // TagLib counts the headers alone; the whole file is nearer
}

void read_ape(Contents &contents, Stream &stream) {
    APE::File file(&stream, true, style);
    add_ape_and_id3v1(contents, file);
    set_properties(contents.view, "ape", "ape", file.audioProperties());
    if (file.audioProperties()) contents.view.bits_per_sample = file.audioProperties()->bitsPerSample();
}

void read_wavpack(Contents &contents, Stream &stream) {
    WavPack::File file(&stream, true, style);
    add_ape_and_id3v1(contents, file);
    set_properties(contents.view, "wv", "wavpack", file.audioProperties());
    if (file.audioProperties()) contents.view.bits_per_sample = file.audioProperties()->bitsPerSample();
}

void read_true_audio(Contents &contents, Stream &stream, const Content &content) {
#if TAGLIB_MAJOR_VERSION >= 2
    TrueAudio::File file(&stream, true, style);
#else
    TrueAudio::File file(&stream, ID3v2::FrameFactory::instance(), true, style);
#endif
    add_leading_id3v2(contents, content, file.hasID3v2Tag() ? file.ID3v2Tag() : nullptr);
    if (const Offset footer = footer_of_ape(stream); footer >= 0) add_ape_at(contents, file, footer);
    mend_ape(contents, stream);
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
    // The codecs of Windows Media begin at 8000 Hz; of a header that is cut TagLib takes other bytes.
    if (codec && contents.view.sample_rate < 8000) {
        contents.view.sample_rate = contents.view.bit_rate = contents.view.channels = 0;
        contents.view.ask_for_streams = true;
    }
    contents.view.has_video = asf_has_video(stream);
    if (codec && contents.view.bits_per_sample == 0 && codec == std::string_view("wmalossless"))
        contents.view.bits_per_sample = file.audioProperties()->bitsPerSample();
}

/// Fast Tracker's header alone ("The XM module format", 1994), of modules whose patterns or instruments TagLib
/// does not follow, such as MadTracker's.
void read_module_header(Contents &contents, Stream &stream, std::string_view codec) {
    const ByteVector head = stream.bytes(0, 80);
    if (codec != "xm" || head.size() < 80) return;
    const unsigned channels = head.toUShort(68u, false), patterns = head.toUShort(70u, false);
    const unsigned instruments = head.toUShort(72u, false);
    if (head.toUInt(60u, false) < 20 || channels < 1 || channels > 128 || patterns > 256 || instruments > 256) return;
    contents.field(TR_TAG_MODULE, "Title", String(head.mid(17, 20), String::Latin1).stripWhiteSpace(), true);
    contents.view.container = "module";
    contents.view.codec = "xm";
    contents.view.channels = static_cast<int32_t>(channels);
}

/// TagLib returns the names of a module's samples as its comment: they are no comment.
template <typename File> void read_module(Contents &contents, Stream &stream, const char *codec) {
    File file(&stream, true, style);
    if (!file.isValid()) return read_module_header(contents, stream, codec);
    contents.field(TR_TAG_MODULE, "Title", file.tag()->title(), true);
    contents.view.container = "module";
    contents.view.codec = codec;
    if (file.audioProperties()) contents.view.channels = file.audioProperties()->channels();
}

}

void read(Contents &contents, Stream &stream, const Content &content) {
    switch (content.format) {
    case Format::mpeg:
    case Format::adts:
    case Format::adif:
    case Format::tag_only:
    case Format::tagged_stream: read_mpeg(contents, stream, content); return;
    case Format::flac: read_flac(contents, stream, content); break;
    case Format::true_audio: read_true_audio(contents, stream, content); return;
    case Format::ogg_vorbis: read_vorbis(contents, stream); break;
    case Format::ogg_opus: read_ogg<Ogg::Opus::File>(contents, stream, "opus", "OpusTags"); break;
    case Format::ogg_speex: read_ogg<Ogg::Speex::File>(contents, stream, "speex", ""); break;
    case Format::ogg_flac: read_ogg_flac(contents, stream); break;
    case Format::wav: read_wav(contents, stream, content); break;
    case Format::aiff: read_aiff(contents, stream, content); break;
    case Format::mp4: read_mp4(contents, stream); break;
    case Format::asf: read_asf(contents, stream); break;
    case Format::ape:
        read_ape(contents, stream);
        mend_ape(contents, stream);
        break;
    case Format::musepack:
        read_musepack(contents, stream, content);
        mend_ape(contents, stream);
        break;
    case Format::wavpack:
        read_wavpack(contents, stream);
        mend_ape(contents, stream);
        break;
    case Format::dsf: read_dsf(contents, stream); break;
    case Format::dsdiff: read_dsdiff(contents, stream); break;
    case Format::mod: read_module<Mod::File>(contents, stream, "mod"); break;
    case Format::s3m: read_module<S3M::File>(contents, stream, "s3m"); break;
    case Format::it: read_module<IT::File>(contents, stream, "it"); break;
    case Format::xm: read_module<XM::File>(contents, stream, "xm"); break;
    case Format::matroska: read_matroska(contents, stream); contents.view.ask_for_streams = true; break;
    case Format::other: contents.view.ask_for_streams = true; break;
    }
    if (content.has_leading_id3v2) add_leading_id3v2(contents, stream, content);
}

}
