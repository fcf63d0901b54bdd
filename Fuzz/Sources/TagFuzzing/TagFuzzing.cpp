#include "TagFuzzing.h"

#include "CTagReader.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace {

/// Looks at every byte that the reader hands over, so that one that is not there is noticed.
uint64_t sum(const void *bytes, size_t count) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += static_cast<const uint8_t *>(bytes)[i];
    return sum;
}

uint64_t sum(const tr_contents &contents) {
    uint64_t total = sum(contents.text, contents.text_count) + sum(contents.head, contents.head_count);
    const auto text = [&](tr_text stretch) {
        if (size_t(stretch.offset) + stretch.count > contents.text_count) std::abort();
        return sum(contents.text + stretch.offset, stretch.count);
    };
    for (size_t i = 0; i < contents.field_count; i++) {
        const tr_field &field = contents.fields[i];
        if (size_t(field.first_value) + field.value_count > contents.value_count) std::abort();
        total += text(field.key);
        for (size_t j = 0; j < field.value_count; j++) total += text(contents.values[field.first_value + j]);
    }
    for (size_t i = 0; i < contents.picture_count; i++) total += sum(contents.pictures[i].bytes, contents.pictures[i].count);
    for (size_t i = 0; i < contents.chapter_count; i++) total += text(contents.chapters[i].title);
    return total;
}

}

void fuzz_tags(const uint8_t *data, size_t size, const char *extension) {
    static const int file = memfd_create("fuzz", 0);
    static const std::string path = "/proc/self/fd/" + std::to_string(file);
    if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size)) std::abort();
    tr_contents *contents = nullptr;
    const char *cause = nullptr;
    if (tr_read(path.c_str(), extension, &contents, &cause) == 0) {
        volatile uint64_t total = sum(*contents);
        static_cast<void>(total);
    }
    tr_close(contents);
}
