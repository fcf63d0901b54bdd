import PhonolithMediaModel

/// The tags that have no property: under one name in all formats, without what is technical, and limited.
enum OtherTags {
    /// The most values of a file; more are left out.
    static let mostValues = 256
    /// The greatest length of all names and values together, in bytes of UTF-8; the rest is left out.
    static let mostBytes = 65_536
    /// The greatest length of a value, in bytes of UTF-8; the rest is cut off.
    static let longestValue = 4096
    /// How long a name may be, in bytes of UTF-8; tags with longer ones are left out.
    static let longestName = 256

    /// The tags, by name. Of several kinds of tags that have one of the name, the highest in rank wins.
    static func tags(in fields: [RawField]) -> [MediaTag] {
        if fields.isEmpty { return [] }
        var found: [String: (rank: Int, values: [String])] = [:]
        var (valueCount, byteCount) = (0, 0)
        for field in fields.sorted(by: { $0.kind.rank < $1.kind.rank }) {
            guard let name = name(of: field), name.utf8.count <= longestName,
                found[name]?.rank ?? field.kind.rank == field.kind.rank
            else { continue }
            for value in field.values.map(limited) where !value.isEmpty {
                let size = name.utf8.count + value.utf8.count
                guard valueCount < mostValues, byteCount + size <= mostBytes else { break }
                (valueCount, byteCount) = (valueCount + 1, byteCount + size)
                found[name, default: (field.kind.rank, [])].values.append(value)
            }
        }
        return found.map { MediaTag(name: $0.key, values: $0.value.values) }
            .sorted { $0.name < $1.name }
    }

    /// The text, cut to ``longestValue`` where a character ends.
    static func limited(_ text: String) -> String {
        guard text.utf8.count > longestValue else { return text }
        var size = 0
        return CleanText.trimmed(
            String(
                text.prefix {
                    size += $0.utf8.count
                    return size <= longestValue
                }))
    }
}

// MARK: - Names

extension OtherTags {
    /// The name under which a tag can be asked, whatever the format; `nil` for what is technical.
    static func name(of field: RawField) -> String? {
        let family = field.kind.family
        let name =
            switch family {
            case .id3v2: nameOfFrame(field.key)
            case .mp4: nameOfAtom(field.key)
            case .asf: field.key.hasPrefix("WM/") ? String(field.key.dropFirst(3)) : field.key
            case .matroska: nameOfLevel(field.key)
            case .riffInfo, .aiff: chunks[field.key] ?? field.key
            case .vorbis, .ape: field.key
            case .ffmpeg: nameByFFmpeg(field.key)
            case .id3v1, .module, .header, .fileName: nil
            } as String?
        guard let name, let upper = CleanText.text(CleanText.line(name).uppercased()),
            !isTechnical(upper)
        else { return nil }
        return ofMusicBrainz(upper)
    }

    private static func nameOfFrame(_ key: String) -> String? {
        if key.hasPrefix("TXXX:") { return String(key.dropFirst(5)) }
        if key.hasPrefix("WXXX:") { return key.utf8.count == 5 ? "URL" : "URL:" + key.dropFirst(5) }
        if key == "POPM:" || key.hasPrefix("POPM:") && !key.dropFirst(5).contains(":") {
            return key == "POPM:" ? "POPM" : key
        }
        // Comments, ids and loudness that programs keep for themselves.
        return key.contains(":") ? nil : frames[key] ?? key
    }

    /// Of Matroska's levels that of the item itself. Its properties are read by FFmpeg.
    private static func nameOfLevel(_ key: String) -> String? {
        ["50:", "track:", "album:"].first(where: key.hasPrefix).flatMap {
            nameIfUnknown(key.dropFirst($0.count))
        }
    }

    /// FFmpeg puts the name of a level before Matroska's tags (matroska.org/technical/tagging.html, "Target Types").
    private static func nameByFFmpeg(_ key: String) -> String? {
        guard let slash = key.firstIndex(of: "/") else { return key }
        let name = key[key.index(after: slash)...]
        switch key[..<slash] {
        case "ALBUM", "OPERA", "CONCERT", "MOVIE", "EPISODE", "TRACK", "SONG":
            return nameIfUnknown(name)
        case "COLLECTION", "EDITION", "ISSUE", "VOLUME", "OPUS", "SEASON", "SEQUEL", "PART",
            "SESSION", "CHAPTER", "SCENE", "SHOT":
            return nil
        default: return key
        }
    }

    private static func nameIfUnknown(_ name: Substring) -> String? {
        let name = String(name)
        let meanings = TagKeys.meanings(of: RawField(kind: .ffmpeg, key: name, values: []))
        return meanings.isEmpty ? name : nil
    }

