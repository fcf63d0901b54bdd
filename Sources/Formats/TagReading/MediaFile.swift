public import PhonolithMediaModel

/// The data read from one media file.
public struct MediaFile: Hashable, Sendable {
    /// Tags, stream properties and chapters.
    public var facts: MediaFacts
    /// The embedded pictures in the order of the file.
    public var pictures: [Picture]
    /// The cue sheet that is in a tag; `nil` if there is none.
    public var cueSheet: String?

    /// The signature of its audio; `nil` if no part of it is known to be untouched by tags.
    package var signature: AudioSignature?

    /// The damage of a file that can be read in part, in words that complete "The file …"; `nil` if there is
    /// none.
    public var damage: String?

    /// Joins the data of a file.
    package init(
        facts: MediaFacts, pictures: [Picture], cueSheet: String? = nil,
        signature: AudioSignature? = nil, damage: String? = nil
    ) {
        self.facts = facts
        self.pictures = pictures
        self.cueSheet = cueSheet
        self.signature = signature
        self.damage = damage
    }
}
