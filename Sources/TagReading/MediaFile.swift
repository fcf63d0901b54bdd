public import MediaModel

/// What one media file says of itself.
public struct MediaFile: Hashable, Sendable {
    /// Tags, stream properties and chapters.
    public var facts: MediaFacts
    /// The embedded pictures in the order of the file.
    public var pictures: [Picture]

    /// Joins facts and pictures.
    public init(facts: MediaFacts, pictures: [Picture]) {
        self.facts = facts
        self.pictures = pictures
    }
}
