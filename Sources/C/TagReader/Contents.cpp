#include "Contents.hpp"

#include <algorithm>
#include <set>

namespace reader {

namespace {

// Bounds on what one file may hand over; what is more is left out.
constexpr size_t most_text = 32 * 1024 * 1024;
constexpr size_t most_fields = 20'000;
constexpr size_t most_values = 50'000;
constexpr size_t most_pictures = 64;
constexpr size_t most_chapters = 10'000;

void append_scalar(std::string &text, uint32_t scalar) {
    if (scalar < 0x80) {
        text.push_back(static_cast<char>(scalar));
    } else if (scalar < 0x800) {
        text.push_back(static_cast<char>(0xC0 | scalar >> 6));
        text.push_back(static_cast<char>(0x80 | (scalar & 0x3F)));
    } else if (scalar < 0x10000) {
        text.push_back(static_cast<char>(0xE0 | scalar >> 12));
        text.push_back(static_cast<char>(0x80 | (scalar >> 6 & 0x3F)));
        text.push_back(static_cast<char>(0x80 | (scalar & 0x3F)));
    } else {
        text.push_back(static_cast<char>(0xF0 | scalar >> 18));
        text.push_back(static_cast<char>(0x80 | (scalar >> 12 & 0x3F)));
        text.push_back(static_cast<char>(0x80 | (scalar >> 6 & 0x3F)));
        text.push_back(static_cast<char>(0x80 | (scalar & 0x3F)));
    }
}

/// TagLib's strings are UTF-16, whatever the width of `wchar_t`.
void append_utf8(std::string &text, const wchar_t *units, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t scalar = static_cast<uint32_t>(units[i]);
        if (scalar >= 0xD800 && scalar < 0xDC00 && i + 1 < count) {
            const uint32_t low = static_cast<uint32_t>(units[i + 1]);
            if (low >= 0xDC00 && low < 0xE000) {
                scalar = 0x10000 + ((scalar - 0xD800) << 10) + (low - 0xDC00);
                i++;
            }
        }
        if ((scalar >= 0xD800 && scalar < 0xE000) || scalar > 0x10FFFF) scalar = 0xFFFD;
        append_scalar(text, scalar);
    }
}

}

bool Contents::has_room(size_t count) const { return count <= most_text - std::min(most_text, text_.size()); }

tr_text Contents::append(const TagLib::String &text) {
    const uint32_t start = static_cast<uint32_t>(text_.size());
    if (has_room(text.size() * 4)) append_utf8(text_, text.toCWString(), text.size());
    return {start, static_cast<uint32_t>(text_.size() - start)};
}

tr_text Contents::append(std::string_view utf8) {
    const uint32_t start = static_cast<uint32_t>(text_.size());
    if (has_room(utf8.size())) text_.append(utf8);
    return {start, static_cast<uint32_t>(text_.size() - start)};
}

void Contents::begin(tr_tag tag, bool is_latin1, std::string_view key) {
    if (!fields_.empty() && fields_.back().value_count == 0) fields_.pop_back();
    is_open_ = fields_.size() < most_fields;
    if (!is_open_) return;
    if (text_.capacity() == 0) {
        text_.reserve(4096);
        fields_.reserve(48);
        values_.reserve(64);
    }
    fields_.push_back({tag, is_latin1, append(key), static_cast<uint32_t>(values_.size()), 0});
}

void Contents::extend_key(const TagLib::String &text) {
    if (is_open_) fields_.back().key.count += append(text).count;
}

void Contents::extend_key(std::string_view text) {
    if (is_open_) fields_.back().key.count += append(text).count;
}

void Contents::add_value(tr_text text) {
    if (text.count == 0 || values_.size() >= most_values) return;
    values_.push_back(text);
    fields_.back().value_count++;
}

void Contents::value(const TagLib::String &text) {
    if (is_open_ && !text.isEmpty()) add_value(append(text));
}

void Contents::value(std::string_view utf8) {
    if (is_open_ && !utf8.empty()) add_value(append(utf8));
}

void Contents::value(long long number) { value(std::string_view(std::to_string(number))); }

void Contents::values(const TagLib::StringList &list) {
    for (const TagLib::String &text : list) value(text);
}

void Contents::field(tr_tag tag, std::string_view key, const TagLib::String &text, bool is_latin1) {
    if (text.isEmpty()) return;
    begin(tag, is_latin1, key);
    value(text);
}

void Contents::picture(tr_tag tag, int kind, const TagLib::ByteVector &bytes) {
    if (bytes.isEmpty() || pictures_.size() >= most_pictures) return;
    kept_.push_back(bytes);
    const TagLib::ByteVector &kept = kept_.back();
    pictures_.push_back({kind, tag, reinterpret_cast<const uint8_t *>(kept.data()), kept.size()});
}

void Contents::chapter(unsigned start, unsigned end, const TagLib::String &title, bool is_latin1) {
    if (chapters_.size() < most_chapters) chapters_.push_back({start, end, append(title), is_latin1});
}

void Contents::damaged_part(tr_tag tag, std::string_view name) {
    if (view.damaged_part[0] != 0) return;
    name.copy(view.damaged_part, sizeof view.damaged_part - 1);
    view.damaged_tag = tag;
}

void Contents::drop_repeated(Mark mark) {
    const auto key = [this](const tr_field &field) {
        return std::string_view(text_).substr(field.key.offset, field.key.count);
    };
    std::set<std::string_view> keys;
    for (size_t i = 0; i < std::min(mark.fields, fields_.size()); i++) keys.insert(key(fields_[i]));
    const auto is_repeated = [&](const tr_field &field) { return keys.count(key(field)) > 0; };
    if (mark.fields < fields_.size())
        fields_.erase(
            std::remove_if(fields_.begin() + static_cast<std::ptrdiff_t>(mark.fields), fields_.end(), is_repeated),
            fields_.end());
    if (mark.pictures > 0) pictures_.resize(std::min(mark.pictures, pictures_.size()));
}

void Contents::finish() {
    if (!fields_.empty() && fields_.back().value_count == 0) fields_.pop_back();
    view.text = text_.data();
    view.text_count = text_.size();
    view.fields = fields_.data();
    view.field_count = fields_.size();
    view.values = values_.data();
    view.value_count = values_.size();
    view.pictures = pictures_.data();
    view.picture_count = pictures_.size();
    view.chapters = chapters_.data();
    view.chapter_count = chapters_.size();
}

}
