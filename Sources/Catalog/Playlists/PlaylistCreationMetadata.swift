/// What a playlist is made with; the counterpart of `MPMediaPlaylistCreationMetadata`.
public struct PlaylistCreationMetadata: Hashable, Sendable {
    /// What it is called.
    public var name: String
    /// Who makes it.
    public var authorDisplayName: String?
    /// Words about it.
    public var descriptionText: String?

    /// Describes a playlist.
    public init(
        name: String, authorDisplayName: String? = nil, descriptionText: String? = nil
    ) {
        self.name = name
        self.authorDisplayName = authorDisplayName
        self.descriptionText = descriptionText
    }
}
