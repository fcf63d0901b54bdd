public import Foundation

/// A list that the user made; the counterpart of `MPMediaPlaylist`, without its items.
public struct MediaPlaylist: Hashable, Sendable, Identifiable {
    /// Lasts as long as the library.
    public var persistentID: MediaPlaylistID
    /// The name that a program gave it beforehand, so that making it twice makes one; a UUID's 36
    /// characters, in upper case.
    public var uuid: String
    /// What the user calls it.
    public var name: String
    /// Whether its items are those that a rule finds.
    public var isSmart: Bool
    /// Words about it.
    public var descriptionText: String?
    /// Who made it; the program's name where nobody is told.
    public var authorDisplayName: String?
    /// When it came into being.
    public var dateCreated: Date
    /// When it was last changed.
    public var dateModified: Date

    /// The same as ``persistentID``.
    public var id: MediaPlaylistID { persistentID }

    /// Puts a playlist together.
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
        self.dateCreated = dateCreated
        self.dateModified = dateModified
    }
}
