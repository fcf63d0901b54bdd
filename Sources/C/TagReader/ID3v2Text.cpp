#include "ID3v2Text.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace reader {

using TagLib::ByteVector;

namespace {

constexpr char utf16_with_mark = 1, utf16_big_endian = 2;

/// The bytes of a frame before and between its texts (ID3v2.4, section 4).
struct Form {
    /// Bytes before the first text, with that of the encoding.
    unsigned lead;
    /// Whether a time of four bytes follows each text behind the first.
    bool has_times;
};

std::optional<Form> form(std::string_view id) {
    if (id == "COMM" || id == "USLT" || id == "COM" || id == "ULT") return Form{4, false};
    if (id == "SYLT" || id == "SLT") return Form{6, true};
    if (id[0] == 'T' || id == "IPLS" || id == "IPL" || id == "GRP1" || id == "MVNM" || id == "MVIN") return Form{1, false};
    return std::nullopt;
}

enum class Order { little, big };

/// One text and its time.
struct Part {
    ByteVector text;
    ByteVector time;
};

class Texts {
public:
    Texts(std::string_view id, const ByteVector &data) : form_(form(id)), data_(data) {
        if (!form_ || data.size() <= form_->lead || static_cast<unsigned char>(data[0]) > 3) return;
        is_wide_ = data[0] == utf16_with_mark || data[0] == utf16_big_endian;
        const bool is_genre = id == "TCON" || id == "TCO";
        const bool is_of_people = id == "IPLS" || id == "IPL" || id == "TIPL" || id == "TMCL";
        if (form_->has_times || data[0] == utf16_with_mark || is_genre || is_of_people) split();
        if (is_of_people) find_gaps();
        if (is_genre)
            for (const Part &part : parts_) has_references_ = has_references_ || std::count(part.text.begin(), part.text.end(), '(') > 1;
    }

    bool needs_repair() const { return lacks_mark_ || lacks_end_ || has_references_ || has_gaps_; }

    ByteVector repaired() const {
        if (!needs_repair()) return data_;
        ByteVector made = data_.mid(0, form_->lead);
        if (is_wide_) made[0] = utf16_big_endian;
        Order order = data_[0] == utf16_big_endian ? Order::big : guessed_order();
        for (size_t i = 0; i < parts_.size(); i++) {
            // TagLib takes the first reference to a genre alone; behind a space it takes none.
            // It leaves out empty texts, and roles and people would be mistaken for each other behind one.
            if (has_references_ || (has_gaps_ && is_empty(parts_[i].text)))
                made.append(is_wide_ ? ByteVector("\0 ", 2) : ByteVector(" ", 1));
            made.append(is_wide_ ? big_endian(parts_[i].text, order) : parts_[i].text);
            const bool is_last = i + 1 == parts_.size();
            if (!is_last || form_->has_times) made.append(ByteVector(is_wide_ ? 2u : 1u, 0));
            made.append(parts_[i].time);
        }
        return made;
    }

private:
    /// No tag that is meant to be read has more, and each takes memory.
    static constexpr size_t most_parts = 65536;

    void give_up() {
        parts_.clear();
        lacks_mark_ = lacks_end_ = false;
    }

    /// Cuts the texts apart.
    void split() {
        const unsigned width = is_wide_ ? 2 : 1;
        bool has_order = data_[0] != utf16_with_mark;
        ByteVector time(4u, 0);
        for (unsigned at = form_->lead; at < data_.size();) {
            const unsigned start = at;
            while (at + width <= data_.size() && !is_nul(at, width)) at += width;
            const bool has_end = at + width <= data_.size();
            Part part{data_.mid(start, at - start), {}};
            at = has_end ? at + width : data_.size();
            const bool is_timed = form_->has_times && !parts_.empty();
            if (is_timed) {
                if (has_end && at + 4 <= data_.size()) {
                    time = data_.mid(at, 4);
                } else {
                    if (part.text.isEmpty()) return;
                    lacks_end_ = true;
                }
                part.time = time;
                at = std::min(at + 4, data_.size());
            }
            if (has_mark(part.text))
                has_order = true;
            else if (!part.text.isEmpty() && !has_order)
                lacks_mark_ = true;
            parts_.push_back(part);
            if (parts_.size() > most_parts) return give_up();
        }
    }

    static bool is_empty(const ByteVector &text) { return text.isEmpty() || (text.size() == 2 && has_mark(text)); }

    /// Notes empty texts among others; those at the end are filling.
    void find_gaps() {
        while (!parts_.empty() && is_empty(parts_.back().text)) parts_.pop_back();
        has_gaps_ = std::any_of(parts_.begin(), parts_.end(), [](const Part &part) { return is_empty(part.text); });
    }

    bool is_nul(unsigned at, unsigned width) const { return data_[at] == 0 && (width == 1 || data_[at + 1] == 0); }

    static bool has_mark(const ByteVector &text) {
        return text.size() >= 2 && ((text[0] == '\xFF' && text[1] == '\xFE') || (text[0] == '\xFE' && text[1] == '\xFF'));
    }

    /// Letters of the West have zeros in one half of each unit; Windows wrote most of what has no mark.
    Order guessed_order() const {
        unsigned zeros[2] = {};
        for (const Part &part : parts_)
            for (unsigned i = 0; i < part.text.size(); i++) zeros[i % 2] += part.text[i] == 0;
        return zeros[0] > zeros[1] ? Order::big : Order::little;
    }

    static ByteVector big_endian(const ByteVector &text, Order &order) {
        const bool is_marked = has_mark(text);
        if (is_marked) order = text[0] == '\xFF' ? Order::little : Order::big;
        ByteVector made = is_marked ? text.mid(2) : text.mid(0, text.size());
        if (order == Order::little)
            for (unsigned i = 0; i + 1 < made.size(); i += 2) std::swap(made[i], made[i + 1]);
        return made;
    }

    std::optional<Form> form_;
    const ByteVector &data_;
    std::vector<Part> parts_;
    bool is_wide_ = false, lacks_mark_ = false, lacks_end_ = false, has_references_ = false, has_gaps_ = false;
};

}

bool begins_with_encoding(std::string_view id) { return form(id).has_value() || id == "WXXX" || id == "WXX"; }

bool needs_text_repair(std::string_view id, const ByteVector &data) { return Texts(id, data).needs_repair(); }

ByteVector repaired_text(std::string_view id, const ByteVector &data) { return Texts(id, data).repaired(); }

}
