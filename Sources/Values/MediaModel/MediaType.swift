/// The kind of medium of an item; a set, because a music video is music and video at once.
///
/// Raw values are those of Apple's `MPMediaType`.
public struct MediaType: OptionSet, Hashable, Sendable {
    /// The bits, as in `MPMediaType`.
    public let rawValue: Int

    /// Takes the bits as they are.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Music.
    public static let music = MediaType(rawValue: 1 << 0)
    /// An audio podcast's episode.
    public static let podcast = MediaType(rawValue: 1 << 1)
    /// An audiobook, or a part of one.
    public static let audioBook = MediaType(rawValue: 1 << 2)
    /// A lecture of iTunes U.
    public static let audioITunesU = MediaType(rawValue: 1 << 3)
    /// Any audio.
    public static let anyAudio = MediaType(rawValue: 0x00ff)
    /// A movie.
    public static let movie = MediaType(rawValue: 1 << 8)
    /// An episode of a television series.
    public static let tvShow = MediaType(rawValue: 1 << 9)
    /// A video podcast's episode.
    public static let videoPodcast = MediaType(rawValue: 1 << 10)
    /// A music video.
    public static let musicVideo = MediaType(rawValue: 1 << 11)
    /// A filmed lecture of iTunes U.
    public static let videoITunesU = MediaType(rawValue: 1 << 12)
    /// A home video.
    public static let homeVideo = MediaType(rawValue: 1 << 13)
    /// Any video.
    public static let anyVideo = MediaType(rawValue: 0xff00)
    /// Everything.
    public static let any = MediaType(rawValue: ~0)

    /// The single kinds with their names in JSON, in the order of their bits.
    public static let names: [(type: MediaType, name: String)] = [
        (.music, "music"), (.podcast, "podcast"), (.audioBook, "audioBook"),
        (.audioITunesU, "audioITunesU"), (.movie, "movie"), (.tvShow, "tvShow"),
        (.videoPodcast, "videoPodcast"), (.musicVideo, "musicVideo"),
        (.videoITunesU, "videoITunesU"), (.homeVideo, "homeVideo"),
    ]

    /// Whether one of the kinds goes under that name, in any case of letters.
    static func isName(_ text: String) -> Bool {
        names.contains { $0.name.asciiLowercased == text.asciiLowercased }
    }

    // `music, podcast or movie`
    static var namesInWords: String {
        let names = names.map(\.name)
        return names.dropLast().joined(separator: ", ") + " or " + names.suffix(1).joined()
    }

    /// The names of the kinds in the set, as JSON shows them.
    public var names: [String] { Self.names.filter { contains($0.type) }.map(\.name) }
}

/// As a list of names, as in an item's JSON; sets of many kinds by their own names, `anyAudio`, `anyVideo` and `any`.
extension MediaType: Codable {
    private static let codedNames =
        [(any, "any"), (anyAudio, "anyAudio"), (anyVideo, "anyVideo")] + names

    /// Writes the names.
    public func encode(to encoder: any Encoder) throws {
        var (rest, list) = (self, encoder.unkeyedContainer())
        for (type, name) in Self.codedNames where !rest.isEmpty && rest.isSuperset(of: type) {
            try list.encode(name)
            rest.subtract(type)
        }
        // Bits without a name.
        if !rest.isEmpty { try list.encode(String(rest.rawValue)) }
    }

    /// Reads names, in any case of letters.
    public init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        self = []
        while !list.isAtEnd {
            let text = try list.decode(String.self)
            let named = Self.codedNames.first { $0.1.asciiLowercased == text.asciiLowercased }?.0
            guard let type = named ?? Int(text).map(MediaType.init(rawValue:)) else {
                throw DecodingError.dataCorruptedError(
                    in: list, debugDescription: "'\(text)' is no media type")
            }
            formUnion(type)
        }
    }
}
