#pragma once

#include <memory>
#include <taglib.h>
#include <tbytevector.h>
#include <tiostream.h>

namespace reader {

#if TAGLIB_MAJOR_VERSION >= 2
using Offset = TagLib::offset_t;
using Size = size_t;
using Start = TagLib::offset_t;
#else
using Offset = long;
using Size = unsigned long;
using Start = unsigned long;
#endif

/// A file for TagLib to read: few and large `pread`s, no `mmap`, no writing.
///
/// A file that shrinks or fails while it is read is just shorter than it said. All reading together is
/// bounded, so that no content can make TagLib search a huge file for something that is not there.
class Stream final : public TagLib::IOStream {
public:
    /// Takes the descriptor and closes it.
    Stream(int descriptor, Offset size);
    ~Stream() override;

    /// Copies up to `count` bytes from `offset`; answers how many there were.
    size_t read(Offset offset, void *destination, size_t count);
    /// As `read`, but what is not in memory is read alone, without its surroundings.
    size_t peek(Offset offset, void *destination, size_t count);
    /// The bytes at `offset`, fewer at the end of the file.
    TagLib::ByteVector bytes(Offset offset, size_t count);

    /// From now on the file begins with these bytes instead of its own.
    void replace_beginning(const TagLib::ByteVector &bytes) { beginning_ = bytes; }

    TagLib::FileName name() const override { return ""; }
    TagLib::ByteVector readBlock(Size length) override;
    void writeBlock(const TagLib::ByteVector &) override {}
    void insert(const TagLib::ByteVector &, Start = 0, Size = 0) override {}
    void removeBlock(Start = 0, Size = 0) override {}
    bool readOnly() const override { return true; }
    bool isOpen() const override { return true; }
    void seek(Offset offset, Position from = Beginning) override;
    Offset tell() const override { return position_; }
    Offset length() override { return size_; }
    void truncate(Offset) override {}

private:
    /// A stretch of the file in memory.
    struct Window {
        std::unique_ptr<unsigned char[]> bytes;
        Offset start = 0;
        size_t count = 0;

        bool holds(Offset offset) const {
            return offset >= start && offset < start + static_cast<Offset>(count);
        }
    };

    size_t fetch(Offset offset, void *destination, size_t count);
    Window &window_for(Offset offset, size_t count);
    void fill(Window &window, Offset start);

    int descriptor_;
    Offset size_;
    Offset position_ = 0;
    size_t budget_;
    // Tags are at the beginning, first frames behind them, old tags and last frames at the end; a reader
    // goes back and forth between the three. Only the middle one moves.
    Window head_;
    Window body_;
    Window tail_;
    TagLib::ByteVector beginning_;
};

/// `Stream::read` or `Stream::peek`.
using Fetch = size_t (Stream::*)(Offset, void *, size_t);

}
