#include "ID3v2Repair.hpp"

#include "ID3v2Text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>
#include <zlib.h>

namespace reader {

using TagLib::ByteVector;

namespace {

constexpr unsigned tag_header = 10;

bool is_name_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

bool is_printable(char c) { return c >= ' ' && c <= '~'; }

/// The bytes without the zero that follows each `FF` (ID3v2.4, section 6.1).
ByteVector without_unsynchronisation(const ByteVector &bytes) {
    ByteVector made(bytes.size(), 0);
    unsigned count = 0;
    for (unsigned i = 0; i < bytes.size(); i++) {
        made[count++] = bytes[i];
        if (bytes[i] == '\xFF' && i + 1 < bytes.size() && bytes[i + 1] == 0) i++;
    }
    return made.resize(count);
}

/// Names of ID3v2.2 that iTunes wrote into tags of version 3, with a zero behind.
std::string name_of_version_3(const std::string &name) {
    static const std::pair<const char *, const char *> names[] = {{"TT1", "TIT1"}, {"TT2", "TIT2"}, {"TT3", "TIT3"},
        {"TP1", "TPE1"}, {"TP2", "TPE2"}, {"TP3", "TPE3"}, {"TP4", "TPE4"}, {"TAL", "TALB"}, {"TRK", "TRCK"},
        {"TPA", "TPOS"}, {"TYE", "TYER"}, {"TDA", "TDAT"}, {"TCM", "TCOM"}, {"TCO", "TCON"}, {"TCP", "TCMP"},
        {"TBP", "TBPM"}, {"TEN", "TENC"}, {"TSS", "TSSE"}, {"TXT", "TEXT"}, {"TPB", "TPUB"}, {"TRC", "TSRC"},
        {"TKE", "TKEY"}, {"TLA", "TLAN"}, {"TOR", "TORY"}, {"TXX", "TXXX"}, {"COM", "COMM"}, {"ULT", "USLT"},
        {"SLT", "SYLT"}, {"UFI", "UFID"}, {"POP", "POPM"}, {"GP1", "GRP1"}, {"MVN", "MVNM"}, {"MVI", "MVIN"},
        {"TST", "TSOT"}, {"TSA", "TSOA"}, {"TSP", "TSOP"}, {"TS2", "TSO2"}, {"TSC", "TSOC"}};
    for (const auto &[old, name_now] : names)
        if (name.compare(0, 3, old) == 0) return name_now;
    return {};
}

/// The unpacked bytes of a whole stream of zlib (RFC 1950); empty for a damaged one, and for more than the budget, which they reduce.
ByteVector unpacked(const ByteVector &bytes, unsigned long &budget) {
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) return {};
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
    stream.avail_in = bytes.size();
    ByteVector made;
    std::array<char, 16 * 1024> part;
    int state = Z_OK;
    while (state == Z_OK && stream.total_out < budget) {
        stream.next_out = reinterpret_cast<Bytef *>(part.data());
        stream.avail_out = part.size();
        state = inflate(&stream, Z_NO_FLUSH);
        made.append(ByteVector(part.data(), static_cast<unsigned>(part.size()) - stream.avail_out));
    }
    budget -= std::min(budget, stream.total_out);
    inflateEnd(&stream);
    return state == Z_STREAM_END ? made : ByteVector();
}

struct Frame {
    std::string name;
    /// The two bytes of flags; 0 in version 2.
    unsigned flags;
    unsigned start;
    unsigned size;
    /// The content of a compressed frame.
    ByteVector unpacked;
};

class Repair {
public:
    explicit Repair(const ByteVector &tag) : tag_(tag) {}

