#include "Mp4Text.hpp"

#include <algorithm>
#include <iterator>

namespace reader {

using TagLib::ByteVector;
using TagLib::String;

namespace {

/// The characters of MacRoman from 0x80 on (Apple, "ROMAN.TXT").
constexpr char16_t mac_roman[] =
    u"ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00A0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uF8FF"
    u"ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";
static_assert(std::size(mac_roman) == 128 + 1);

String from_mac_roman(const ByteVector &bytes) {
    std::wstring text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text.push_back(byte < 0x80 ? byte : static_cast<wchar_t>(mac_roman[byte - 0x80]));
    }
    return String(text);
}

/// Whether bytes are UTF-8, which many programs write whatever language they state.
bool is_utf8(const ByteVector &bytes) {
    int following = 0;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (following > 0) {
            if ((byte & 0xC0) != 0x80) return false;
            following--;
        } else if (byte >= 0x80) {
            if (byte < 0xC2 || byte > 0xF4) return false;
            following = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
        }
    }
    return following == 0;
}

/// Languages of the Macintosh that have not the letters of the West: Japanese, Hebrew, Greek, Arabic, Chinese, Urdu,
/// Thai, Korean, and those in Cyrillic.
bool is_of_other_letters(unsigned language) {
    constexpr unsigned languages[] = {10, 11, 12, 14, 19, 20, 22, 23, 31, 32, 33, 42, 43, 44, 45, 46};
    return std::find(std::begin(languages), std::end(languages), language) != std::end(languages);
}

}

void add_quicktime_text(Contents &contents, const std::string &key, const ByteVector &text, unsigned language) {
    constexpr unsigned first_of_iso = 0x400;
    const bool is_macintosh = language < first_of_iso && !is_utf8(text);
    const bool is_guessed = is_macintosh && is_of_other_letters(language);
    contents.begin(TR_TAG_MP4, is_guessed, key);
    if (is_guessed)
        contents.value(String(text, String::Latin1));
    else if (is_macintosh)
        contents.value(from_mac_roman(text));
    else if (text.startsWith("\xFE\xFF") || text.startsWith("\xFF\xFE"))
        contents.value(String(text, String::UTF16));
    else
        contents.value(std::string_view(text.data(), text.size()));
}

}
