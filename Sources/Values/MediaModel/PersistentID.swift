/// The permanent id of an object in a library: 64 bits, never 0, never reused.
///
/// `Entity` only keeps the ids of items, albums and artists from being mixed up. In JSON and on the
/// command line an id is a decimal string, because a double cannot hold 64 bits.
public struct PersistentID<Entity>: RawRepresentable, Hashable, Comparable, Sendable,
    LosslessStringConvertible
{
    /// The number itself.
    public let rawValue: Int64

    /// Takes a number that the library gave out; `nil` for 0 and below, which it never does.
    public init?(rawValue: Int64) {
        guard rawValue > 0 else { return nil }
        self.rawValue = rawValue
    }

    /// Takes a number from the library's own tables. One that no library gives out, as only a damaged file has,
    /// is the id of nothing.
    package init(_ rawValue: Int64) { self.rawValue = rawValue }

    /// Parses the decimal form; `nil` for anything but a positive number that fits 63 bits.
    public init?(_ description: String) {
        guard let number = Int64(description) else { return nil }
        self.init(rawValue: number)
    }

    /// The decimal form.
    public var description: String { String(rawValue) }

    /// Orders ids by the time they were given out.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// As text, because numbers of JSON are often read with 53 bits.
extension PersistentID: Codable {
    /// Writes the decimal form.
    public func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }

    /// Reads the decimal form.
    public init(from decoder: any Decoder) throws { try self.init(textFrom: decoder) }
}

/// The id of a ``MediaItem``.
public typealias MediaItemID = PersistentID<MediaItem>

/// The id of a ``MediaPlaylist``.
public typealias MediaPlaylistID = PersistentID<MediaPlaylist>

/// The id of a ``MediaItemCollection``: that of its album, artist, genre, podcast or playlist.
public typealias MediaCollectionID = PersistentID<MediaItemCollection>

/// The id of an album.
public typealias MediaAlbumID = PersistentID<MediaEntity.Album>

/// The id of an artist, album artist or composer.
public typealias MediaArtistID = PersistentID<MediaEntity.Artist>

/// The id of a genre.
public typealias MediaGenreID = PersistentID<MediaEntity.Genre>

/// The id of a podcast.
public typealias MediaPodcastID = PersistentID<MediaEntity.Podcast>

/// The id of a root, a folder that was given to a scan.
public typealias MediaRootID = PersistentID<MediaEntity.Root>

/// Entities that have ids and no value of their own: lists of them are ``MediaItemCollection``.
public enum MediaEntity {
    /// Marks the ids of albums.
    public enum Album {}
    /// Marks the ids of artists, album artists and composers.
    public enum Artist {}
    /// Marks the ids of genres.
    public enum Genre {}
    /// Marks the ids of podcasts.
    public enum Podcast {}
    /// Marks the ids of roots.
    public enum Root {}
}
