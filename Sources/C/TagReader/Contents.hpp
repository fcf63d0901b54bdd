#pragma once

#include "CTagReader.h"
#include "Stream.hpp"

#include <deque>
#include <string>
#include <string_view>
#include <tstring.h>
#include <tstringlist.h>
#include <vector>

namespace reader {

/// Gathers what is read; owns all that `tr_contents` points to.
class Contents {
public:
    tr_contents view{};

    /// Begins a field; it is kept if a value follows.
    void begin(tr_tag tag, bool is_latin1, std::string_view key);
    /// Lengthens the key of the field just begun.
    void extend_key(const TagLib::String &text);
    void extend_key(std::string_view text);
    void extend_key(const char *text) { extend_key(std::string_view(text)); }
    /// A value of the field just begun; an empty one is left out.
    void value(const TagLib::String &text);
    void value(std::string_view utf8);
    void value(const std::string &utf8) { value(std::string_view(utf8)); }
    void value(long long number);
    /// Several values of the field just begun.
    void values(const TagLib::StringList &list);
    /// A field with one value.
    void field(tr_tag tag, std::string_view key, const TagLib::String &text, bool is_latin1 = false);

    /// A picture; its bytes stay alive.
    void picture(tr_tag tag, int kind, const TagLib::ByteVector &bytes);
    void chapter(unsigned start, unsigned end, const TagLib::String &title, bool is_latin1);

    /// Notes the first frame, item or field of a tag of which something may be lost; an empty name is none.
    void damaged_part(tr_tag tag, std::string_view name);

    /// How much was added so far.
    struct Mark {
        size_t fields, pictures;
    };
    Mark mark() const { return {fields_.size(), pictures_.size()}; }
    /// Removes what was added since the mark and had been there before it: fields by their keys, and the pictures if
    /// there were any.
    void drop_repeated(Mark mark);

    /// Sets the pointers of `view`.
    void finish();

private:
    tr_text append(const TagLib::String &text);
    tr_text append(std::string_view utf8);
    void add_value(tr_text text);
    bool has_room(size_t count) const;

    std::string text_;
    std::vector<tr_field> fields_;
    std::vector<tr_text> values_;
    std::vector<tr_picture> pictures_;
    std::vector<tr_chapter> chapters_;
    std::deque<TagLib::ByteVector> kept_;
    bool is_open_ = false;
};

}
