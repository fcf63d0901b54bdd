#include "Tags.hpp"

#include "Base64.hpp"
#include "Numbers.hpp"

#include <algorithm>
#include <apeitem.h>
#include <apetag.h>
#include <asfattribute.h>
#include <asfpicture.h>
#include <asftag.h>
#include <cctype>
#include <cstring>
#include <flacpicture.h>
#include <map>
#include <xiphcomment.h>

namespace reader {

using namespace TagLib;

namespace {

bool begins_with(const String &text, const char *start) {
    return text.size() >= std::strlen(start) && text.substr(0, static_cast<unsigned>(std::strlen(start))) == start;
}

/// `Cover Art (Front)` and the like hold a file name, NUL, and the picture.
void add_ape_picture(Contents &contents, const String &key, const ByteVector &data) {
    static const char *const kinds[] = {"OTHER", "PNG ICON", "ICON", "FRONT", "BACK", "LEAFLET", "MEDIA", "LEAD ARTIST",
        "ARTIST", "CONDUCTOR", "BAND", "COMPOSER", "LYRICIST", "RECORDING LOCATION", "DURING RECORDING",
        "DURING PERFORMANCE", "VIDEO CAPTURE", "FISH", "ILLUSTRATION", "BAND LOGO", "PUBLISHER LOGO"};
    int kind = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (key == String("COVER ART (") + kinds[i] + ")") kind = static_cast<int>(i);
    const int end_of_name = data.find('\0');
    if (end_of_name >= 0) contents.picture(TR_TAG_APE, kind, data.mid(static_cast<unsigned>(end_of_name) + 1));
}

void add_asf_attribute(Contents &contents, const ASF::Attribute &attribute) {
    switch (attribute.type()) {
    case ASF::Attribute::UnicodeType: contents.value(attribute.toString()); break;
    case ASF::Attribute::BoolType: contents.value(static_cast<long long>(attribute.toBool())); break;
    case ASF::Attribute::WordType: contents.value(static_cast<long long>(attribute.toUShort())); break;
    case ASF::Attribute::DWordType: contents.value(static_cast<long long>(attribute.toUInt())); break;
    case ASF::Attribute::QWordType: contents.value(static_cast<long long>(attribute.toULongLong())); break;
    case ASF::Attribute::BytesType:
    case ASF::Attribute::GuidType: break;
    }
}

}

void add_ape(Contents &contents, const APE::Tag *tag) {
    if (!tag || tag->isEmpty()) return;
    for (const auto &entry : tag->itemListMap()) {
        const String &key = entry.first;
        const APE::Item &item = entry.second;
        if (item.type() == APE::Item::Binary) {
            if (begins_with(key, "COVER ART (")) add_ape_picture(contents, key, item.binaryData());
        } else {
            contents.begin(TR_TAG_APE, false, "");
            contents.extend_key(item.key());
            contents.values(item.values());
        }
    }
}

void add_ape_at(Contents &contents, TagLib::File &file, Offset footer) {
    const APE::Tag tag(&file, footer);
    add_ape(contents, &tag);
}

void add_vorbis(Contents &contents, Ogg::XiphComment *tag) {
    if (!tag) return;
    for (const auto &entry : tag->fieldListMap()) {
        contents.begin(TR_TAG_VORBIS, false, "");
        contents.extend_key(entry.first);
        contents.values(entry.second);
    }
}

namespace {

/// A picture block, or with the old name a picture alone, which is the cover.
void add_vorbis_picture(Contents &contents, std::string_view name, std::string_view base64) {
    if (base64.empty()) return;
    const ByteVector bytes = decoded_base64(base64);
    FLAC::Picture picture;
    if (name == "COVERART" && !bytes.isEmpty()) {
        contents.picture(TR_TAG_VORBIS, 3, bytes);
    } else if (name == "METADATA_BLOCK_PICTURE" && picture.parse(bytes)) {
        if (picture.mimeType() != "-->") contents.picture(TR_TAG_VORBIS, picture.type(), picture.data());
    } else {
        contents.view.has_unreadable_picture = true;
    }
}

}

/// The comments of a block or packet behind its mark, with the number of those that are in it. A wrong number costs none of
/// them, a wrong length those from there on; both are noted.
ByteVector whole_vorbis_comments(Contents &contents, const ByteVector &packet, std::string_view mark) {
    ByteVector comments = packet.mid(static_cast<unsigned>(mark.size()));
    const auto *bytes = reinterpret_cast<const unsigned char *>(comments.data());
    const size_t size = comments.size();
    if (size < 8) return comments;
    const size_t vendor = static_cast<size_t>(number(bytes, 4, true));
    if (vendor > size - 8) {
        contents.view.has_damaged_vorbis = true;
        return comments;
    }
    const size_t place_of_count = 4 + vendor;
    const size_t stated = static_cast<size_t>(number(bytes + place_of_count, 4, true));
    size_t count = 0;
    for (size_t at = place_of_count + 4; at + 4 <= size; count++) {
        const size_t length = static_cast<size_t>(number(bytes + at, 4, true));
        if (length > size - at - 4) break;
        // Behind the last one there may be anything (RFC 7845, section 5.2).
        const std::string_view field(comments.data() + at + 4, length);
        if (count >= stated && field.substr(0, 32).find('=') == std::string_view::npos) break;
        at += 4 + length;
    }
    if (count == stated) return comments;
    contents.view.has_damaged_vorbis = true;
    for (unsigned i = 0; i < 4; i++)
        comments[static_cast<unsigned>(place_of_count) + i] = static_cast<char>(count >> (8 * i) & 0xFF);
    return comments;
}

void add_vorbis_pictures(Contents &contents, const ByteVector &comments) {
    const auto *bytes = reinterpret_cast<const unsigned char *>(comments.data());
    const size_t size = comments.size();
    const auto size_at = [&](size_t at) { return at + 4 <= size ? static_cast<size_t>(number(bytes + at, 4, true)) : size; };
    size_t at = 4 + size_at(0); // behind the vendor
    size_t left = size_at(at);
    for (at += 4; left > 0 && at + 4 <= size; left--) {
        const size_t length = size_at(at);
        at += 4;
        if (length > size - at) return;
        const std::string_view field(comments.data() + at, length);
        at += length;
        const size_t sign = field.find('=');
        if (sign == std::string_view::npos || sign > 32) continue;
        std::string name(field.substr(0, sign));
        std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::toupper(c); });
        if (name == "COVERART" || name == "METADATA_BLOCK_PICTURE") add_vorbis_picture(contents, name, field.substr(sign + 1));
    }
}

