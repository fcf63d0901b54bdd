#include "CTagReader.h"

#include "Completeness.hpp"
#include "Contents.hpp"
#include "Format.hpp"
#include "Readers.hpp"
#include "Signature.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <new>
#include <stdexcept>
#include <sys/stat.h>
#include <tdebuglistener.h>
#include <unistd.h>

namespace {

/// What `tr_close` frees.
struct Reading final : tr_contents {
    reader::Contents contents;
    std::array<uint8_t, 512> head;
};

/// TagLib tells its doubts on the standard error by default, where they would mix with ours.
class Silence final : public TagLib::DebugListener {
    void printMessage(const TagLib::String &) override {}
};

void silence() {
    static Silence listener;
    static const bool is_set = (TagLib::setDebugListener(&listener), true);
    static_cast<void>(is_set);
}

/// A rate that no header tells is that of the whole file; less than half a kilobit is not none.
void complete(tr_contents &view) {
    if (!view.codec || view.bit_rate > 0 || view.duration <= 0) return;
    view.bit_rate = static_cast<int32_t>(std::clamp<int64_t>(view.file_size * 8 / view.duration, 1, 1'000'000));
}

int read(int descriptor, const struct stat &status, const char *extension, tr_contents **result) {
    reader::Stream stream(descriptor, static_cast<reader::Offset>(status.st_size));
    auto reading = std::make_unique<Reading>();
    tr_contents &view = reading->contents.view;
    view.duration = -1;
    view.file_size = static_cast<int64_t>(status.st_size);
    view.head_count = stream.read(0, reading->head.data(), reading->head.size());
    view.head = reading->head.data();
    if (view.head_count > 0) {
        const reader::Content content = reader::content(stream, extension);
        view.demuxer = content.demuxer;
        reader::read(reading->contents, stream, content);
        complete(view);
        view.is_cut_off = view.is_cut_off || reader::is_cut_off(stream, content);
        view.signature = reader::signature(stream, content);
    }
    reading->contents.finish();
    static_cast<tr_contents &>(*reading) = view;
    *result = reading.release();
    return 0;
}

}

int tr_read(const char *path, const char *extension, tr_contents **contents, const char **cause) {
    *contents = nullptr;
    *cause = nullptr;
    try {
        silence();
        // A pipe must not make us wait for somebody to write to it.
        const int descriptor = ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (descriptor < 0) return errno;
        struct stat status;
        const bool is_file = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
        if (!is_file) {
            ::close(descriptor);
            return TR_NOT_A_FILE;
        }
        return read(descriptor, status, extension, contents);
    } catch (const std::bad_alloc &) {
        return ENOMEM;
    } catch (const std::length_error &) {
        *cause = "they claim a size that nothing has";
    } catch (const std::out_of_range &) {
        *cause = "they refer to a place that they do not have";
    } catch (...) {
        *cause = "TagLib does not understand them";
    }
    return TR_FAILED;
}

void tr_close(tr_contents *contents) { delete static_cast<Reading *>(contents); }
