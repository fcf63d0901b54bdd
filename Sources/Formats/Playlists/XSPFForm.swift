import PhonolithMediaModel

/// Writes XSPF version 1: unknown values are left out, never -1 or empty.
struct XSPFForm: PlaylistForm {
    var bytes: [UInt8] = []
    private(set) var problems: [PlaylistProblem] = []

    init(_ document: PlaylistDocument) {
        line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        line("<playlist version=\"1\" xmlns=\"\(XSPF.namespace)\">")
        let details = document.details
        element("title", document.title, nil)
        element("creator", document.creator, nil)
        element("annotation", document.annotation, nil)
        element("info", details.info, nil)
        element("location", details.location, nil)
        element("identifier", details.identifiers?.first, nil)
        element("image", details.image, nil)
        element("date", details.date, nil)
        element("license", details.license, nil)
        if let attributions = details.attributions {
            line("  <attribution>")
            // The specification keeps ten.
            for pair in attributions.prefix(10) { element(pair.name, pair.content, nil) }
            line("  </attribution>")
        }
        pairs("link", details.links, nil)
        pairs("meta", details.metas, nil)
        line("  <trackList>")
    }

    mutating func finish() {
        line("  </trackList>")
        line("</playlist>")
    }

    mutating func add(_ entry: PlaylistEntry, _ index: Int) {
        if let problem = XSPF.problem(of: entry, index) { problems.append(problem) }
        line("    <track>")
        element("location", XSPF.location(of: entry), index)
        element("location", plainPath(of: entry), index)
        for location in entry.details.otherLocations ?? [] { element("location", location, index) }
        for identifier in XSPF.identifiers(of: entry) { element("identifier", identifier, index) }
        element("title", entry.title, index)
        element("creator", entry.artist, index)
        element("annotation", entry.details.annotation, index)
        element("info", entry.details.info, index)
        element("image", entry.details.image, index)
        element("album", entry.album, index)
        element("trackNum", entry.trackNumber.map(String.init), index)
        element("duration", XSPF.milliseconds(entry.duration).map(String.init), index)
        pairs("link", entry.details.links, index)
        pairs("meta", XSPF.metas(of: entry), index)
        line("    </track>")
    }

    /// The path as it is, where its URI has it otherwise: a second place, which a player takes that cannot have
    /// the first. MPD takes no other, because it does not decode URIs.
    private func plainPath(of entry: PlaylistEntry) -> String? {
        guard case .path(let path) = entry.location, path.isUTF8, path.bytes.last != 0x20,
            !path.bytes.contains(where: { $0 < 0x20 })
        else { return nil }
        if path.description == XSPF.location(of: entry) { return nil }
        // Blanks at the ends of a place belong to the XML around it.
        return (path.bytes.first == 0x20 ? "./" : "") + path.description
    }

    private mutating func pairs(_ name: String, _ pairs: [PlaylistDetails.Pair]?, _ index: Int?) {
        for pair in pairs ?? [] {
            indent(index)
            bytes += "<\(name) rel=\"".utf8
            escape(pair.name, index)
            bytes += "\">".utf8
            escape(pair.content, index)
            line("</\(name)>")
        }
    }

    private mutating func element(_ name: String, _ text: String?, _ index: Int?) {
        guard let text else { return }
        indent(index)
        bytes += "<\(name)>".utf8
        escape(text, index)
        line("</\(name)>")
    }

    private mutating func indent(_ index: Int?) { bytes += (index == nil ? "  " : "      ").utf8 }

    private mutating func line(_ text: String) {
        bytes += text.utf8
        bytes.append(0x0A)
    }

    /// The text as XML's characters. Characters that XML 1.0 does not allow (2.2) are left out, with a warning.
    private mutating func escape(_ text: String, _ index: Int?) {
        var hasLost = false
        for byte in text.utf8 {
            switch byte {
            case 0x26: bytes += "&amp;".utf8
            case 0x3C: bytes += "&lt;".utf8
            case 0x3E: bytes += "&gt;".utf8
            case 0x22: bytes += "&quot;".utf8
            // A parser makes one line feed of them, or a space in an attribute.
            case 0x09, 0x0A, 0x0D: bytes += "&#\(byte);".utf8
            case 0x00..<0x20: hasLost = true
            default: bytes.append(byte)
            }
        }
        if hasLost {
            problems.append(
                PlaylistProblem(
                    entry: index, "control characters are removed, because XML cannot contain them")
            )
        }
    }
}