    private static func nameOfAtom(_ key: String) -> String? {
        if key.hasPrefix("mdta:") { return String(key.dropFirst(5)) }
        guard key.hasPrefix("----:") else {
            return atoms[key] ?? (key.hasPrefix("©") ? String(key.dropFirst()) : key)
        }
        let name = key.dropFirst(5).drop { $0 != ":" }.dropFirst()
        return String(name)
    }

    /// `MUSICBRAINZ_WORKID` for what other formats call `MusicBrainz Work Id` or `MusicBrainz/Work Id`, likewise for
    /// AcoustID.
    private static func ofMusicBrainz(_ name: String) -> String {
        for source in sources where name.hasPrefix(source) {
            let rest = name.dropFirst(source.count)
            guard let sign = rest.first, sign == " " || sign == "/" else { continue }
            return source + "_" + rest.dropFirst().filter { $0 != " " }
        }
        return name
    }

    private static let sources = ["MUSICBRAINZ", "ACOUSTID"]

    /// The frames of ID3v2 that have another name in other formats, as TagLib maps them.
    private static let frames = [
        "TCOP": "COPYRIGHT", "TIT3": "SUBTITLE", "TOAL": "ORIGINALALBUM",
        "TOFN": "ORIGINALFILENAME", "TOLY": "ORIGINALLYRICIST", "TOPE": "ORIGINALARTIST",
        "TOWN": "OWNER", "TPRO": "PRODUCEDNOTICE", "TRSN": "RADIOSTATION",
        "TRSO": "RADIOSTATIONOWNER", "TDEN": "ENCODINGTIME", "TDTG": "TAGGINGDATE",
        "TDLY": "PLAYLISTDELAY", "TFLT": "FILETYPE", "TCAT": "PODCASTCATEGORY",
        "TDES": "PODCASTDESC", "TGID": "PODCASTID", "TKWD": "PODCASTKEYWORDS",
        "WCOP": "COPYRIGHTURL", "WOAF": "FILEWEBPAGE", "WOAR": "ARTISTWEBPAGE",
        "WOAS": "AUDIOSOURCEWEBPAGE", "WORS": "RADIOSTATIONWEBPAGE", "WPAY": "PAYMENTWEBPAGE",
        "WPUB": "PUBLISHERWEBPAGE", "WCOM": "COMMERCIALURL",
    ]
    /// The same of the atoms of MP4.
    private static let atoms = [
        "cprt": "COPYRIGHT", "©cpy": "COPYRIGHT", "©des": "DESCRIPTION", "catg": "PODCASTCATEGORY",
        "desc": "PODCASTDESC", "egid": "PODCASTID", "keyw": "PODCASTKEYWORDS",
        "purl": "PODCASTURL", "ldes": "LONGDESCRIPTION", "tvnn": "TVNETWORK",
        "purd": "PURCHASEDATE", "shwm": "SHOWWORKMOVEMENT", "pgap": "GAPLESSPLAYBACK",
        "©st3": "SUBTITLE",
    ]
    /// The same of the chunks of RIFF and AIFF.
    private static let chunks = ["ICOP": "COPYRIGHT", "(c) ": "COPYRIGHT", "ISBJ": "SUBJECT"]

    /// Whether a field is a program's own, is read elsewhere, or is a number or an account of a shop.
    private static func isTechnical(_ name: String) -> Bool {
        technical.contains(name) || technicalBeginnings.contains { name.hasPrefix($0) }
    }

    private static let technical: Set = [
        "CUESHEET", "COVERART", "COVERARTMIME", "METADATA_BLOCK_PICTURE", "LENGTH", "TLEN", "TSIZ",
        "WAVEFORMATEXTENSIBLE_CHANNEL_MASK", "MAJOR_BRAND", "MINOR_VERSION", "COMPATIBLE_BRANDS",
        "CREATION_TIME", "HANDLER_NAME", "VENDOR_ID", "DURATION", "BPS", "NUMBER_OF_FRAMES",
        "NUMBER_OF_BYTES", "ISVBR", "DEVICECONFORMANCETEMPLATE", "PEAKVALUE", "AVERAGELEVEL",
        "UNIQUEFILEIDENTIFIER", "HDVD", "AKID", "APID", "ATID", "CMID", "CNID", "GEID", "PLID",
        "SFID", "XID", "OWNR", "TDA", "ASPECTRATIOX", "ASPECTRATIOY", "TARGETTYPE", "PART_NUMBER",
        "TOTAL_PARTS", "CDEC",
        "ENCODING PARAMS",
    ]
    private static let technicalBeginnings = [
        "ITUN", "CDDB", "REPLAYGAIN_", "R128_", "RG_", "MP3GAIN_", "_STATISTICS_", "WMFSDK",
        "WMADRC", "MEDIACLASS", "MEDIAPRIMARYCLASS", "CHAPTER0", "CHAPTER1", "CHAPTER2",
        "COVER ART (",
    ]
}
