internal import Libav
internal import MediaModel

/// Why an item cannot be played.
public struct PlayerItemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the item is called: its path or address.
    public let subject: String
    /// FFmpeg's words, with the function that said them.
    public let reason: String
    /// Whether nothing came from the server for as long as one may wait.
    public let isTimeOut: Bool

    init(_ error: AVError, item: PlayerItem) {
        switch item.source {
        case .file(let path): subject = path.description
        case .url(let url): subject = url
        }
        reason = error.description
        isTimeOut = error.isTimeOut
    }

    /// One line: what cannot be played, and why.
    public var description: String { "\(subject): cannot be played: \(reason)" }
}
