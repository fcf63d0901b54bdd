import FoundationEssentials
public import PhonolithMediaModel

/// An operation that a player cannot perform.
public struct QueuePlayerError: PhonolithError {
    /// The kind of the error.
    public let code: Code
    /// Empty: it is about the player's library.
    public let subject = ""
    /// The error of the library.
    public let cause: (any Error)?
    /// One line: what cannot be done, why, and what to do.
    public let description: String

    /// The kinds of errors of a player.
    public struct Code: ErrorCode {
        /// The name.
        public let rawValue: String

        /// Names a kind.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It was given a query, and has no library that could answer it.
        public static let noLibrary = Code(rawValue: "noLibrary")
        /// The library could not answer.
        public static let libraryFailed = Code(rawValue: "libraryFailed")
    }

    /// The error of a player that has no library.
    static let noLibrary = QueuePlayerError(
        code: .noLibrary, cause: nil,
        description:
            "the player has no library to answer a query; make it with one, or give it items")

    /// The error of a player whose library fails.
    static func libraryFailed(_ cause: any Error) -> QueuePlayerError {
        QueuePlayerError(code: .libraryFailed, cause: cause, description: "\(cause)")
    }

    private init(code: Code, cause: (any Error)?, description: String) {
        (self.code, self.cause, self.description) = (code, cause, description)
    }

    /// Whether both are of one kind, and have the same words.
    public static func == (one: Self, other: Self) -> Bool {
        (one.code, one.description) == (other.code, other.description)
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(description)
    }
}
