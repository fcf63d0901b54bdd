#include "ID3v2Repair.hpp"
#include "PlainFile.hpp"
#include "Tags.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include <attachedpictureframe.h>
#include <chapterframe.h>
#include <commentsframe.h>
#include <id3v1genres.h>
#include <id3v1tag.h>
#include <id3v2header.h>
#include <id3v2tag.h>
#include <podcastframe.h>
#include <popularimeterframe.h>
#include <relativevolumeframe.h>
#include <synchronizedlyricsframe.h>
#include <tbytevectorstream.h>
#include <textidentificationframe.h>
#include <uniquefileidentifierframe.h>
#include <unknownframe.h>
#include <unsynchronizedlyricsframe.h>
#include <urllinkframe.h>

namespace reader {

using namespace TagLib;

namespace {

std::string_view view(const ByteVector &bytes) { return {bytes.data(), bytes.size()}; }

bool is_latin1(String::Type encoding) { return encoding == String::Latin1; }

void begin_described(Contents &contents, tr_tag tag, String::Type encoding, std::string_view id,
    const ByteVector &language, const String &description) {
    contents.begin(tag, is_latin1(encoding), id);
    contents.extend_key(":");
    contents.extend_key(String(language, String::Latin1));
    contents.extend_key(":");
    contents.extend_key(description);
}

void add_text(Contents &contents, tr_tag tag, std::string_view id, const ID3v2::TextIdentificationFrame &frame) {
    contents.begin(tag, is_latin1(frame.textEncoding()), id);
    const StringList list = frame.fieldList();
    auto value = list.begin();
    if (id == "TXXX") {
        contents.extend_key(":");
        if (value != list.end()) contents.extend_key(*value++);
    }
    for (; value != list.end(); ++value) contents.value(*value);
}

/// Roles or instruments and people in turns (ID3v2.4, section 4.2.2: `TIPL`, `TMCL`), each pair as a field of its own.
/// A role at the end that has nobody is left out.
void add_people(Contents &contents, tr_tag tag, std::string_view id, const ID3v2::TextIdentificationFrame &frame) {
    const StringList list = frame.fieldList();
    for (auto value = list.begin(); value != list.end(); ++value) {
        const String &role = *value++;
        if (value == list.end()) return;
        contents.begin(tag, is_latin1(frame.textEncoding()), id);
        contents.extend_key(":");
        contents.extend_key(role);
        contents.value(*value);
    }
}

/// Lines where the stamps are per line; pieces that bring their own line breaks are only joined.
String words(const ID3v2::SynchronizedLyricsFrame &frame) {
    const auto list = frame.synchedText();
    bool has_breaks = false;
    for (const auto &piece : list) has_breaks = has_breaks || piece.text.find("\n") >= 0;
    String text;
    for (const auto &piece : list) {
        if (!has_breaks && !text.isEmpty()) text += "\n";
        text += piece.text;
    }
    return text;
}

std::string stamp(unsigned milliseconds) {
    char text[32];
    snprintf(text, sizeof text, "%02u:%02u.%03u", milliseconds / 60000, milliseconds / 1000 % 60, milliseconds % 1000);
    return text;
}

/// The same as LRC: a line for each piece or, where pieces bring their own line breaks, for what stands between two of
/// them, with the time of each piece.
String timed_words(const ID3v2::SynchronizedLyricsFrame &frame) {
    using Piece = std::pair<unsigned, String>;
    const auto list = frame.synchedText();
    bool has_breaks = false;
    for (const auto &piece : list) has_breaks = has_breaks || piece.text.find("\n") >= 0;
    std::vector<std::vector<Piece>> lines(1);
    for (const auto &piece : list) {
        bool is_first = true;
        for (const auto &part : has_breaks ? piece.text.split("\n") : StringList(piece.text)) {
            if (!is_first) lines.emplace_back();
            is_first = false;
            if (!part.isEmpty()) lines.back().emplace_back(piece.time, part);
        }
        if (!has_breaks) lines.emplace_back();
    }
    String text;
    for (const auto &line : lines) {
        if (line.empty()) continue;
        text += (text.isEmpty() ? "[" : "\n[") + stamp(line.front().first) + "]";
        for (const auto &[time, part] : line) text += line.size() > 1 ? "<" + stamp(time) + ">" + part : part;
    }
    return text;
}

/// The adjustment of the master volume in dB, then the peak, 1 for full scale (ID3v2.4, section 4.11).
void add_relative_volume(Contents &contents, tr_tag tag, const ID3v2::RelativeVolumeFrame &frame) {
    using Frame = ID3v2::RelativeVolumeFrame;
    const auto channels = frame.channels();
    if (channels.isEmpty()) return;
    const auto channel = channels.contains(Frame::MasterVolume) ? Frame::MasterVolume : channels.front();
    contents.begin(tag, false, "RVA2:");
    contents.extend_key(frame.identification());
    contents.value(std::to_string(frame.volumeAdjustment(channel)));
    const Frame::PeakVolume peak = frame.peakVolume(channel);
    if (peak.bitsRepresentingPeak == 0 || peak.peakVolume.isEmpty()) return;
    double fraction = 0, weight = 1;
    for (unsigned i = 0; i < peak.peakVolume.size() && i < 8; i++) {
        weight /= 256;
        fraction += weight * static_cast<unsigned char>(peak.peakVolume[i]);
    }
    // The first bit counts 1; what stands above the stated bits is filling.
    const unsigned filling = (8 - peak.bitsRepresentingPeak % 8) % 8;
    contents.value(std::to_string(fraction * 2 * (1u << filling)));
}

void add_chapter(Contents &contents, const ID3v2::ChapterFrame &frame) {
    String title;
    bool latin1 = false;
    for (const ID3v2::Frame *inner : frame.embeddedFrameList()) {
        const auto *text = dynamic_cast<const ID3v2::TextIdentificationFrame *>(inner);
        if (!text || inner->frameID() != "TIT2") continue;
        title = text->toString();
        latin1 = is_latin1(text->textEncoding());
    }
    contents.chapter(frame.startTime(), frame.endTime(), title, latin1);
}

/// The text of a frame that TagLib hands over as bytes (ID3v2.3, section 3.3: the first tells the encoding).
String text(const ID3v2::UnknownFrame &frame) {
    static const String::Type encodings[] = {String::Latin1, String::UTF16, String::UTF16BE, String::UTF8};
    const ByteVector data = frame.data();
    if (data.size() < 2 || static_cast<unsigned char>(data[0]) > 3) return String();
    return String(data.mid(1), encodings[static_cast<unsigned char>(data[0])]);
}

/// The sort names and the original date of ID3v2.4 as taggers write them to ID3v2.3, and the day and month of ID3v2.2.
void add_unknown(Contents &contents, tr_tag tag, std::string_view id, const ID3v2::Frame *frame) {
    const auto *unknown = dynamic_cast<const ID3v2::UnknownFrame *>(frame);
    if (!unknown) return;
    if (id == "XSOT" || id == "XSOA" || id == "XSOP" || id == "XDOR" || id == "TDA") contents.field(tag, id, text(*unknown));
}

void add_frame(Contents &contents, tr_tag tag, const ID3v2::Frame *frame) {
    const ByteVector frame_id = frame->frameID();
    const std::string_view id = view(frame_id);
    if (id.empty()) return;
    if (id[0] == 'T' || id == "WFED" || id == "MVNM" || id == "MVIN" || id == "GRP1") {
        const auto *text = dynamic_cast<const ID3v2::TextIdentificationFrame *>(frame);
        if (text && (id == "TIPL" || id == "TMCL"))
            add_people(contents, tag, id, *text);
        else if (text)
            add_text(contents, tag, id, *text);
        else
            add_unknown(contents, tag, id, frame);
    } else if (id == "APIC") {
        if (const auto *picture = dynamic_cast<const ID3v2::AttachedPictureFrame *>(frame))
            if (picture->mimeType() != "-->") contents.picture(tag, picture->type(), picture->picture());
    } else if (id == "COMM") {
        if (const auto *comment = dynamic_cast<const ID3v2::CommentsFrame *>(frame)) {
            begin_described(contents, tag, comment->textEncoding(), id, comment->language(), comment->description());
            contents.value(comment->text());
        }
    } else if (id == "USLT") {
        if (const auto *lyrics = dynamic_cast<const ID3v2::UnsynchronizedLyricsFrame *>(frame)) {
            begin_described(contents, tag, lyrics->textEncoding(), id, lyrics->language(), lyrics->description());
            contents.value(lyrics->text());
        }
    } else if (id == "SYLT") {
        const auto *lyrics = dynamic_cast<const ID3v2::SynchronizedLyricsFrame *>(frame);
        if (lyrics && lyrics->type() <= ID3v2::SynchronizedLyricsFrame::TextTranscription) {
            begin_described(contents, tag, lyrics->textEncoding(), id, lyrics->language(), lyrics->description());
            const bool has_times = lyrics->timestampFormat() == ID3v2::SynchronizedLyricsFrame::AbsoluteMilliseconds;
            contents.value(has_times ? timed_words(*lyrics) : words(*lyrics));
        }
    } else if (id == "UFID") {
        if (const auto *identifier = dynamic_cast<const ID3v2::UniqueFileIdentifierFrame *>(frame)) {
            contents.begin(tag, true, "UFID:");
            contents.extend_key(identifier->owner());
            contents.value(String(identifier->identifier(), String::Latin1));
        }
    } else if (id == "RVA2") {
        if (const auto *volume = dynamic_cast<const ID3v2::RelativeVolumeFrame *>(frame))
            add_relative_volume(contents, tag, *volume);
    } else if (id == "CHAP") {
        if (const auto *chapter = dynamic_cast<const ID3v2::ChapterFrame *>(frame)) add_chapter(contents, *chapter);
    } else if (id == "WXXX") {
        if (const auto *link = dynamic_cast<const ID3v2::UserUrlLinkFrame *>(frame)) {
            contents.begin(tag, true, "WXXX:");
            contents.extend_key(link->description());
            contents.value(link->url());
        }
    } else if (id[0] == 'W') {
        if (const auto *link = dynamic_cast<const ID3v2::UrlLinkFrame *>(frame))
            contents.field(tag, id, link->url(), true);
    } else if (id[0] == 'X') {
        add_unknown(contents, tag, id, frame);
    } else if (id == "POPM") {
        // The rating, 0 for none; who rated is told apart by address.
        const auto *rating = dynamic_cast<const ID3v2::PopularimeterFrame *>(frame);
        if (rating && rating->rating() > 0) {
            contents.begin(tag, true, "POPM:");
            contents.extend_key(rating->email());
            contents.value(std::to_string(rating->rating()));
        }
    } else if (id == "PCST") {
        contents.field(tag, id, "1");
    }
}

}

void add_id3v2(Contents &contents, const ID3v2::Tag *tag) {
    if (!tag || tag->isEmpty()) return;
    const unsigned version = tag->header()->majorVersion();
    const tr_tag kind = version >= 4 ? TR_TAG_ID3V24 : version == 3 ? TR_TAG_ID3V23 : TR_TAG_ID3V22;
    for (const ID3v2::Frame *frame : tag->frameList()) add_frame(contents, kind, frame);
}

namespace {

void add_bytes(Contents &contents, const ByteVector &bytes) {
    ByteVectorStream stream(bytes);
    PlainFile file(&stream);
    const ID3v2::Tag tag(&file, 0);
    add_id3v2(contents, &tag);
}

void add_repaired(Contents &contents, const RepairedID3v2 &repaired) {
    contents.damaged_part(TR_TAG_ID3V24, repaired.damaged_frame);
    add_bytes(contents, repaired.bytes);
}

}

void add_id3v2_at(Contents &contents, Stream &stream, Offset offset) {
    unsigned char head[10];
    if (stream.read(offset, head, sizeof head) < sizeof head) return;
    // Of a larger one, the frames at its beginning; the one that is cut is reported.
    const ByteVector tag = stream.bytes(offset, static_cast<size_t>(std::min(id3v2_size(head), largest_id3v2)));
    const RepairedID3v2 repaired = repaired_id3v2(tag);
    repaired.bytes.isEmpty() ? add_bytes(contents, tag) : add_repaired(contents, repaired);
}

void add_leading_id3v2(Contents &contents, const Content &content, const ID3v2::Tag *tag) {
    content.leading_id3v2.bytes.isEmpty() ? add_id3v2(contents, tag) : add_repaired(contents, content.leading_id3v2);
}

void add_leading_id3v2(Contents &contents, Stream &stream, const Content &content) {
    content.leading_id3v2.bytes.isEmpty() ? add_id3v2_at(contents, stream, 0) : add_repaired(contents, content.leading_id3v2);
}

void add_id3v1(Contents &contents, const ID3v1::Tag *tag) {
    if (!tag || tag->isEmpty()) return;
    contents.field(TR_TAG_ID3V1, "Title", tag->title(), true);
    contents.field(TR_TAG_ID3V1, "Artist", tag->artist(), true);
    contents.field(TR_TAG_ID3V1, "Album", tag->album(), true);
    contents.field(TR_TAG_ID3V1, "Comment", tag->comment(), true);
    if (tag->year() > 0) contents.field(TR_TAG_ID3V1, "Year", String::number(static_cast<int>(tag->year())));
    if (tag->track() > 0) contents.field(TR_TAG_ID3V1, "Track", String::number(static_cast<int>(tag->track())));
    if (tag->genreNumber() < 255)
        contents.field(TR_TAG_ID3V1, "Genre", String::number(static_cast<int>(tag->genreNumber())));
}

}
