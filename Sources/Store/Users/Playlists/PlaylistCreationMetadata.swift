/// The properties of a new playlist; the counterpart of `MPMediaPlaylistCreationMetadata`.
public struct PlaylistCreationMetadata: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The author.
    public var authorDisplayName: String?
    /// The description.
    public var descriptionText: String?

    /// Creates metadata.
    public init(
        name: String, authorDisplayName: String? = nil, descriptionText: String? = nil
    ) {
        self.name = name
        self.authorDisplayName = authorDisplayName
        self.descriptionText = descriptionText
    }
}
