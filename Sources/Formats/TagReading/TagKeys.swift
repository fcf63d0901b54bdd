import PhonolithMediaModel

/// Finds what a key means: ``TagMapping`` turned round.
enum TagKeys {
    /// A property and the rank of the key among the property's keys in the family.
    struct Meaning {
        var property: TagProperty
        var rank: Int
    }

    /// The meanings of a field; none for keys that are not in the table.
    static func meanings(of field: RawField) -> [Meaning] {
        let family = field.kind.family
        let key = normalised(field.key, in: family)
        if let meanings = byKey[family.rawValue][key] { return meanings }
        // A person with a part that has no row of its own.
        return family == .id3v2 && key.hasPrefix("tipl:")
            ? byKey[family.rawValue]["tmcl:*"] ?? [] : []
    }

    private static let byKey: [[String: [Meaning]]] = {
        var byKey = [[String: [Meaning]]](repeating: [:], count: TagFamily.allCases.count)
        for row in TagMapping.all {
            for (family, keys) in row.keys {
                for (rank, key) in keys.enumerated() {
                    byKey[family.rawValue][key.lowercased(), default: []]
                        .append(Meaning(property: row.property, rank: rank))
                }
            }
        }
        return byKey
    }()

    /// The key as the table has it, in lower case.
    private static func normalised(_ key: String, in family: TagFamily) -> String {
        let key = key.lowercased()
        switch family {
        case .id3v2 where key.hasPrefix("comm:"): return comment(key)
        case .id3v2 where key.hasPrefix("uslt:"): return "uslt"
        case .id3v2 where key.hasPrefix("sylt:"): return "sylt"
        case .id3v2 where key.hasPrefix("rva2:"):
            return key == "rva2:track" || key == "rva2:album" ? key : "rva2:*"
        case .id3v2 where key.hasPrefix("tmcl:"): return "tmcl:*"
        case .mp4 where key.hasPrefix("----:"):
            // Between the colons is who owns the name: Apple in nearly all files.
            guard let colon = key.dropFirst(5).firstIndex(of: ":") else { return key }
            return "----" + key[colon...]
        default: return key
        }
    }

    /// `comm` for the plain comment, `comm:*` for one with a description, the key itself for what programs
    /// put down for themselves.
    private static func comment(_ key: String) -> String {
        let description = key.dropFirst(5).drop { $0 != ":" }.dropFirst()
        if description.isEmpty { return "comm" }
        if description == "itunnorm" { return "comm:itunnorm" }
        let technical = ["itun", "id3v1", "musicmatch_", "mediajukebox", "songs-db_"]
        return technical.contains { description.hasPrefix($0) } ? key : "comm:*"
    }
}

/// A property of an item that a tag can state: the rows of ``TagMapping``.
package enum TagProperty: Int, Hashable, Sendable, CaseIterable {
    case title, albumTitle, artist, artists, albumArtist, albumArtists, composer, genres
    case titleSort, albumSort, artistSort, albumArtistSort, composerSort
    case discSubtitle, comments, lyrics, userGrouping, podcastTitle
    case albumTrackNumber, albumTrackCount, discNumber, discCount
    case releaseDate, originalDate, isCompilation, beatsPerMinute, isrc
    case musicBrainzRecordingID, musicBrainzTrackID, musicBrainzAlbumID, musicBrainzReleaseGroupID
    case musicBrainzArtistIDs, musicBrainzAlbumArtistIDs
    case replayGainTrackGain, replayGainTrackPeak, replayGainAlbumGain, replayGainAlbumPeak
    case tvShow, seasonNumber, episodeNumber, episodeID
    case conductor, performer, lyricist, writer, arranger, remixer, producer, engineer, mixer
    case djmixer, director, narrator
    case ensemble, work, opus, movement, movementNumber, movementCount, label, catalogNumber
    case barcode, media
    case releaseType, releaseStatus, releaseCountry, language, mood, key, energy, encoder
    case isExplicit, mediaType

    /// The name, as in the JSON of an item, or the role of credits.
    package var name: String { Self.names[rawValue] }

    /// The field of the item that it says, if it says one.
    var field: FactField? { Self.fields[rawValue] }

    /// The role of the credits that it says.
    var role: MediaCredit.Role? { MediaCredit.Role(rawValue: name) }

    /// The properties of credits with their roles, in the order of the roles.
    static let ofCredits = allCases.compactMap { property in
        property.role.map { (property: property, role: $0) }
    }

    private static let fields = allCases.map { MediaProperty(rawValue: $0.name)?.field }
    private static let names = allCases.map { String(describing: $0) }
}
