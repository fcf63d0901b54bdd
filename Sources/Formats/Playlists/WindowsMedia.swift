// Lists of Windows' players. They are read only, and as leniently as those players do it: tags in any case,
// stray ampersands, attributes without quotes.

/// ASX: entries with one or more places each; also its older form as an INI file.
enum ASX {
    static func parse(_ bytes: [UInt8]) throws(PlaylistError) -> PlaylistReading {
        let head = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
        if head.contains("[reference]") { return references(bytes) }
        var document = PlaylistDocument()
        var entry: PlaylistEntry?
        var isASX = false
        var text: [String] = []
        let isWhole = try XMLReader.forEachEvent(of: bytes) { event in
            switch event {
            case .start(let name, let attributes):
                let link = attributes["href"]
                switch name {
                case "asx": isASX = true
                case "entry": entry = PlaylistEntry()
                case "ref": entry?.take(link)
                case "entryref":
                    if let link {
                        document.entries.append(PlaylistEntry(location: .init(text: link)))
                    }
                case "duration":
                    entry?.duration = attributes["value"].flatMap(seconds)
                case "starttime":
                    entry?.startTime = attributes["value"].flatMap(seconds)
                default: break
                }
                text.append("")
            case .text(let part): if !text.isEmpty { text[text.count - 1] += part }
            case .end(let name):
                let words = text.popLast()?.trimmedBlanks ?? ""
                switch name {
                case "entry":
                    if let entry, entry.location != nil { document.entries.append(entry) }
                    entry = nil
                case "title":
                    if entry == nil { document.title = words } else { entry?.title = words }
                case "author":
                    if entry == nil { document.creator = words } else { entry?.artist = words }
                case "abstract":
                    if entry == nil {
                        document.annotation = words
                    } else {
                        entry?.details.annotation = words
                    }
                default: break
                }
            }
        }
        guard isASX else { throw PlaylistError("is not ASX: it has no <asx>") }
        if let entry, entry.location != nil { document.entries.append(entry) }
        return PlaylistReading(
            document: document,
            problems: isWhole ? [] : [PlaylistProblem(entry: nil, PlaylistProblem.cutOff)])
    }

    // `[Reference]`, `Ref1=http://…`
    private static func references(_ bytes: [UInt8]) -> PlaylistReading {
        var document = PlaylistDocument()
        PlaylistText.forEachLine(of: bytes) { line in
            guard let sign = line.firstIndex(of: 0x3D),
                String(decoding: line[..<sign], as: UTF8.self).lowercased().hasPrefix("ref")
            else { return }
            let location = PlaylistLocation(line: Array(line[(sign + 1)...]))
            document.entries.append(PlaylistEntry(location: location))
        }
        return PlaylistReading(document: document)
    }

    // `1:02:03.5`, or fewer parts.
    private static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":").map { Double($0) }
        guard !parts.isEmpty, !parts.contains(nil) else { return nil }
        let seconds = parts.compactMap(\.self).reduce(0) { $0 * 60 + $1 }
        return seconds > 0 ? seconds.asPlaylistTime : nil
    }
}

extension XMLReader {
    /// Hands over what is read of a list; false if the list ends early.
    fileprivate static func forEachEvent(
        of bytes: [UInt8], _ body: (Event) -> Void
    ) throws(PlaylistError) -> Bool {
        var reader = XMLReader(bytes, isLenient: true)
        do {
            while let event = try reader.next() { body(event) }
        } catch {
            guard reader.isAtEnd else { throw error }
            return false
        }
        return !reader.hasOpenElements
    }
}

extension PlaylistEntry {
    /// The first place counts; the others are for when it cannot be had.
    fileprivate mutating func take(_ link: String?) {
        guard let link, !link.isEmpty else { return }
        if location == nil {
            location = PlaylistLocation(text: link)
        } else {
            details.otherLocations = (details.otherLocations ?? []) + [link]
        }
    }
}

extension PlaylistLocation {
    fileprivate init(text: String) { self.init(line: Array(text.utf8)) }
}

/// WPL: SMIL with a `<media src="…"/>` for each entry.
enum WPL {
    static func parse(_ bytes: [UInt8]) throws(PlaylistError) -> PlaylistReading {
        var document = PlaylistDocument()
        var isList = false
        var text = ""
        let isWhole = try XMLReader.forEachEvent(of: bytes) { event in
            switch event {
            case .start("smil", _): isList = true
            case .start("media", let attributes):
                func value(_ name: String) -> String? {
                    attributes[name].flatMap { $0.isEmpty ? nil : $0 }
                }
                guard let source = value("src") else { return }
                let milliseconds = value("duration").flatMap(Double.init)
                document.entries.append(
                    PlaylistEntry(
                        location: PlaylistLocation(text: source), title: value("tracktitle"),
                        artist: value("trackartist"), album: value("albumtitle"),
                        albumArtist: value("albumartist"),
                        duration: milliseconds.flatMap { $0 > 0 ? ($0 / 1000).asPlaylistTime : nil }
                    ))
            case .start: text = ""
            case .text(let part): text += part
            case .end("title"): document.title = text.trimmedBlanks
            case .end("author"): document.creator = text.trimmedBlanks
            case .end: break
            }
        }
        guard isList else { throw PlaylistError("is not WPL: it has no <smil>") }
        return PlaylistReading(
            document: document,
            problems: isWhole ? [] : [PlaylistProblem(entry: nil, PlaylistProblem.cutOff)])
    }
}
