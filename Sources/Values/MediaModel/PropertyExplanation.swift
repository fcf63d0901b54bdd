/// A property of an item and the tags that speak of it.
package struct PropertyExplanation: Codable, Hashable, Sendable {
    /// As in the JSON of an item: `title`, `artists`, …
    package var name: String
    package var value: [String]
    /// The tags that it was taken from.
    package var winners: [Source]
    /// The tags that say something of it but were outranked.
    package var losers: [Source]
    /// Why the value was cut into several, or was not; `nil` if there is nothing to cut.
    package var note: String?

    package init(
        name: String, value: [String], winners: [Source], losers: [Source], note: String?
    ) {
        self.name = name
        self.value = value
        self.winners = winners
        self.losers = losers
        self.note = note
    }

    /// A value in a tag, or in a cue sheet.
    package struct Source: Codable, Hashable, Sendable {
        // `ID3v2.3`, `Vorbis`, …
        package var tag: String
        /// The frame, field, item, atom or attribute.
        package var key: String
        /// The values in the field.
        package var values: [String]

        package init(tag: String, key: String, values: [String]) {
            self.tag = tag
            self.key = key
            self.values = values
        }
    }
}