    RepairedID3v2 run() {
        if (tag_.size() <= tag_header) return {};
        version_ = static_cast<unsigned char>(tag_[3]);
        flags_ = static_cast<unsigned char>(tag_[5]);
        constexpr unsigned compression_of_version_2 = 0x40;
        if (version_ < 2 || version_ > 4 || (version_ == 2 && flags_ & compression_of_version_2)) return {};
        name_size_ = version_ == 2 ? 3 : 4;
        frame_header_ = version_ == 2 ? 6 : 10;
        body_ = tag_.mid(tag_header, tag_.size() - tag_header - (flags_ & 0x10 && version_ == 4 ? tag_header : 0));
        if (version_ < 4 && is_unsynchronised()) body_ = without_unsynchronisation(body_);
        drop_extended_header();
        read_frames();
        if (!is_odd_) return {{}, damaged_frame_};
        return {written(), damaged_frame_};
    }

private:
    bool is_unsynchronised() const { return flags_ & 0x80; }

    unsigned number(unsigned at, unsigned count, int width) const {
        unsigned number = 0;
        for (unsigned i = at; i < at + count; i++)
            number = number << width | (i < body_.size() ? static_cast<unsigned char>(body_[i]) : 0u);
        return number;
    }

    /// Some programs state an extended header and write none.
    void drop_extended_header() {
        if (version_ < 3 || !(flags_ & 0x40)) return;
        is_odd_ = true;
        if (has_name(0)) return;
        // Version 3 does not count the four bytes of the size itself, version 4 does, seven bits a byte.
        const unsigned size = version_ == 3 ? number(0, 4, 8) + 4 : number(0, 4, 7);
        if (size >= 6 && size <= body_.size()) body_ = body_.mid(size);
    }

    bool has_name(unsigned at) const {
        if (at + frame_header_ > body_.size()) return false;
        for (unsigned i = at; i < at + name_size_; i++)
            if (!is_name_letter(body_[i])) return false;
        return body_[at] >= 'A';
    }

    bool has_printable_name(unsigned at) const {
        if (at + frame_header_ > body_.size()) return false;
        for (unsigned i = at; i < at + name_size_; i++)
            if (!is_printable(body_[i])) return false;
        return true;
    }

    unsigned left_behind(unsigned at) const { return body_.size() - at - frame_header_; }

    /// Whether padding begins here, or nothing more follows.
    bool is_end(unsigned at) const {
        const unsigned end = std::min(body_.size(), at + name_size_);
        return at <= end && std::all_of(body_.begin() + at, body_.begin() + end, [](char c) { return c == 0; });
    }

    /// Whether frames end here, or another begins.
    bool is_edge(unsigned at) const { return is_end(at) || has_name(at); }

    /// The same, where a name that is none may follow.
    bool is_likely_edge(unsigned at) const {
        if (is_edge(at)) return true;
        if (!has_printable_name(at)) return false;
        const unsigned size = stated_size(at);
        return size <= left_behind(at) && is_edge(at + frame_header_ + size);
    }

    /// As the header states it. iTunes once wrote sizes of version 4 as those of version 3.
    unsigned stated_size(unsigned at) const {
        if (version_ == 2) return number(at + 3, 3, 8);
        if (version_ == 3) return number(at + 4, 4, 8);
        const unsigned plain = number(at + 4, 4, 8), synchsafe = number(at + 4, 4, 7);
        if (plain == synchsafe) return plain;
        const auto leads_on = [&](unsigned size) { return size <= left_behind(at) && is_edge(at + frame_header_ + size); };
        return (plain & 0x80808080) != 0 || (!leads_on(synchsafe) && leads_on(plain)) ? plain : synchsafe;
    }

    /// Where the next frame begins whose header is plausible. Each byte is looked at once, however many frames are damaged.
    std::optional<unsigned> next_frame(unsigned from) {
        if (!no_frame_follows_) {
            if (const auto next = find_frame(from)) return next;
            no_frame_follows_ = true;
        }
        return std::nullopt;
    }

    std::optional<unsigned> find_frame(unsigned from) const {
        for (unsigned at = from; at + frame_header_ <= body_.size(); at++) {
            if (!is_name_letter(body_[at]) || !has_name(at)) continue;
            const unsigned size = stated_size(at);
            if (size > 0 && size <= left_behind(at) && is_edge(at + frame_header_ + size)) return at;
        }
        return std::nullopt;
    }

