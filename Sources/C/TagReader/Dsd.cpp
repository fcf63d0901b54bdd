#include "Dsd.hpp"

#include "Numbers.hpp"
#include "Tags.hpp"

#include <array>
#include <string_view>

namespace reader {

namespace {

constexpr unsigned long long highest_rate = 100'000'000;
constexpr unsigned long long most_channels = 64;

/// In seconds.
double length(unsigned long long samples, unsigned long long rate) {
    return static_cast<double>(samples) / static_cast<double>(rate);
}

}

void read_dsf(Contents &contents, Stream &stream) {
    std::array<unsigned char, 80> head{};
    stream.read(0, head.data(), head.size());
    // The header tells where the ID3v2 tag is.
    const auto tag = number(head.data() + 20, 8, true);
    if (tag > 0 && tag < static_cast<unsigned long long>(stream.length()))
        add_id3v2_at(contents, stream, static_cast<Offset>(tag));
    tr_contents &view = contents.view;
    view.container = "dsf";
    view.codec = "dsd";
    const auto channels = number(head.data() + 52, 4, true), rate = number(head.data() + 56, 4, true),
               samples = number(head.data() + 64, 8, true);
    const bool has_format = std::string_view(reinterpret_cast<char *>(head.data()) + 28, 4) == "fmt ";
    view.ask_for_streams = samples == 0 || !has_format || rate == 0 || rate > highest_rate || channels == 0 || channels > 8
        || samples >> 53 != 0;
    if (view.ask_for_streams) return;
    view.channels = static_cast<int32_t>(channels);
    view.sample_rate = static_cast<int32_t>(rate);
    view.bits_per_sample = static_cast<int32_t>(number(head.data() + 60, 4, true));
    view.duration = milliseconds(length(samples, rate));
    view.bit_rate = kilobits(static_cast<double>(rate * channels));
}

namespace {

/// The chunks of DSDIFF that tell of the sound, each with a size of 64 bits.
class Dsdiff {
public:
    Dsdiff(Contents &contents, Stream &stream) : contents_(contents), stream_(stream) {}

    void read() {
        walk(16, stream_.length(), 0);
        describe();
    }

private:
    void walk(Offset at, Offset end, int depth) {
        for (int chunks = 0; chunks < 64 && at + 12 <= end; chunks++) {
            unsigned char head[12];
            if (stream_.read(at, head, 12) < 12) return;
            const auto size = number(head + 4, 8, false);
            const Offset start = at + 12;
            const auto left = static_cast<unsigned long long>(end - start);
            visit(std::string_view(reinterpret_cast<char *>(head), 4), start, size < left ? size : left, depth);
            if (size >= left) return;
            at = start + static_cast<Offset>(size + (size & 1));
        }
    }

    void visit(std::string_view name, Offset start, unsigned long long size, int depth) {
        unsigned char bytes[6] = {};
        if (name == "ID3 ") add_id3v2_at(contents_, stream_, start);
        if (name == "PROP" && depth == 0) walk(start + 4, start + static_cast<Offset>(size), 1);
        if (name == "DST " && depth == 0) is_compressed_ = true;
        if (name == "DSD " || name == "DST ") sound_bytes_ = size;
        if (name == "DST " && depth == 0 && stream_.read(start + 12, bytes, 6) == 6) {
            // The first chunk inside says how many frames there are, and how many in a second.
            frames_ = number(bytes, 4, false);
            frames_per_second_ = number(bytes + 4, 2, false);
        }
        if (name == "FS  " && stream_.read(start, bytes, 4) == 4) rate_ = number(bytes, 4, false);
        if (name == "CHNL" && stream_.read(start, bytes, 2) == 2) channels_ = number(bytes, 2, false);
    }

    void describe() {
        tr_contents &view = contents_.view;
        view.container = "dff";
        view.codec = is_compressed_ ? "dst" : "dsd";
        view.ask_for_streams = true;
        if (rate_ == 0 || rate_ > highest_rate || channels_ == 0 || channels_ > most_channels) return;
        view.channels = static_cast<int32_t>(channels_);
        view.sample_rate = static_cast<int32_t>(rate_);
        view.bits_per_sample = 1;
        if (!is_compressed_) {
            view.duration = milliseconds(length(sound_bytes_ * 8 / channels_, rate_));
            view.bit_rate = kilobits(static_cast<double>(rate_ * channels_));
        } else if (frames_per_second_ > 0) {
            const double seconds = length(frames_, frames_per_second_);
            view.duration = milliseconds(seconds);
            view.bit_rate = kilobits(static_cast<double>(sound_bytes_) * 8 / seconds);
        }
        view.ask_for_streams = view.duration <= 0;
    }

    Contents &contents_;
    Stream &stream_;
    unsigned long long rate_ = 0, channels_ = 0, sound_bytes_ = 0, frames_ = 0, frames_per_second_ = 0;
    bool is_compressed_ = false;
};

}

void read_dsdiff(Contents &contents, Stream &stream) { Dsdiff(contents, stream).read(); }

}
