import FoundationEssentials

/// JSPF: XSPF as JSON. Producers' deviations from the description are read, too.
enum JSPF {
    static func parse(_ bytes: [UInt8]) throws(PlaylistError) -> PlaylistReading {
        do {
            guard let tracks = JSPFTracks(in: bytes) else {
                return try JSONDecoder().decode(File.self, from: Data(bytes)).playlist.reading
            }
            var reading = try JSONDecoder().decode(File.self, from: Data(tracks.rest)).playlist
                .reading
            for piece in tracks.pieces {
                let text = Data([0x5B]) + bytes[piece] + [0x5D]
                try JSONDecoder().decode([Element].self, from: text).forEach { reading.add($0) }
            }
            if tracks.isCutOff {
                reading.problems.append(PlaylistProblem(entry: nil, PlaylistProblem.cutOff))
            }
            return reading
        } catch let error as DecodingError {
            throw PlaylistError("is not JSPF: \(error.words)")
        } catch {
            throw PlaylistError("is not JSPF: it is not JSON")
        }
    }

    fileprivate static func wrongType(_ name: String) -> String {
        "'\(name)' has the wrong type"
    }

    private struct File: Decodable {
        var playlist: List
    }

    /// A text, or a list of texts.
    struct Texts: Codable {
        var texts: [String]

        init?(_ texts: [String]?) {
            guard let texts, !texts.isEmpty else { return nil }
            self.texts = texts
        }

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            texts = try (try? value.decode([String].self)) ?? [value.decode(String.self)]
        }

