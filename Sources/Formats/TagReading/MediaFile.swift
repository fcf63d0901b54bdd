package import MediaModel

/// What one media file says of itself.
package struct MediaFile: Hashable, Sendable {
    /// Tags, stream properties and chapters.
    package var facts: MediaFacts
    /// The embedded pictures in the order of the file.
    package var pictures: [Picture]
    /// The cue sheet that is in a tag; `nil` if there is none.
    package var cueSheet: String?

    /// What its audio is known by; `nil` if nothing in it is known to be untouched by tags.
    package var signature: AudioSignature?

    /// What is wrong with a file of which something can be read nevertheless, in words that complete
    /// "The file …"; `nil` if nothing is.
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
