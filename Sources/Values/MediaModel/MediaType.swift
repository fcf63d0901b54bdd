/// The kind of medium of an item; a set, because a music video is music and video at once.
///
/// Raw values are those of Apple's `MPMediaType`.
public struct MediaType: OptionSet, Codable, Hashable, Sendable {
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
