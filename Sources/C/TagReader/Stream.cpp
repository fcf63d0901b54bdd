#include "Stream.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace reader {

namespace {

/// Holds most tags without pictures together with the first frames.
constexpr size_t window_size = 16 * 1024;
/// The largest single block: more than any tag with a sane picture.
constexpr size_t largest_block = 64 * 1024 * 1024;
/// All reading of one file together.
constexpr size_t largest_total = 192 * 1024 * 1024;

}

Stream::Stream(int descriptor, Offset size)
    : descriptor_(descriptor), size_(size), budget_(largest_total) {}

Stream::~Stream() { ::close(descriptor_); }

size_t Stream::read(Offset offset, void *destination, size_t count) {
    auto *to = static_cast<unsigned char *>(destination);
    if (offset < 0 || offset >= size_) return 0;
    count = std::min<size_t>(count, static_cast<size_t>(size_ - offset));
    size_t done = 0;
    while (done < count) {
        const Offset at = offset + static_cast<Offset>(done);
        const size_t missing = count - done;
        if (at < static_cast<Offset>(beginning_.size())) {
            const size_t taken = std::min(missing, beginning_.size() - static_cast<size_t>(at));
            const TagLib::ByteVector &beginning = beginning_;
            std::memcpy(to + done, beginning.data() + at, taken);
            done += taken;
            continue;
        }
        if (!head_.holds(at) && !body_.holds(at) && !tail_.holds(at) && missing >= window_size)
            return done + fetch(at, to + done, missing);
        Window &window = window_for(at, missing);
        if (!window.holds(at)) break;
        const size_t skipped = static_cast<size_t>(at - window.start);
        const size_t taken = std::min(missing, window.count - skipped);
        std::memcpy(to + done, window.bytes.get() + skipped, taken);
        done += taken;
    }
    return done;
}

size_t Stream::peek(Offset offset, void *destination, size_t count) {
    if (offset < 0 || offset >= size_) return 0;
    const bool is_in_memory = offset < static_cast<Offset>(beginning_.size()) || head_.holds(offset) || body_.holds(offset)
        || tail_.holds(offset);
    if (is_in_memory) return read(offset, destination, count);
    return fetch(offset, destination, std::min(count, static_cast<size_t>(size_ - offset)));
}

Stream::Window &Stream::window_for(Offset offset, size_t count) {
    for (Window *window : {&head_, &body_, &tail_})
        if (window->holds(offset)) return *window;
    if (head_.count == 0 && offset < static_cast<Offset>(window_size)) {
        fill(head_, 0);
        return head_;
    }
    const Offset last_window = std::max<Offset>(0, size_ - static_cast<Offset>(window_size));
    if (offset >= last_window && last_window > 0) {
        fill(tail_, last_window);
        return tail_;
    }
    // A reader that goes backwards from a window wants the bytes before it, too.
    Offset start = offset;
    const Offset end = offset + static_cast<Offset>(count);
    for (const Window *window : {&body_, &tail_})
        if (window->count > 0 && offset < window->start && end >= window->start)
            start = std::max<Offset>(0, window->start - static_cast<Offset>(window_size));
    fill(body_, std::min(start, offset));
    return body_;
}

void Stream::fill(Window &window, Offset start) {
    if (!window.bytes) window.bytes.reset(new unsigned char[window_size]);
    window.start = start;
    window.count = 0;
    window.count = fetch(start, window.bytes.get(), window_size);
}

size_t Stream::fetch(Offset offset, void *destination, size_t count) {
    auto *to = static_cast<unsigned char *>(destination);
    count = std::min(count, budget_);
    size_t done = 0;
    while (done < count) {
        const ssize_t got = ::pread(descriptor_, to + done, count - done, offset + static_cast<Offset>(done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        done += static_cast<size_t>(got);
        if (offset + static_cast<Offset>(done) >= size_) break;
    }
    budget_ -= std::min(budget_, done);
    return done;
}

TagLib::ByteVector Stream::bytes(Offset offset, size_t count) {
    if (offset < 0 || offset >= size_) return {};
    count = std::min({count, largest_block, budget_ + 2 * window_size, static_cast<size_t>(size_ - offset)});
    TagLib::ByteVector bytes(static_cast<unsigned int>(count), 0);
    const size_t got = read(offset, bytes.data(), count);
    if (got < count) bytes.resize(static_cast<unsigned int>(got));
    return bytes;
}

TagLib::ByteVector Stream::readBlock(Size length) {
    TagLib::ByteVector block = bytes(position_, length);
    position_ += static_cast<Offset>(block.size());
    return block;
}

void Stream::seek(Offset offset, Position from) {
    switch (from) {
    case Beginning: position_ = offset; break;
    case Current: position_ += offset; break;
    case End: position_ = size_ + offset; break;
    }
    position_ = std::max<Offset>(0, position_);
}

}
