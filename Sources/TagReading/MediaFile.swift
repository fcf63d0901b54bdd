package import MediaModel

/// What one media file says of itself.
package struct MediaFile: Hashable, Sendable {
    /// Tags, stream properties and chapters.
    package var facts: MediaFacts
    /// The embedded pictures in the order of the file.
    package var pictures: [Picture]
    /// The cue sheet that stands in a tag; `nil` where there is none.
    package var cueSheet: String?

    /// What its audio is known by; `nil` where nothing in it is known to be untouched by tags.
    package var signature: AudioSignature?

    /// What is wrong with a file of which something can be read all the same, in words that complete
    /// "The file …"; `nil` where nothing is.
    package var damage: String?

    /// Joins what a file says of itself.
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
