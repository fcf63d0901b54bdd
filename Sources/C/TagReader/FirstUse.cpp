#include "FirstUse.hpp"

#include <asftag.h>
#include <id3v2framefactory.h>
#include <id3v2tag.h>
#include <mp4file.h>
#include <mp4tag.h>
#include <mpegfile.h>
#include <mutex>
#include <tbytevectorstream.h>
#include <tpropertymap.h>

namespace reader {

using namespace TagLib;

namespace {

/// A tag with a frame of each class that has a map, written as that version has it.
ByteVector id3v2(ID3v2::Version version) {
    ID3v2::Tag tag;
    PropertyMap properties;
    properties["ARRANGER"] = StringList("somebody");
    properties["PERFORMER:PIANO"] = StringList("somebody");
    properties["OWN"] = StringList("value");
    tag.setProperties(properties);
    tag.setTitle("title");
    tag.setGenre("Rock");
    tag.setYear(2000);
    tag.setComment("comment");
    return tag.render(version);
}

void read_id3v2(ID3v2::Version version) {
    ByteVector bytes = id3v2(version);
    ByteVectorStream stream(bytes);
#if TAGLIB_MAJOR_VERSION >= 2
    MPEG::File file(&stream, false);
#else
    MPEG::File file(&stream, ID3v2::FrameFactory::instance(), false);
#endif
    if (const ID3v2::Tag *tag = file.ID3v2Tag()) static_cast<void>(tag->properties());
}

ByteVector atom(const char *name, const ByteVector &contents) {
    return ByteVector::fromUInt(contents.size() + 8) + ByteVector(name, 4) + contents;
}

void read_mp4() {
    const ByteVector zeros(8, '\0');
    const ByteVector data = atom("data", ByteVector::fromUInt(1) + ByteVector(4, '\0') + ByteVector("title", 5));
    const ByteVector handler = atom("hdlr", zeros + ByteVector("mdirappl", 8) + ByteVector(9, '\0'));
    const ByteVector meta = atom("meta", ByteVector(4, '\0') + handler + atom("ilst", atom("\251nam", data)));
    ByteVector bytes = atom("ftyp", ByteVector("M4A ", 4) + ByteVector(4, '\0')) + atom("moov", atom("udta", meta));
    ByteVectorStream stream(bytes);
    MP4::File file(&stream, false);
    if (const MP4::Tag *tag = file.tag()) static_cast<void>(tag->properties());
}

}

void use_taglib_once() {
    static std::once_flag flag;
    std::call_once(flag, [] {
        read_id3v2(ID3v2::v3);
        read_id3v2(ID3v2::v4);
        read_mp4();
        static_cast<void>(ASF::Tag().properties());
    });
}

}
