/// Reads XSPF version 1 and 0 (xspf.org/spec). A violation of the rules costs the part that it is in, and is a
/// problem.
struct XSPFParser {
    private var reader: XMLReader
    private var document = PlaylistDocument()
    private var problems: [PlaylistProblem] = []
    /// The prefix of the root's name, with the colon; names without it are not XSPF's.
    private var prefix = ""
    private var hasTrackList = false

    /// An element that holds nothing but text.
    private struct Leaf {
        var attributes: [(name: String, value: String)]
        var text: String
    }

    static func parse(_ bytes: [UInt8]) throws(PlaylistError) -> PlaylistReading {
        var parser = XSPFParser(reader: XMLReader(bytes))
        // An array that grows is twice in memory for a moment; reserved pages that are not used are in none.
        parser.document.entries.reserveCapacity(min(bytes.count / 256, 1 << 20))
        do {
            try parser.readFile()
        } catch {
            guard parser.reader.isAtEnd, !parser.document.entries.isEmpty else { throw error }
            parser.problem(PlaylistProblem.cutOff)
        }
        return PlaylistReading(document: parser.document, problems: parser.problems)
    }

    private init(reader: XMLReader) { self.reader = reader }

    private mutating func problem(_ reason: String) {
        problems.append(PlaylistProblem(entry: nil, reason))
    }

    private mutating func readFile() throws(PlaylistError) {
        guard case .start(let name, let attributes)? = try reader.next() else {
            throw PlaylistError("is not XSPF: it is empty")
        }
        prefix = name.contains(":") ? String(name.prefix { $0 != ":" }) + ":" : ""
        guard local(name) == "playlist" else {
            if let foreign = ForeignPlaylist(root: name) { throw foreign.error }
            throw PlaylistError("is not XSPF: the root is <\(name)>, not <playlist>")
        }
        let declaration = prefix.isEmpty ? "xmlns" : "xmlns:" + prefix.dropLast()
        let namespace = attributes[declaration]
        if namespace != XSPF.namespace { problem("the namespace is not \(XSPF.namespace)") }
        let base = XMLBase.base(attributes, inside: nil)
        while let (name, attributes) = try nextChild() {
            try readPlaylist(name, attributes, base)
        }
        // The rest must be XML, too.
        while try reader.next() != nil {}
        guard hasTrackList else { throw PlaylistError("is not XSPF: it has no <trackList>") }
    }

    // MARK: - The list

    private mutating func readPlaylist(
        _ name: String?, _ attributes: [(name: String, value: String)], _ base: String?
    ) throws(PlaylistError) {
        let base = XMLBase.base(attributes, inside: base)
        switch name {
        case "trackList":
            if hasTrackList { problem("there is more than one trackList") }
            hasTrackList = true
            while let (name, attributes) = try nextChild() {
                if name == "track" {
                    try readTrack(XMLBase.base(attributes, inside: base))
                } else {
                    try skip()
                }
            }
        case "attribution":
            while let (name, _) = try nextChild() {
                let text = try text(name ?? "")
                if let name { add(name, text, to: \.attributions) }
            }
        case "link", "meta":
            let text = try text(name ?? "")
            guard let rel = attributes["rel"] else {
                return problem("a \(name ?? "") has no rel")
            }
            add(rel, text, to: name == "link" ? \.links : \.metas)
        case "extension":
            problem("extensions are not kept")
            try skip()
        case let name?:
            guard let place = Self.placeInList(name) else { return try skip() }
            let text = XMLBase.resolved(name, try text(name), against: base)
            var document = document
            set(place, of: &document, to: text, name, nil)
            self.document = document
        case nil: try skip()
        }
    }

    private mutating func add(
        _ name: String, _ text: String,
        to place: WritableKeyPath<PlaylistDetails, [PlaylistDetails.Pair]?>
    ) {
        let pairs = document.details[keyPath: place] ?? []
        document.details[keyPath: place] = pairs + [PlaylistDetails.Pair(name, text)]
    }

    private static func placeInList(
        _ name: String
    ) -> WritableKeyPath<PlaylistDocument, String?>? {
        switch name {
        case "title": \.title
        case "creator": \.creator
        case "annotation": \.annotation
        case "info": \.details.info
        case "location": \.details.location
        case "image": \.details.image
        case "date": \.details.date
        case "license": \.details.license
        case "identifier": \.identifier
        default: nil
        }
    }

    private mutating func set<Root>(
        _ place: WritableKeyPath<Root, String?>, of root: inout Root, to text: String,
        _ name: String, _ entry: Int?
    ) {
        if root[keyPath: place] != nil {
            problems.append(PlaylistProblem(entry: entry, "there is more than one \(name)"))
        } else {
            let isURI = ["info", "location", "image", "license", "identifier", "date"]
            root[keyPath: place] = isURI.contains(name) ? text.trimmedBlanks : text
        }
    }

