/// A person or a band with a part in an item, next to its artists, album artists and composers.
public struct MediaCredit: Codable, Hashable, Sendable {
    /// The role in the recording.
    public var role: Role
    /// The name of the person or band.
    public var name: String
    /// A performer's instrument or voice; `nil` if the tag does not state it.
    public var instrument: String?

    /// Makes a credit.
    public init(role: Role, name: String, instrument: String? = nil) {
        self.role = role
        self.name = name
        self.instrument = instrument
    }

    /// A part in an item. The raw value is the role in JSON and the name of the property that asks for it; the order
    /// here is the order of an item's credits.
    public enum Role: String, Codable, Hashable, Sendable, CaseIterable {
        case conductor, performer, lyricist, writer, arranger, remixer, producer, engineer
        case mixer, djmixer, director, narrator

        /// The role of that name, in any case of letters and with or without hyphens: `DJ-mixer`.
        package init?(named name: String) {
            self.init(rawValue: name.asciiLowercased.filter { $0 != "-" && $0 != " " })
        }
    }
}

/// A tag that has no property of its own.
public struct MediaTag: Codable, Hashable, Sendable {
    /// In upper case.
    public var name: String
    /// In the order of the file; never empty.
    public var values: [String]

    /// Makes a tag.
    public init(name: String, values: [String]) {
        self.name = name
        self.values = values
    }
}

extension MediaProperty {
    /// The role of the credits that the property asks for; `nil` for other properties.
    package var role: MediaCredit.Role? { MediaCredit.Role(rawValue: rawValue) }
}
