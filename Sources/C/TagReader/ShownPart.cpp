#include "ShownPart.hpp"

#include "MatroskaElement.hpp"
#include "Mp4Box.hpp"

#include <cmath>
#include <cstring>
#include <map>

namespace reader {

namespace {

constexpr int most_headers = 50'000;

/// The boxes of MP4 and QuickTime that lead to the pictures.
class Movie {
public:
    explicit Movie(Stream &stream) : stream_(stream) {}

    std::optional<tr_shown_part> part(int video) {
        // Behind it there may be thousands of fragments.
        const auto movie = child(mp4::Box{"", 0, stream_.length(), false}, "moov");
        std::optional<tr_shown_part> part;
        if (!movie) return part;
        each(*movie, [&](const mp4::Box &track) {
            const auto media = track.type == "trak" ? child(track, "mdia") : std::nullopt;
            if (!media || !is_video(*media) || video-- > 0) return true;
            part = described(*media);
            return false;
        });
        return part;
    }

private:
    template <typename Visitor> void each(const mp4::Box &box, Visitor visitor) {
        mp4::each_box(stream_, box.start, box.end, budget_, visitor);
    }

    std::optional<mp4::Box> child(const mp4::Box &box, const char *type) {
        std::optional<mp4::Box> found;
        each(box, [&](const mp4::Box &inner) {
            if (inner.type == type) found = inner;
            return !found;
        });
        return found;
    }

    bool is_video(const mp4::Box &media) {
        const auto handler = child(media, "hdlr");
        char type[4];
        return handler && stream_.read(handler->start + 8, type, 4) == 4 && std::memcmp(type, "vide", 4) == 0;
    }

    /// By the first description of samples (ISO 14496-12, 12.1.3 and 12.1.4): its boxes are behind 78 bytes of it.
    std::optional<tr_shown_part> described(const mp4::Box &media) {
        std::optional<mp4::Box> box = child(media, "minf");
        for (const char *type : {"stbl", "stsd"})
            if (box) box = child(*box, type);
        std::optional<mp4::Box> entry;
        if (box)
            each(mp4::Box{"", box->start + 8, box->end, false}, [&](const mp4::Box &first) {
                entry = first;
                return false;
            });
        unsigned char sizes[4], numbers[32];
        if (!entry || stream_.read(entry->start + 24, sizes, 4) < 4) return std::nullopt;
        const auto aperture = child(mp4::Box{"", entry->start + 78, entry->end, false}, "clap");
        if (!aperture || stream_.read(aperture->start, numbers, 32) < 32) return std::nullopt;
        return part(numbers, static_cast<int32_t>(number(sizes, 2, false)), static_cast<int32_t>(number(sizes + 2, 2, false)));
    }

    /// Four fractions: width, height, and how far the middle of the part is from that of the whole, to the right and
    /// down.
    static std::optional<tr_shown_part> part(const unsigned char *numbers, int32_t width, int32_t height) {
        double values[4];
        for (int i = 0; i < 4; i++, numbers += 8) {
            const auto value = static_cast<int32_t>(number(numbers, 4, false));
            values[i] = value / static_cast<double>(number(numbers + 4, 4, false));
            if (!(std::abs(values[i]) < 65'536)) return std::nullopt;
        }
        const auto rounded = [](double value) { return static_cast<int32_t>(std::round(value)); };
        return tr_shown_part{width, height, rounded((width - values[0]) / 2 + values[2]),
            rounded((height - values[1]) / 2 + values[3]), rounded(values[0]), rounded(values[1]), 0};
    }

    Stream &stream_;
    int budget_ = most_headers;
};

/// Matroska's: how large it is shown is said of what is left after cropping (RFC 9559, section 5.1.4.1.28).
std::optional<tr_shown_part> part(std::map<uint32_t, int32_t> video) {
    using namespace matroska;
    const auto [width, height] = std::pair(video[pixel_width_id], video[pixel_height_id]);
    const auto [left, top] = std::pair(video[crop_left_id], video[crop_top_id]);
    tr_shown_part part{width, height, left, top, width - left - video[crop_right_id],
        height - top - video[crop_bottom_id], 1};
    if (part.width <= 0 || part.height <= 0) return std::nullopt;
    const double shown_width = video[display_width_id], shown_height = video[display_height_id];
    if (shown_width > 0 && shown_height > 0)
        part.pixel_aspect_ratio = shown_width / shown_height * part.height / part.width;
    return part;
}

std::optional<tr_shown_part> matroska_part(Stream &stream, int video) {
    using namespace matroska;
    int budget = most_headers;
    constexpr unsigned long long largest = 65'536;
    std::optional<tr_shown_part> found;
    // The children of a kind, one level after the other, up to the media, which are all the rest as a rule.
    const auto inside = [&](const Element &parent, Id id, auto visitor) {
        each_element(stream, parent.start, parent.end, budget, [&](const Element &element) {
            return element.id != cluster_id && (element.id != id || visitor(element));
        });
    };
    const Element file{0, 0, stream.length(), false};
    inside(file, segment_id, [&](const Element &segment) {
        inside(segment, tracks_id, [&](const Element &tracks) {
            inside(tracks, track_entry_id, [&](const Element &track) {
                inside(track, video_id, [&](const Element &settings) {
                    if (video-- != 0) return true;
                    std::map<uint32_t, int32_t> numbers;
                    each_element(stream, settings.start, settings.end, budget, [&](const Element &fact) {
                        if (fact.size() <= 4)
                            numbers.emplace(fact.id, static_cast<int32_t>(std::min(largest, number(stream, fact))));
                        return true;
                    });
                    found = part(numbers);
                    return false;
                });
                return video >= 0;
            });
            return video >= 0;
        });
        return false;
    });
    return found;
}

}

std::optional<tr_shown_part> shown_part(Stream &stream, int video) {
    unsigned char mark[4];
    const bool is_matroska = stream.read(0, mark, 4) == 4 && std::memcmp(mark, "\x1A\x45\xDF\xA3", 4) == 0;
    return is_matroska ? matroska_part(stream, video) : Movie(stream).part(video);
}

}