    void note_damage(const std::string &name) {
        is_odd_ = true;
        if (damaged_frame_.empty() && std::all_of(name.begin(), name.end(), is_printable)) damaged_frame_ = name;
    }

    // Read as constants: TagLib copies shared bytes, the whole tag, where they might be changed.
    char byte(unsigned at) const { return body_[at]; }
    std::string name_at(unsigned at) const { return std::string(body_.data() + at, name_size_); }

    void read_frames() {
        for (unsigned at = 0; at + frame_header_ < body_.size();) {
            // Behind the padding there may be what an earlier tag has left.
            if (byte(at) == 0) return;
            const unsigned start = at + frame_header_;
            std::string name = name_at(at);
            unsigned size = stated_size(at);
            if (version_ == 4 && size != number(at + 4, 4, 7)) is_odd_ = true;
            const bool is_named = has_name(at);
            if (size == 0 && (is_named || is_likely_edge(start))) {
                is_odd_ = true;
                at = start;
                continue;
            }
            if (size > left_behind(at) || !is_likely_edge(start + size)) {
                const auto next = next_frame(start);
                if (!next && !is_named) return note_damage(name);
                if (next || size > left_behind(at)) {
                    note_damage(name);
                    size = next.value_or(body_.size()) - start;
                }
            }
            if (!is_named) {
                is_odd_ = true;
                name = version_ == 3 && name[3] == 0 ? name_of_version_3(name) : std::string();
            }
            if (!name.empty() && size > 0) add(name, start, size);
            at = start + size;
        }
    }

    void add(const std::string &name, unsigned start, unsigned size) {
        const unsigned flags = version_ == 2 ? 0 : number(start - 2, 2, 8);
        Frame frame{name, flags, start, size, {}};
        if (is_compressed(frame)) {
            frame.unpacked = unpacked(content(frame).second.mid(4), unpacking_budget_);
            if (frame.unpacked.isEmpty()) return note_damage(name);
            is_odd_ = true;
        }
        if (has_unknown_encoding(frame)) return note_damage(name);
        frames_.push_back(frame);
        if (is_odd_) return;
        constexpr unsigned grouping_3 = 0x20, grouping_4 = 0x40;
        is_odd_ = version_ == 3 ? has_false_compression(frames_.back()) || flags & grouping_3
                                : version_ == 4 && flags & grouping_4;
        const bool is_text = name[0] == 'T' || name[0] == 'C' || name[0] == 'U' || name[0] == 'S' || name[0] == 'I'
            || name[0] == 'G' || name[0] == 'M';
        const bool is_list = name == "SYLT" || name == "SLT" || name.compare(0, 3, "TCO") == 0 || name.compare(0, 3, "IPL") == 0
            || name == "TIPL" || name == "TMCL";
        if (!is_odd_ && is_text && (byte(start) == 1 || is_list))
            is_odd_ = needs_text_repair(name, content(frames_.back()).second);
    }

    bool is_encrypted(const Frame &frame) const {
        return frame.flags & (version_ == 3 ? 0x40 : version_ == 4 ? 0x04 : 0);
    }

    bool is_compressed(const Frame &frame) const {
        if (is_encrypted(frame)) return false;
        return version_ == 3 ? frame.flags & 0x80 && !has_false_compression(frame) : version_ == 4 && frame.flags & 0x08;
    }

    /// Whether texts are in no encoding that there is.
    bool has_unknown_encoding(const Frame &frame) const {
        if (!begins_with_encoding(frame.name) || is_encrypted(frame)) return false;
        if (frame.flags == 0) return static_cast<unsigned char>(byte(frame.start)) > 3;
        const ByteVector data = content(frame).second;
        return !data.isEmpty() && static_cast<unsigned char>(data[0]) > 3;
    }

