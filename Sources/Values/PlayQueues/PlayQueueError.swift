import FoundationEssentials
public import PhonolithMediaModel

/// Why a queue could not be changed; the queue is unchanged.
public struct PlayQueueError: PhonolithError {
    /// The kind of the error.
    public let code: Code
    /// The id of the entry, or the name of the item.
    public let subject: String

    /// The kinds of errors of a queue.
    public struct Code: ErrorCode {
        /// The name.
        public let rawValue: String

        /// Names a kind.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The entry is not, or no longer, in the queue.
        public static let noSuchEntry = Code(rawValue: "noSuchEntry")
        /// No entry of the queue has the item.
        public static let noSuchItem = Code(rawValue: "noSuchItem")
    }

    /// The error for an entry that is not in the queue.
    public static func noSuchEntry(_ id: PlayQueue.Entry.ID) -> PlayQueueError {
        PlayQueueError(code: .noSuchEntry, subject: id.description)
    }

    /// The error for an item that no entry of the queue has.
    public static func noSuchItem(_ item: PlayerItem) -> PlayQueueError {
        PlayQueueError(code: .noSuchItem, subject: item.name)
    }

    /// One line: what is not in the queue, and what to do.
    public var description: String {
        code == .noSuchItem
            ? "the queue has no entry of \(subject); add the item, and skip to its entry"
            : "the queue has no entry \(subject); list the queue for those it has"
    }
}
