public import FoundationEssentials

/// A playlist; the counterpart of `MPMediaPlaylist`, without its items. Moments are kept to the second.
public struct MediaPlaylist: Hashable, Sendable, Identifiable {
    /// Permanent in the library.
    public var persistentID: MediaPlaylistID
    /// The name that a program gave it beforehand, so that making it twice makes one; a UUID's 36
    /// characters, in upper case.
    public var uuid: String
    /// The name.
    public var name: String
    /// Whether a rule selects its items.
    public var isSmart: Bool
    /// The description.
    public var descriptionText: String?
    /// The author; the program's name by default.
    public var authorDisplayName: String?
    /// When it was created.
    public var dateCreated: Date { didSet { dateCreated = dateCreated.toTheSecond } }
    /// When it was last changed.
    public var dateModified: Date { didSet { dateModified = dateModified.toTheSecond } }

    /// The same as ``persistentID``.
    public var id: MediaPlaylistID { persistentID }

    /// Creates a playlist.
    public init(
        persistentID: MediaPlaylistID, uuid: String, name: String,
        isSmart: Bool = false, descriptionText: String? = nil,
        authorDisplayName: String? = nil, dateCreated: Date, dateModified: Date
    ) {
        self.persistentID = persistentID
        self.uuid = uuid
        self.name = name
        self.isSmart = isSmart
        self.descriptionText = descriptionText
        self.authorDisplayName = authorDisplayName
        self.dateCreated = dateCreated.toTheSecond
        self.dateModified = dateModified.toTheSecond
    }
}

/// The content of a smart playlist: the items that meet a condition, in an order, up to a limit. The rule is
/// evaluated each time the list is read.
public struct SmartPlaylistRule: Codable, Hashable, Sendable {
    /// The condition for its items.
    public var predicate: MediaPredicate
    /// The order, first key first; empty for the order of shelves.
    public var order: [MediaOrder]
    /// The limit; `nil` for none.
    public var limit: Limit?

    /// Makes a rule.
    public init(predicate: MediaPredicate, order: [MediaOrder] = [], limit: Limit? = nil) {
        self.predicate = predicate
        self.order = order
        self.limit = limit
    }

    /// How much a list holds at most: it ends before the first item that does not fit.
    public enum Limit: Codable, Hashable, Sendable {
        /// A number of items.
        case items(Int)
        /// A total duration in seconds; items of unknown duration count as 0.
        case seconds(Double)
        /// A total file size in bytes.
        case bytes(Int)
    }
}
