import PhonolithMediaModel

// The columns of tables of items and collections.

extension TableColumn {
    /// A column with the plain text of a field.
    package init(_ title: String, field: String, minimum: Int = 4, isRightAligned: Bool = false) {
        self.init(title: title, minimum: minimum, isRightAligned: isRightAligned) {
            $0[field]?.plainText
        }
    }

    /// A column with a field under its own name, in the form that people write it in.
    static func field(_ name: String) -> TableColumn {
        TableColumn(title: name, minimum: 6, isRightAligned: numbers.contains(name)) { record in
            record[name].map { humanText($0, of: name) }
        }
    }

    /// Fields with numbers, whose columns are aligned and never cut.
    private static let numbers: Set<String> = {
        let properties = MediaProperty.listed.filter { $0.kind == .number }.map(\.rawValue)
        return Set(properties + ["persistentID", "count", "albumCount"])
    }()

    /// The value of a field in the form that people write it in.
    static func humanText(_ value: MediaValue, of name: String) -> String {
        switch (name, value) {
        case ("playbackDuration", .number(let seconds)), ("startTime", .number(let seconds)),
            ("endTime", .number(let seconds)), ("bookmarkTime", .number(let seconds)):
            seconds.clockText
        case ("fileSize", .integer(let bytes)), ("pictureBytes", .integer(let bytes)),
            ("librarySize", .integer(let bytes)):
            Double(bytes).byteText
        case ("bitRate", .integer(let rate)): "\(rate) kbit/s"
        case ("sampleRate", .integer(let rate)): "\(Double(rate) / 1000) kHz"
        default: value.plainText
        }
    }

    /// A column with a length of time.
    static let time = TableColumn(title: "Time", minimum: 4, isRightAligned: true) { record in
        guard case .number(let seconds) = record["playbackDuration"] else { return nil }
        return seconds.clockText
    }

    /// Title, artist and album with the track's place and the year.
    static let items: [TableColumn] = [
        TableColumn("ID", field: "persistentID", minimum: 1, isRightAligned: true),
        .title,
        TableColumn(title: "Artist", minimum: 10) { $0["artist"]?.plainText ?? "Unknown Artist" },
        TableColumn("Album", field: "albumTitle", minimum: 10),
        TableColumn(title: "#", minimum: 2, isRightAligned: true) { record in
            let track = record["albumTrackNumber"]?.plainText
            let disc = record["discNumber"]?.plainText
            return track.map { track in disc.map { "\($0).\(track)" } ?? track }
        },
        .time,
        TableColumn("Year", field: "year", isRightAligned: true),
        .availability,
    ]

    /// The kind of a video, its show with season and episode, and its size on screen.
    static let videos: [TableColumn] = [
        TableColumn("ID", field: "persistentID", minimum: 1, isRightAligned: true),
        TableColumn("Kind", field: "mediaType", minimum: 5),
        .title,
        TableColumn("Show", field: "tvShow", minimum: 10),
        TableColumn(title: "Episode", minimum: 6) {
            episode(season: $0["seasonNumber"], number: $0["episodeNumber"])
        },
        TableColumn(title: "Size", minimum: 9, isRightAligned: true) { record in
            guard let width = record["width"], let height = record["height"] else { return nil }
            return "\(width.plainText)×\(height.plainText)"
        },
        .time,
        .availability,
    ]

    /// The title, or the file's name where no tag says one: items without a title are sorted by it, too.
    private static let title = TableColumn(title: "Title", minimum: 12) { record in
        record["title"]?.plainText
            ?? record["relativePath"]?.plainText.split(separator: "/").last.map(String.init)
    }

    /// A mark for an item whose disk is away. Right-aligned columns are never cut, wherever it first comes.
    private static let availability = TableColumn(title: "", isRightAligned: true) {
        $0["isAvailable"] == .boolean(false) ? "unavailable" : nil
    }

    /// `S02E11`, or the half of it that is known.
    private static func episode(season: MediaValue?, number: MediaValue?) -> String? {
        let parts = [("S", season), ("E", number)].compactMap { letter, value in
            value.map { letter + ($0.plainText.utf8.count < 2 ? "0" : "") + $0.plainText }
        }
        return parts.isEmpty ? nil : parts.joined()
    }

    /// Name, and what there is of it.
    static func collections(_ grouping: MediaGrouping) -> [TableColumn] {
        let id = TableColumn("ID", field: "persistentID", minimum: 1, isRightAligned: true)
        let episodes = TableColumn("Episodes", field: "count", minimum: 1, isRightAligned: true)
        let count = TableColumn("Tracks", field: "count", minimum: 1, isRightAligned: true)
        if grouping == .podcastTitle {
            return [id, TableColumn("Podcast", field: "title", minimum: 12), episodes, .time]
        }
        guard grouping == .album else {
            let albums = TableColumn(
                "Albums", field: "albumCount", minimum: 1, isRightAligned: true)
            let titles: [MediaGrouping: String] = [
                .artist: "Artist", .albumArtist: "Album artist", .composer: "Composer",
                .genre: "Genre",
            ]
            let name = TableColumn(titles[grouping] ?? "", field: "title", minimum: 12)
            return [id, name, albums, count, .time]
        }
        return [
            id, TableColumn("Album", field: "title", minimum: 12),
            TableColumn(title: "Album artist", minimum: 10) {
                $0["albumArtist"]?.plainText ?? "Various Artists"
            },
            TableColumn("Year", field: "year", isRightAligned: true), count, .time,
        ]
    }
}

extension MediaValue {
    /// The value in a table of its own: chapters, credits, tags and pictures a line each.
    package var tableLines: [String] {
        switch self {
        case .chapters(let chapters):
            chapters.map { "\($0.startTime.clockText) \($0.title ?? "")" }
        case .credits(let credits): credits.map(\.line)
        case .tags(let tags):
            tags.flatMap { tag in tag.values.map { "\(tag.name): \($0)" } }
        case .artwork(let pictures): pictures.map(\.line)
        default: [plainText]
        }
    }
}

extension MediaCredit {
    // `performer: Ada (guitar)`
    fileprivate var line: String {
        "\(role.rawValue): \(name)" + (instrument.map { " (\($0))" } ?? "")
    }
}

extension MediaArtwork {
    /// `front, embedded, image/jpeg, 500 × 500, 40960 bytes`
    fileprivate var line: String {
        let size = width.flatMap { width in height.map { "\(width) × \($0)" } }
        let parts = [kind.name, source.rawValue, mimeType, size, "\(byteCount) bytes"]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}

extension Double {
    /// A number of bytes in decimal units, as `4.2 MB`.
    package var byteText: String {
        let units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"]
        var (number, unit) = (self, 0)
        while number.magnitude >= 999.5, unit + 1 < units.count {
            number /= 1000
            unit += 1
        }
        let digits = unit > 0 && number.magnitude < 9.95 ? 1 : 0
        return number.text(decimals: digits) + " " + units[unit]
    }
}

extension Int {
    /// The number with its noun: `1 entry`, `2 entries`.
    package func counted(_ one: String, _ several: String) -> String {
        "\(self) \(self == 1 ? one : several)"
    }
}