        func encode(to encoder: any Encoder) throws { try texts.encode(to: encoder) }
    }

    /// A number, also as text.
    struct Number: Codable {
        var value: Double?

        init?(_ value: Int?) {
            guard let value else { return nil }
            self.value = Double(value)
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            value =
                (try? container.decode(Double.self))
                ?? (try? container.decode(String.self)).flatMap(Double.init)
            if let number = value, !(number > 0 && number.isFinite) { value = nil }
        }

        func encode(to encoder: any Encoder) throws {
            try value.flatMap { Int(exactly: $0) }.encode(to: encoder)
        }
    }

    /// Objects of one pair each.
    struct Pairs: Codable {
        var pairs: [PlaylistDetails.Pair]

        init?(_ pairs: [PlaylistDetails.Pair]?) {
            guard let pairs, !pairs.isEmpty else { return nil }
            self.pairs = pairs
        }

        init(from decoder: any Decoder) throws {
            let objects = try [[String: String]](from: decoder)
            pairs = objects.flatMap { object in
                object.sorted { $0.key < $1.key }.map { PlaylistDetails.Pair($0.key, $0.value) }
            }
        }

        func encode(to encoder: any Encoder) throws {
            try pairs.map { [$0.name: $0.content] }.encode(to: encoder)
        }
    }

    /// Anything; only that it is there counts.
    struct Anything: Codable {}

    /// A text, or a number that a program wrote in its place.
    struct Text: Decodable {
        var text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self.text = text
            } else if let number = try? container.decode(Int.self) {
                text = String(number)
            } else {
                text = try "\(container.decode(Double.self))"
            }
        }
    }

    /// The values of an object, of which one that has the wrong type is left out, and noted.
    struct Values<Key: CodingKey> {
        let container: KeyedDecodingContainer<Key>
        private(set) var odd: [String] = []

        init(_ container: KeyedDecodingContainer<Key>) { self.container = container }

        mutating func take<Value: Decodable>(_ key: Key) -> Value? {
            do {
                return try container.decodeIfPresent(Value.self, forKey: key)
            } catch {
                odd.append(key.stringValue)
                return nil
            }
        }

        mutating func text(_ key: Key) -> String? { (take(key) as Text?)?.text }
    }

    /// An element of the list of tracks; `nil` for a value that is no track, which is reported and costs no other.
    struct Element: Decodable {
        var track: Track?

        init(from decoder: any Decoder) { track = try? Track(from: decoder) }
    }

    struct List: Codable {
        var title: String?
        var creator: String?
        var annotation: String?
        var info: String?
        var location: Texts?
        var identifier: Texts?
        var image: String?
        var date: String?
        var license: String?
        var attribution: Pairs?
        var link: Pairs?
        var meta: Pairs?
        var `extension`: Anything?
        var track: [Element]?
        /// The names of values that have the wrong type.
        var odd: [String] = []

        init() {}

        init(from decoder: any Decoder) throws {
            var values = Values(try decoder.container(keyedBy: CodingKeys.self))
            (title, creator) = (values.text(.title), values.text(.creator))
            (annotation, info) = (values.text(.annotation), values.text(.info))
            (location, identifier) = (values.take(.location), values.take(.identifier))
            (image, date, license) = (
                values.text(.image), values.text(.date), values.text(.license)
            )
            (attribution, link, meta) = (
                values.take(.attribution), values.take(.link), values.take(.meta)
            )
            `extension` = values.take(.extension)
            odd = values.odd
            // Without tracks it is no list.
            track = try values.container.decodeIfPresent([Element].self, forKey: .track)
        }

        private enum CodingKeys: String, CodingKey {
            case title, creator, annotation, info, location, identifier, image, date, license
            case attribution, link, meta, `extension`, track
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(title, forKey: .title)
            try container.encodeIfPresent(creator, forKey: .creator)
            try container.encodeIfPresent(annotation, forKey: .annotation)
            try container.encodeIfPresent(info, forKey: .info)
            // A text here, lists in tracks.
            try container.encodeIfPresent(location?.texts.first, forKey: .location)
            try container.encodeIfPresent(identifier?.texts.first, forKey: .identifier)
            try container.encodeIfPresent(image, forKey: .image)
            try container.encodeIfPresent(date, forKey: .date)
            try container.encodeIfPresent(license, forKey: .license)
            try container.encodeIfPresent(attribution, forKey: .attribution)
            try container.encodeIfPresent(link, forKey: .link)
            try container.encodeIfPresent(meta, forKey: .meta)
        }

        mutating func set(_ document: PlaylistDocument) {
            let details = document.details
            (title, creator, annotation) = (document.title, document.creator, document.annotation)
            (info, image) = (details.info, details.image)
            (date, license) = (details.date, details.license)
            location = Texts(details.location.map { [$0] })
            identifier = Texts(details.identifiers)
            attribution = Pairs(details.attributions)
            (link, meta) = (Pairs(details.links), Pairs(details.metas))
        }

        var reading: PlaylistReading {
            var document = PlaylistDocument(
                title: title, creator: creator, annotation: annotation)
            document.details.info = info
            document.details.image = image
            document.details.date = date
            document.details.license = license
            document.details.location = location?.texts.first
            document.details.identifiers = identifier?.texts
            document.details.attributions = attribution?.pairs
            document.details.links = link?.pairs
            document.details.metas = meta?.pairs
            var problems: [PlaylistProblem] = []
            if `extension` != nil {
                problems.append(PlaylistProblem(entry: nil, "extensions are not kept"))
            }
            problems += odd.map { PlaylistProblem(entry: nil, JSPF.wrongType($0)) }
            var reading = PlaylistReading(document: document, problems: problems)
            for track in track ?? [] { reading.add(track) }
            return reading
        }
    }

    struct Track: Codable {
        var location: Texts?
        var identifier: Texts?
        var title: String?
        var creator: String?
        var annotation: String?
        var info: String?
        var image: String?
        var album: String?
        var trackNum: Number?
        var duration: Number?
        var link: Pairs?
        var meta: Pairs?
        var `extension`: Anything?
        /// The names of values that have the wrong type.
        var odd: [String] = []

        private enum CodingKeys: String, CodingKey {
            case location, identifier, title, creator, annotation, info, image, album, trackNum
            case duration, link, meta, `extension`
        }

        init(from decoder: any Decoder) throws {
            var values = Values(try decoder.container(keyedBy: CodingKeys.self))
            (location, identifier) = (values.take(.location), values.take(.identifier))
            (title, creator) = (values.text(.title), values.text(.creator))
            (annotation, info) = (values.text(.annotation), values.text(.info))
            (image, album) = (values.text(.image), values.text(.album))
            (trackNum, duration) = (values.take(.trackNum), values.take(.duration))
            (link, meta) = (values.take(.link), values.take(.meta))
            `extension` = values.take(.extension)
            odd = values.odd
        }

        init(_ entry: PlaylistEntry) {
            let locations = (XSPF.location(of: entry).map { [$0] } ?? [])
            location = Texts(locations + (entry.details.otherLocations ?? []))
            identifier = Texts(XSPF.identifiers(of: entry))
            (title, creator, album) = (entry.title, entry.artist, entry.album)
            annotation = entry.details.annotation
            (info, image) = (entry.details.info, entry.details.image)
            trackNum = Number(entry.trackNumber)
            duration = Number(XSPF.milliseconds(entry.duration))
            (link, meta) = (Pairs(entry.details.links), Pairs(XSPF.metas(of: entry)))
        }

        var entry: PlaylistEntry {
            var entry = PlaylistEntry(title: title, artist: creator, album: album)
            for text in location?.texts ?? [] { XSPF.take(location: text, for: &entry) }
            for text in identifier?.texts ?? [] { XSPF.take(identifier: text, for: &entry) }
            entry.details.annotation = annotation
            (entry.details.info, entry.details.image) = (info, image)
            entry.trackNumber = trackNum?.value.flatMap { Int(exactly: $0) }
            entry.duration = duration?.value.flatMap { ($0 / 1000).asPlaylistTime }
            entry.details.links = link?.pairs
            for pair in meta?.pairs ?? [] { XSPF.take(meta: pair, for: &entry) }
            return entry
        }
    }
}

extension PlaylistReading {
    fileprivate mutating func add(_ element: JSPF.Element) {
        guard let track = element.track else {
            problems.append(
                PlaylistProblem(
                    entry: document.entries.count, "a track that is no object is skipped"))
            return
        }
        problems += track.odd.map {
            PlaylistProblem(entry: document.entries.count, JSPF.wrongType($0))
        }
        if track.extension != nil {
            problems.append(
                PlaylistProblem(entry: document.entries.count, "extensions are not kept"))
        }
        var entry = track.entry
        entry.share(with: document.entries.last)
        document.entries.append(entry)
    }
}

extension DecodingError {
    /// The error and its place.
    fileprivate var words: String {
        switch self {
        case .keyNotFound(let key, _): "it has no '\(key.stringValue)'"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' has the wrong type"
        default: "it is not JSON"
        }
    }
}