void add_vorbis(Contents &contents, const ByteVector &packet, std::string_view mark) {
    if (!mark.empty() && !packet.startsWith(ByteVector(mark.data(), static_cast<unsigned>(mark.size())))) return;
    const ByteVector comments = whole_vorbis_comments(contents, packet, mark);
    Ogg::XiphComment parsed(comments);
    add_vorbis(contents, &parsed);
    add_vorbis_pictures(contents, comments);
}

void add_asf(Contents &contents, ASF::Tag *tag, bool is_last_first) {
    if (!tag) return;
    contents.field(TR_TAG_ASF, "Title", tag->title());
    contents.field(TR_TAG_ASF, "Author", tag->artist());
    contents.field(TR_TAG_ASF, "Description", tag->comment());
    contents.field(TR_TAG_ASF, "Copyright", tag->copyright());
    for (const auto &entry : tag->attributeListMap()) {
        const bool is_picture = entry.first == "WM/Picture";
        if (!is_picture) {
            contents.begin(TR_TAG_ASF, false, "");
            contents.extend_key(entry.first);
        }
        ASF::AttributeList list = entry.second;
        if (is_last_first && list.size() > 1) {
            const ASF::Attribute last = list.back();
            list.erase(--list.end());
            list.prepend(last);
        }
        for (const ASF::Attribute &attribute : list) {
            if (!is_picture) {
                // The first author has a place of its own, which some programs repeat.
                if (entry.first == "Author" && attribute.toString() == tag->artist()) continue;
                add_asf_attribute(contents, attribute);
            } else if (const ASF::Picture picture = attribute.toPicture(); picture.isValid()) {
                contents.picture(TR_TAG_ASF, picture.type(), picture.picture());
            }
        }
    }
}

namespace {

/// The fields of a list INFO. Where the size of one is wrong, it ends where the next one begins.
class InfoFields {
public:
    explicit InfoFields(const ByteVector &list) : list_(list), text_(list.data(), list.size()) {
        while (padding_ > 0 && list_[padding_ - 1] == 0) padding_--;
    }

    /// Calls `visitor` with each name and value.
    template <typename Visitor> void each(Contents &contents, Visitor visitor) const {
        for (unsigned at = 4; at + header <= list_.size();) {
            const unsigned start = at + header, size = list_.toUInt(at + 4, false);
            const bool fits = size <= list_.size() - start;
            unsigned end = fits ? start + size : list_.size();
            const std::string_view name = text_.substr(at, 4);
            at = end + (size & 1);
            if (fits && !is_edge(at) && is_edge(end)) at = end;
            if (!fits || !is_edge(at)) {
                contents.damaged_part(TR_TAG_RIFF, is_printable(name) ? name : "INFO");
                at = next_field(start);
                if (!fits || at < list_.size()) end = at;
            }
            visitor(name, list_.mid(start, end - start));
        }
    }

private:
    static constexpr unsigned header = 8;

    static bool is_printable(std::string_view name) {
        return std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~'; });
    }

    bool begins_field(unsigned at) const {
        return at + header <= list_.size() && is_printable(text_.substr(at, 4))
            && list_.toUInt(at + 4, false) <= list_.size() - at - header;
    }

    /// Whether there is a name as the standard's are.
    bool has_own_name(unsigned at) const {
        const std::string_view name = text_.substr(at, 4);
        return name[0] == 'I' && std::all_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    }

    /// Whether a field may end here. The size of the next one may be wrong itself.
    bool is_edge(unsigned at) const {
        return at >= list_.size() || begins_field(at) || (at + header <= list_.size() && has_own_name(at))
            || at >= padding_;
    }

    /// Where the next field begins, by a name as the standard's are; the end of the list if none does.
    unsigned next_field(unsigned from) const {
        for (unsigned at = from; at + header <= list_.size(); at++)
            if (has_own_name(at) && begins_field(at)) return at;
        return list_.size();
    }

    const ByteVector &list_;
    std::string_view text_;
    /// Where nothing but zeros follows.
    unsigned padding_ = list_.size();
};

}

void add_riff_info(Contents &contents, const ByteVector &list) {
    // Of a field that occurs several times the last one counts.
    std::map<std::string, ByteVector> fields;
    InfoFields(list).each(contents, [&](std::string_view name, const ByteVector &value) { fields[std::string(name)] = value; });
    for (const auto &[name, value] : fields) {
        if (!std::all_of(name.begin(), name.end(), [](char letter) { return letter >= ' ' && letter <= '~'; })) continue;
        const int end = value.find('\0');
        contents.begin(TR_TAG_RIFF, true, name);
        contents.value(String(end < 0 ? value : value.mid(0, static_cast<unsigned>(end)), String::Latin1));
    }
}

}