    // MARK: - A track

    private mutating func readTrack(_ base: String?) throws(PlaylistError) {
        var entry = PlaylistEntry()
        let index = document.entries.count
        while let (name, attributes) = try nextChild() {
            let base = XMLBase.base(attributes, inside: base)
            switch name {
            case "location":
                let reference = try text("location").trimmedBlanks
                XSPF.take(location: XMLBase.resolve(reference, against: base), for: &entry)
            case "identifier":
                XSPF.take(identifier: try text("identifier").trimmedBlanks, for: &entry)
            case "duration":
                entry.duration = try number("duration", index).flatMap {
                    (Double($0) / 1000).asPlaylistTime
                }
            case "trackNum": entry.trackNumber = try number("trackNum", index)
            case "link":
                try readPair(attributes, index).map {
                    entry.details.links = (entry.details.links ?? []) + [$0]
                }
            case "meta":
                if let pair = try readPair(attributes, index) {
                    XSPF.take(meta: pair, for: &entry)
                }
            case "extension":
                problems.append(PlaylistProblem(entry: index, "extensions are not kept"))
                try skip()
            case let name?:
                guard let place = Self.placeInTrack(name) else {
                    try skip()
                    continue
                }
                let text = XMLBase.resolved(name, try text(name), against: base)
                set(place, of: &entry, to: text, name, index)
            case nil: try skip()
            }
        }
        entry.share(with: document.entries.last)
        document.entries.append(entry)
    }

    private static func placeInTrack(_ name: String) -> WritableKeyPath<PlaylistEntry, String?>? {
        switch name {
        case "title": \.title
        case "creator": \.artist
        case "album": \.album
        case "annotation": \.details.annotation
        case "info": \.details.info
        case "image": \.details.image
        default: nil
        }
    }

    private mutating func readPair(
        _ attributes: [(name: String, value: String)], _ index: Int
    ) throws(PlaylistError) -> PlaylistDetails.Pair? {
        let text = try text("link")
        guard let rel = attributes["rel"] else {
            problems.append(PlaylistProblem(entry: index, "a link or meta has no rel"))
            return nil
        }
        return PlaylistDetails.Pair(rel, text.trimmedBlanks)
    }

    /// A number greater than 0; XSPF allows 0, which says nothing of a track.
    private mutating func number(_ name: String, _ index: Int) throws(PlaylistError) -> Int? {
        let text = try text(name).trimmedBlanks
        guard let number = Int(text), number >= 0, text.first != "+" else {
            problems.append(PlaylistProblem(entry: index, "'\(text)' is not a valid \(name)"))
            return nil
        }
        return number == 0 ? nil : number
    }

    // MARK: - Elements

    /// The next element inside of the one that was begun; `nil` at its end. The name is without prefix, and
    /// `nil` for an element of another namespace.
    private mutating func nextChild() throws(PlaylistError) -> (
        String?, [(name: String, value: String)]
    )? {
        while let event = try reader.next() {
            switch event {
            case .start(let name, let attributes):
                let isForeign = attributes.contains {
                    $0.name == "xmlns" && $0.value != XSPF.namespace
                }
                return (isForeign ? nil : local(name), attributes)
            case .end: return nil
            case .text(let text):
                if !text.utf8.allSatisfy({ $0 <= 0x20 }) {
                    problem("there is text between elements: '\(text.trimmedBlanks.prefix(40))'")
                }
            }
        }
        return nil
    }

    /// The text of an element to its end; tags inside of it are a problem.
    private mutating func text(_ name: String) throws(PlaylistError) -> String {
        var text = ""
        var depth = 0
        while let event = try reader.next() {
            switch event {
            case .text(let part): text += part
            case .start(let inner, _):
                if depth == 0 { problem("<\(inner)> is inside the text of \(name)") }
                depth += 1
            case .end:
                if depth == 0 { return text }
                depth -= 1
            }
        }
        return text
    }

    private mutating func skip() throws(PlaylistError) {
        var depth = 0
        while let event = try reader.next() {
            switch event {
            case .text: break
            case .start: depth += 1
            case .end:
                if depth == 0 { return }
                depth -= 1
            }
        }
    }

    private func local(_ name: String) -> String? {
        if prefix.isEmpty { return name.utf8.contains(0x3A) ? nil : name }
        return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
    }
}

extension PlaylistDocument {
    /// The first of the list's names.
    fileprivate var identifier: String? {
        get { details.identifiers?.first }
        set { details.identifiers = newValue.map { [$0] } }
    }
}

extension String {
    /// The text without spaces at its ends.
    var trimmedBlanks: String {
        guard let first = utf8.first, let last = utf8.last, first <= 0x20 || last <= 0x20 else {
            return self
        }
        return PlaylistText.trimmed(Array(utf8)) ?? ""
    }
}
