/// A list that the user made; the counterpart of `MPMediaPlaylist`, without its items.
public struct MediaPlaylist: Hashable, Sendable, Identifiable {
    /// Lasts as long as the library.
    public var persistentID: PersistentID<Playlist>
    /// The name that a program gave it beforehand, so that making it twice makes one; a UUID's 36
    /// characters, in upper case.
    public var uuid: String
    /// What the user calls it.
    public var name: String
    /// What it is.
    public var attributes: Attributes
    /// Words about it.
    public var descriptionText: String?
    /// Who made it; the program's name where nobody is told.
    public var authorDisplayName: String?
    /// When it came into being.
    public var dateCreated: Timestamp
    /// When it was last changed.
    public var dateModified: Timestamp

    /// The same as ``persistentID``.
    public var id: PersistentID<Playlist> { persistentID }

    /// Puts a playlist together.
    public init(
        persistentID: PersistentID<Playlist>, uuid: String, name: String,
        attributes: Attributes = [], descriptionText: String? = nil,
        authorDisplayName: String? = nil, dateCreated: Timestamp, dateModified: Timestamp
    ) {
        self.persistentID = persistentID
        self.uuid = uuid
        self.name = name
        self.attributes = attributes
        self.descriptionText = descriptionText
        self.authorDisplayName = authorDisplayName
        self.dateCreated = dateCreated
        self.dateModified = dateModified
    }

    /// What a playlist is, with the bits of `MPMediaPlaylistAttribute`. None for an ordinary list.
    public struct Attributes: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: Int

        /// Takes the bits as they are.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Made while playing.
        public static let onTheGo = Attributes(rawValue: 1 << 0)
        /// Its items are those that a rule finds.
        public static let smart = Attributes(rawValue: 1 << 1)
        /// Made by a program from seeds.
        public static let genius = Attributes(rawValue: 1 << 2)
    }
}
