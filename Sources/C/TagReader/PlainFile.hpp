#pragma once

#include <tfile.h>

namespace reader {

/// A file class that only knows where its bytes are: for tags in formats that TagLib does not read.
class PlainFile final : public TagLib::File {
public:
    explicit PlainFile(TagLib::IOStream *stream) : TagLib::File(stream) {}
    TagLib::Tag *tag() const override { return nullptr; }
    TagLib::AudioProperties *audioProperties() const override { return nullptr; }
    bool save() override { return false; }
};

}
