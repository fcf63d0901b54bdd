#include "CTagReader.h"

#include "Completeness.hpp"
#include "Contents.hpp"
#include "FirstUse.hpp"
#include "Format.hpp"
#include "Numbers.hpp"
#include "OggPage.hpp"
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

/// The memory that `tr_close` frees.
struct Reading final : tr_contents {
    reader::Contents contents;
    std::array<uint8_t, 512> head;
};

/// Drops what TagLib reports.
class Silence final : public TagLib::DebugListener {
    void printMessage(const TagLib::String &) override {}
};

/// A rate that no header states is that of the whole file, unless pictures take most of it.
void complete(tr_contents &view) {
    if (!view.codec || view.has_video || view.bit_rate > 0 || view.duration <= 0) return;
    view.bit_rate = reader::kilobits(static_cast<double>(view.file_size) * 8000 / static_cast<double>(view.duration));
}

bool is_ogg(reader::Format format) {
    using reader::Format;
    return format == Format::ogg_vorbis || format == Format::ogg_opus || format == Format::ogg_speex
        || format == Format::ogg_flac;
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
        view.is_chained = is_ogg(content.format) && reader::is_ogg_chained(stream, content.start);
        // TagLib counts the last page, of which a part is missing; FFmpeg counts the pages that are whole.
        if (view.is_cut_off && is_ogg(content.format)) view.ask_for_streams = true;
        view.signature = reader::signature(stream, content);
    }
    reading->contents.finish();
    static_cast<tr_contents &>(*reading) = view;
    *result = reading.release();
    return 0;
}

/// Opens a regular file; a pipe must not make us wait for its other end. Returns 0 or the reason of `tr_read`.
int open_file(const char *path, int &descriptor, struct stat &status) {
    descriptor = ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return errno;
    if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) return 0;
    ::close(descriptor);
    return TR_NOT_A_FILE;
}

}

void tr_silence_taglib(void) {
    static Silence listener;
    TagLib::setDebugListener(&listener);
}

int tr_read(const char *path, const char *extension, tr_contents **contents, const char **cause) {
    *contents = nullptr;
    *cause = nullptr;
    try {
        reader::use_taglib_once();
        int descriptor;
        struct stat status;
        if (const int reason = open_file(path, descriptor, status); reason != 0) return reason;
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
