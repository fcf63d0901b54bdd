extension MediaProperty {
    /// Names that are shorter than the keys in JSON and mean the same, for people who type.
    package static let shortNames: [String: MediaProperty] = [
        "album": .albumTitle, "track": .albumTrackNumber, "disc": .discNumber,
        "duration": .playbackDuration, "added": .dateAdded, "show": .tvShow,
        "season": .seasonNumber, "episode": .episodeNumber, "lastPlayed": .lastPlayedDate,
        "credit": .credits,
    ]

    /// All names of all properties: the keys in JSON, and the short ones.
    package static let names: [String: MediaProperty] = Dictionary(
        allCases.map { ($0.rawValue, $0) } + shortNames, uniquingKeysWith: { key, _ in key })

    /// The property of that name, in any case of letters.
    package init?(named name: String) {
        guard let property = Self.namesInLowerCase[name.asciiLowercased] else { return nil }
        self = property
    }

    private static let namesInLowerCase = Dictionary(
        uniqueKeysWithValues: names.map { ($0.asciiLowercased, $1) })
}
