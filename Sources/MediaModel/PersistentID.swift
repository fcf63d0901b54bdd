/// The lasting name of one thing in a library: 64 bits, never 0, never given to another thing.
///
/// `Entity` only keeps the ids of items, albums and artists from being mixed up. In JSON and on the
/// command line an id is a decimal string, because a double cannot hold 64 bits.
public struct PersistentID<Entity>: Hashable, Comparable, Sendable, LosslessStringConvertible {
    /// The number itself; greater than 0.
    public let rawValue: Int64

    /// Wraps a number that the library gave out.
    ///
    /// - Precondition: `rawValue > 0`.
    public init(_ rawValue: Int64) {
        precondition(rawValue > 0, "a persistent ID is greater than 0")
        self.rawValue = rawValue
    }

    /// Parses the decimal form; `nil` for anything but a positive number that fits 63 bits.
    public init?(_ description: String) {
        guard let number = Int64(description), number > 0 else { return nil }
        rawValue = number
    }

    /// The decimal form.
    public var description: String { String(rawValue) }

    /// Orders ids by the time they were given out.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The id of a ``MediaItem``.
public typealias MediaItemID = PersistentID<MediaItem>

/// Marks the ids of albums.
public enum Album {}

/// Marks the ids of artists, album artists and composers.
public enum Artist {}

/// Marks the ids of genres.
public enum Genre {}

/// Marks the ids of podcasts.
public enum Podcast {}

/// Marks the ids of playlists.
public enum Playlist {}

/// Marks the ids of roots, the folders that were given to `scan`.
public enum Root {}
