import PhonolithMediaModel

/// The common parts of XSPF and JSPF.
enum XSPF {
    static let namespace = "http://xspf.org/ns/0/"
    /// The beginning of a recording's URL at MusicBrainz.
    static let recordings = "https://musicbrainz.org/recording/"
    /// The fragment's key for the part of a file that an entry is: `t=12.5,300` (W3C Media Fragments, 4.2.1).
    static let fragments = "https://www.w3.org/TR/media-frags/"

    /// Puts an identifier where it belongs.
    static func take(identifier: String, for entry: inout PlaylistEntry) {
        if entry.musicBrainzRecordingID == nil, let id = recordingID(in: identifier) {
            entry.musicBrainzRecordingID = id
        } else {
            entry.details.identifiers = (entry.details.identifiers ?? []) + [identifier]
        }
    }

    private static func recordingID(in identifier: String) -> String? {
        for scheme in ["https", "http"] {
            let start = "\(scheme)://musicbrainz.org/recording/"
            guard identifier.hasPrefix(start) else { continue }
            let id = identifier.utf8.dropFirst(start.utf8.count)
            return id.count == 36 ? String(id) : nil
        }
        return nil
    }

    /// Puts a location where it belongs: the first counts, and others are kept that are not the same.
    static func take(location: String, for entry: inout PlaylistEntry) {
        let path = PlaylistLocation.withoutDot(Array(location.utf8))
        if let known = entry.location?.path, known.bytes == path { return }
        if entry.location == nil {
            entry.location = .uri(location)
        } else {
            entry.details.otherLocations = (entry.details.otherLocations ?? []) + [location]
        }
    }

    /// Puts further words where they belong.
    static func take(meta: PlaylistDetails.Pair, for entry: inout PlaylistEntry) {
        if meta.name == fragments, let times = times(in: meta.content) {
            (entry.startTime, entry.endTime) = times
        } else {
            entry.details.metas = (entry.details.metas ?? []) + [meta]
        }
    }

    private static func times(in fragment: String) -> (Double?, Double?)? {
        guard fragment.hasPrefix("t=") else { return nil }
        let parts = fragment.dropFirst(2).split(separator: ",", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count) else { return nil }
        // A beginning that is left out is 0 (media fragments, 4.2.1).
        let times = parts.map { $0.isEmpty ? 0 : Double($0)?.asPlaylistTime }
        guard let start = times[0] else { return nil }
        guard parts.count == 2 else { return (start, nil) }
        guard let end = times[1], end > start else { return nil }
        return (parts[0].isEmpty ? nil : start, end)
    }

    // MARK: - Writing

    /// Where the entry is, as a URI reference; `nil` if that is unknown.
    static func location(of entry: PlaylistEntry) -> String? {
        switch entry.location {
        case .path(let path): PercentEncoding.reference(to: path)
        case .uri(let text): text
        case nil: nil
        }
    }

    static func identifiers(of entry: PlaylistEntry) -> [String] {
        (entry.musicBrainzRecordingID.map { [recordings + $0] } ?? [])
            + (entry.details.identifiers ?? [])
    }

    static func metas(of entry: PlaylistEntry) -> [PlaylistDetails.Pair] {
        var metas = entry.details.metas ?? []
        if entry.startTime != nil || entry.endTime != nil {
            let start = entry.startTime.map { "\($0)" } ?? ""
            let end = entry.endTime.map { ",\($0)" } ?? ""
            metas.append(PlaylistDetails.Pair(fragments, "t=\(start)\(end)"))
        }
        return metas
    }

    // Thousandths of a second.
    static func milliseconds(_ duration: Double?) -> Int? {
        duration.flatMap { $0 > 0 ? Int(exactly: ($0 * 1000).rounded()) : nil }
    }

    /// Reports comments, which neither format can store.
    static func problem(of entry: PlaylistEntry, _ index: Int) -> PlaylistProblem? {
        entry.details.remarks == nil
            ? nil : PlaylistProblem(entry: index, "the format cannot store comments")
    }
}

/// References that are seen from the base that an element has (XML Base).
enum XMLBase {
    /// The base of the contents of an element (XML Base).
    static func base(
        _ attributes: [(name: String, value: String)], inside outer: String?
    ) -> String? {
        guard let base = attributes["xml:base"] else { return outer }
        return resolve(base, against: outer)
    }

    /// The text of an element: of one that holds a reference, as seen from its base.
    static func resolved(_ name: String, _ text: String, against base: String?) -> String {
        let isReference = ["info", "location", "image", "license"].contains(name)
        return isReference ? resolve(text.trimmedBlanks, against: base) : text
    }

    /// The reference as seen from its base (RFC 3986, 5.2), except for dots, which paths lose later.
    static func resolve(_ reference: String, against base: String?) -> String {
        guard let base, PlaylistLocation.schemeLength(Array(reference.utf8)) == nil,
            !reference.isEmpty
        else { return reference }
        if reference.hasPrefix("/") {
            guard let length = PlaylistLocation.schemeLength(Array(base.utf8)) else {
                return reference
            }
            let scheme = base.prefix(length)
            let authority = base.dropFirst(length + 3).prefix { $0 != "/" }
            return scheme + "://" + authority + reference
        }
        let folder = base.lastIndex(of: "/").map { base[...$0] } ?? ""
        return folder + reference
    }
}
