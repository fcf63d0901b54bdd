import PhonolithMediaModel

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
