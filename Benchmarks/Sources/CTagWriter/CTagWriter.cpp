#include "CTagWriter.h"

#include <attachedpictureframe.h>
#include <cstdio>
#include <flacfile.h>
#include <flacpicture.h>
#include <id3v2tag.h>
#include <mp4coverart.h>
#include <mp4file.h>
#include <mp4tag.h>
#include <mpegfile.h>
#include <opusfile.h>
#include <taglib.h>
#include <tbytevectorstream.h>
#include <tpropertymap.h>
#include <vorbisfile.h>
#include <xiphcomment.h>

namespace {

TagLib::ByteVector vector(tw_bytes bytes) {
    return {reinterpret_cast<const char *>(bytes.bytes), static_cast<unsigned int>(bytes.count)};
}

TagLib::FLAC::Picture *flac_picture(const TagLib::ByteVector &bytes) {
    auto *picture = new TagLib::FLAC::Picture;
    picture->setType(TagLib::FLAC::Picture::FrontCover);
    picture->setMimeType("image/jpeg");
    picture->setData(bytes);
    return picture;
}

bool write_mp3(
    TagLib::IOStream *stream, const TagLib::PropertyMap &tags, const TagLib::ByteVector &bytes) {
#if TAGLIB_MAJOR_VERSION >= 2
    TagLib::MPEG::File file(stream);
#else
    TagLib::MPEG::File file(stream, TagLib::ID3v2::FrameFactory::instance());
#endif
    if (!file.isValid()) return false;
    file.ID3v2Tag(true)->setProperties(tags);
    if (!bytes.isEmpty()) {
        auto *picture = new TagLib::ID3v2::AttachedPictureFrame;
        picture->setType(TagLib::ID3v2::AttachedPictureFrame::FrontCover);
        picture->setMimeType("image/jpeg");
        picture->setPicture(bytes);
        file.ID3v2Tag()->addFrame(picture);
    }
    return file.save(TagLib::MPEG::File::ID3v2, TagLib::File::StripOthers, TagLib::ID3v2::v4);
}

bool write_flac(
    TagLib::IOStream *stream, const TagLib::PropertyMap &tags, const TagLib::ByteVector &bytes) {
#if TAGLIB_MAJOR_VERSION >= 2
    TagLib::FLAC::File file(stream);
#else
    TagLib::FLAC::File file(stream, TagLib::ID3v2::FrameFactory::instance());
#endif
    if (!file.isValid()) return false;
    file.xiphComment(true)->setProperties(tags);
    if (!bytes.isEmpty()) file.addPicture(flac_picture(bytes));
    return file.save();
}

bool write_mp4(
    TagLib::IOStream *stream, const TagLib::PropertyMap &tags, const TagLib::ByteVector &bytes) {
    TagLib::MP4::File file(stream);
    if (!file.isValid()) return false;
    file.setProperties(tags);
    if (!bytes.isEmpty()) {
        TagLib::MP4::CoverArtList covers;
        covers.append(TagLib::MP4::CoverArt(TagLib::MP4::CoverArt::JPEG, bytes));
        file.tag()->setItem("covr", covers);
    }
    return file.save();
}

template <typename File>
bool write_ogg(
    TagLib::IOStream *stream, const TagLib::PropertyMap &tags, const TagLib::ByteVector &bytes) {
    File file(stream);
    if (!file.isValid()) return false;
    file.tag()->setProperties(tags);
    if (!bytes.isEmpty()) file.tag()->addPicture(flac_picture(bytes));
    return file.save();
}

bool write_whole(const char *path, const TagLib::ByteVector &bytes) {
    std::FILE *file = std::fopen(path, "wb");
    if (!file) return false;
    const bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    return std::fclose(file) == 0 && is_written;
}

bool put_in(
    TagLib::IOStream *stream, tw_format format, const TagLib::PropertyMap &tags,
    const TagLib::ByteVector &picture) {
    switch (format) {
    case TW_MP3: return write_mp3(stream, tags, picture);
    case TW_FLAC: return write_flac(stream, tags, picture);
    case TW_MP4: return write_mp4(stream, tags, picture);
    case TW_OGG_VORBIS: return write_ogg<TagLib::Ogg::Vorbis::File>(stream, tags, picture);
    case TW_OGG_OPUS: return write_ogg<TagLib::Ogg::Opus::File>(stream, tags, picture);
    }
    return false;
}

}

bool tw_write(
    const char *path, tw_format format, tw_bytes sound, const tw_tag *tags, size_t count,
    tw_bytes picture) {
    try {
        TagLib::PropertyMap properties;
        for (size_t i = 0; i < count; ++i)
            properties.insert(
                tags[i].key, TagLib::String(tags[i].value, TagLib::String::UTF8));
        TagLib::ByteVectorStream stream(vector(sound));
        return put_in(&stream, format, properties, vector(picture))
            && write_whole(path, *stream.data());
    } catch (...) {
        return false;
    }
}
