package import PhonolithMediaModel

/// The sources of an item's values, and the rule that makes tracks one album with it.
package struct ItemExplanation {
    /// `nil` for a file that is in no library.
    private let id: MediaItemID?
    private let location: MediaItem.Location
    private let facts: MediaFacts
    private let properties: [PropertyExplanation]
    private let albumCount: Int?
    private let version: AlbumVersion?

    /// - Parameters:
    ///   - albumCount: The number of tracks of the item's album.
    ///   - version: The version of its album, among others of the title and artist; `nil` where there are none.
    package init(
        _ item: MediaItem, properties: [PropertyExplanation], albumCount: Int,
        version: AlbumVersion?
    ) {
        (id, location, facts) = (item.persistentID, item.location, item.facts)
        self.properties = properties
        self.albumCount = albumCount
        self.version = version
    }

    /// The explanation of a file that is in no library.
    package init(
        _ facts: MediaFacts, at location: MediaItem.Location, properties: [PropertyExplanation]
    ) {
        id = nil
        self.location = location
        self.facts = facts
        self.properties = properties
        albumCount = nil
        version = nil
    }

    /// A row of a table for each property.
    package var records: [Record] {
        properties.map { property in
            Record([
                ("property", .text(property.name)),
                ("value", .text(property.value.joined(separator: "; "))),
                ("from", .text(property.winners.map(Self.name).joined(separator: ", "))),
                ("outranked", .text(property.losers.map(Self.text).joined(separator: ", "))),
                ("note", property.note.map { .text($0) }),
            ])
        }
    }

    /// One object: `persistentID`, `path`, `properties` (`name`, `value`, `from`, `outranked`, `note`)
    /// and `album`.
    package var json: JSON {
        let path = location.path
        let head = Record([
            ("persistentID", id.map { .text($0.description) }),
            ("path", .text(path.description)),
            ("pathBase64", path.isUTF8 ? nil : .bytes(path.bytes)),
        ])
        return .object(
            head, [("properties", .array(properties.map(Self.json))), ("album", .text(album))])
    }

    private static func json(_ property: PropertyExplanation) -> JSON {
        [
            "name": .text(property.name), "value": JSON(.texts(property.value)),
            "from": .array(property.winners.map(json)),
            "outranked": .array(property.losers.map(json)),
            "note": property.note.map { .text($0) },
        ]
    }

    private static func json(_ source: PropertyExplanation.Source) -> JSON {
        JSON(
            Record([
                ("tag", .text(source.tag)), ("key", .text(source.key)),
                ("values", .texts(source.values)),
            ]))
    }

    private static func name(_ source: PropertyExplanation.Source) -> String {
        "\(source.tag) \(source.key)"
    }

    private static func text(_ source: PropertyExplanation.Source) -> String {
        "\(name(source)) “\(source.values.joined(separator: "; "))”"
    }

    /// The rule that makes tracks one album with the item, in a sentence.
    package var album: String {
        let folder = location.relativePath.parent
        guard let identity = AlbumIdentity(facts: facts, folder: folder) else {
            return "no tag has an album title."
        }
        let why =
            switch identity.rule {
            case .musicBrainzRelease(let id): "with the MusicBrainz release id \(id)"
            case .albumArtist:
                "with this title and the album artist “\(facts.albumArtist ?? "")”"
            case .compilation(_, let folder):
                "of compilations with this title in the folders of artists in “\(folder)”,"
                    + " because there is no album artist or release id in the tags"
            case .folder(_, let folder):
                "with this title in the folder “\(folder)” and its disc folders,"
                    + " because there is no album artist or release id in the tags"
            }
        return
            "“\(identity.title)” contains all tracks \(why)\(distinction)"
            + (albumCount.map { "; tracks: \($0)." } ?? ".")
    }

    private var distinction: String {
        guard let version else { return "" }
        if version.artist != nil {
            return
                ", by the artist of this track, because the folder has an album with this title of each"
                + " of several artists"
        }
        let marks =
            (version.year.map { ["the year \($0)"] } ?? [])
            + (version.codec.map { ["the codec \($0)"] } ?? [])
        return ", in the folders of \(marks.joined(separator: " and ")),"
            + " because there are or were folders with the same tracks of another year or codec"
    }
}