    /// Whether the flags of version 3 call a frame compressed that has not the marks of it (RFC 1950, section 2.2).
    bool has_false_compression(const Frame &frame) const {
        constexpr unsigned compressed = 0x80, encrypted = 0x40;
        return frame.flags & compressed && !(frame.flags & encrypted)
            && (frame.size < 6 || (body_[frame.start + 4] & 0x0F) != 8);
    }

    /// The flags and the content of a frame as TagLib reads them: unpacked, without a group, and in version 4 without
    /// unsynchronisation.
    std::pair<unsigned, ByteVector> content(const Frame &frame) const {
        if (!frame.unpacked.isEmpty()) return {0, frame.unpacked};
        ByteVector data = body_.mid(frame.start, frame.size);
        unsigned flags = frame.flags;
        if (version_ == 3) {
            constexpr unsigned compressed = 0x80, grouped = 0x20;
            if (has_false_compression(frame)) flags &= ~compressed;
            const unsigned at = flags & compressed ? 4 : 0;
            if (flags & grouped && data.size() > at) data = data.mid(0, at) + data.mid(at + 1);
            return {flags & ~grouped, data};
        }
        if (version_ == 4) {
            constexpr unsigned grouped = 0x40, compressed = 0x08, encrypted = 0x04, unsynchronised = 0x02, length = 0x01;
            if (flags & grouped) data = data.mid(1);
            flags &= ~grouped;
            if (flags & unsynchronised || is_unsynchronised()) data = without_unsynchronisation(data);
            flags &= ~unsynchronised;
            if (flags & length && !(flags & (compressed | encrypted)) && data.size() > 4) {
                data = data.mid(4);
                flags &= ~length;
            }
        }
        return {flags, data};
    }

    static ByteVector number_bytes(unsigned number, unsigned count, int width) {
        ByteVector bytes(count, 0);
        for (unsigned i = count; i-- > 0; number >>= width) bytes[i] = static_cast<char>(number & ((1u << width) - 1));
        return bytes;
    }

    ByteVector written() const {
        ByteVector frames;
        for (const Frame &frame : frames_) {
            auto [flags, data] = content(frame);
            constexpr unsigned compressed_or_encrypted = 0xCF; // of either version; what is hidden stays as it is
            if (!(flags & compressed_or_encrypted)) data = repaired_text(frame.name, data);
            frames.append(ByteVector(frame.name.data(), static_cast<unsigned>(frame.name.size())));
            frames.append(number_bytes(data.size(), version_ == 2 ? 3 : 4, version_ == 4 ? 7 : 8));
            if (version_ > 2) frames.append(number_bytes(flags, 2, 8));
            frames.append(data);
        }
        ByteVector made = tag_.mid(0, tag_header);
        made[5] = 0;
        const ByteVector size = number_bytes(frames.size() + frame_header_, 4, 7);
        for (unsigned i = 0; i < 4; i++) made[6 + i] = size[i];
        made.append(frames);
        return made.append(ByteVector(frame_header_, 0));
    }

    const ByteVector &tag_;
    ByteVector body_;
    std::vector<Frame> frames_;
    std::string damaged_frame_;
    unsigned version_ = 0, flags_ = 0, name_size_ = 4, frame_header_ = 10;
    /// Bytes that frames may still unpack to.
    unsigned long unpacking_budget_ = static_cast<unsigned long>(largest_id3v2);
    bool is_odd_ = false, no_frame_follows_ = false;
};

}

Offset id3v2_size(const unsigned char *b) {
    if (b[0] != 'I' || b[1] != 'D' || b[2] != '3' || b[3] == 0xFF || b[4] == 0xFF) return 0;
    if ((b[6] | b[7] | b[8] | b[9]) & 0x80) return 0;
    const Offset size = Offset(b[6]) << 21 | Offset(b[7]) << 14 | Offset(b[8]) << 7 | Offset(b[9]);
    return 10 + size + (b[5] & 0x10 ? 10 : 0);
}

RepairedID3v2 repaired_id3v2(const ByteVector &tag) { return Repair(tag).run(); }

}
