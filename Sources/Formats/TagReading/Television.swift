import PhonolithMediaModel
internal import PhonolithPatterns

/// Fields about a series, and fields that only seem to be.
enum Television {
    /// Matroska's levels and what FFmpeg says, made one.
    ///
    /// A film of a collection has the same levels as an episode of a show: it is a series only where there is a
    /// season, or where a level or the file's name says so. FFmpeg takes all levels for one where only numbers
    /// tell them apart, so that its title may be that of the show.
    static func fields(
        _ levels: [RawField], besides others: [RawField], _ name: EpisodeName?
    ) -> [RawField] {
        let isSeries =
            name != nil || levels.contains { $0.key == "60:PART_NUMBER" || $0.saysSeries }
        let isConfused = levels.contains { $0.key.hasPrefix("60:") || $0.key.hasPrefix("70:") }
        let isOfSound = levels.contains { $0.key.hasPrefix("track:") }
        return levels.filter { isSeries || !ofSeries.contains($0.key) }
            + others.filter { field in
                let key = field.key.lowercased()
                return !(isConfused && confused.contains(key))
                    && !(isOfSound && confusedOfSound.contains(key))
            }
    }

    /// Fields from the name; none where the file states that it is something else.
    static func fields(_ name: EpisodeName, beside others: [RawField]) -> [RawField] {
        let isElse = others.contains {
            ($0.key == "stik" && $0.values.first != "10") || $0.key == "pcst"
        }
        if isElse { return [] }
        let values = [
            ("show", name.show), ("season", String(name.season)), ("episode", String(name.episode)),
            ("date", name.date?.description),
        ]
        return values.compactMap { key, value in
            value.map { RawField(kind: .fileName, key: key, values: [$0]) }
        }
    }

    private static let ofSeries: Set = ["70:TITLE", "60:PART_NUMBER", "50:PART_NUMBER"]
    /// FFmpeg's names of what is at several levels.
    private static let confused: Set = ["title", "track"]
    /// The same of tracks and albums.
    private static let confusedOfSound: Set = ["titlesort", "artistsort"]
}

extension RawField {
    /// Whether a level of Matroska's is called by a name that only series have.
    var saysSeries: Bool {
        key.uppercased() == "TARGETTYPE" && values.contains { ["EPISODE", "SEASON"].contains($0) }
    }
}

extension MediaFacts {
    /// Whether anything is said of a series.
    var isOfSeries: Bool {
        tvShow != nil || seasonNumber != nil || episodeNumber != nil || episodeID != nil
    }
}

/// The date in the name of an episode that is numbered by it: `Some Show 2019-04-12`, `Some.Show.2019.04.12.A.Title`.
struct DatedName {
    /// The text before the date.
    let before: String
    /// The name without the date.
    let rest: String
    /// `nil` if it is unknown which number is the month, as in `05.06.2019`.
    let date: PartialDate?

    /// With the year first, or last.
    private static let patterns = [
        #"((?:19[5-9]\d|20\d\d)([-._ ])\d{2}\3\d{2})"#,
        #"(\d{1,2}([-._])\d{1,2}\3(?:19[5-9]\d|20\d\d))"#,
    ].map { namePattern(#"^(.*?)(?<![\pL\pN])"# + $0 + #"(?![\pL\pN])(.*)$"#) }

    /// How releases name the form of a film; such a name is that of one, wherever it is.
    private static let form = namePattern(
        #"[.](?:480p|576p|720p|1080[pi]|2160p|web|web-dl|webrip|hdtv|pdtv|dsr|x26[45]|h26[45]|hevc)(?:[.-]|$)"#
    )

    /// Looks for the first date.
    init?(_ name: String) {
        let found = Self.patterns.lazy.compactMap { $0.matches(name) }.first
        guard let groups = found?.groups, let before = groups[0], let text = groups[1],
            let after = groups[3]
        else { return nil }
        // With dots the day comes first in some countries, and in the names of releases dots are spaces.
        let written = String(text.map { "._ ".contains($0) ? "/" : $0 })
        let date = ParsedValue.date(written)
        if date?.month == nil, groups[1]?.utf8.prefix(4).allSatisfy(\.isDigit) == true {
            return nil
        }
        (self.before, rest) = (before, before + after)
        self.date = date?.day == nil ? nil : date
    }

    /// Whether the name says in what form it was released.
    var isRelease: Bool { Self.form.matches(rest) != nil }

    /// The number of the day in its year, as month and day: 412 is the 12th of April.
    var episode: Int? {
        guard let month = date?.month, let day = date?.day else { return nil }
        return month * 100 + day
    }
}
