public import PhonolithMediaModel

/// A place, value or id given to a library that it cannot use.
public struct MediaLibraryError: PhonolithError {
    /// The kind of the error.
    public let code: Code
    /// The place, value or id.
    public let subject: String
    /// In words that follow the subject.
    public let reason: String

    init(_ code: Code, _ subject: String, _ reason: String) {
        (self.code, self.subject, self.reason) = (code, subject, reason)
    }

    /// One line: the subject, the reason and what to do.
    public var description: String { "\(subject): \(reason)" }

    /// A kind of failure.
    public struct Code: ErrorCode {
        /// The name of the kind.
        public let rawValue: String
        /// Takes a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A URL that is no place of a library, a folder or a file.
        public static let invalidPlace = Code(rawValue: "invalidPlace")
        /// A value that is out of its range.
        public static let outOfRange = Code(rawValue: "outOfRange")
        /// A scan could not be done, or not to its end.
        public static let scanFailed = Code(rawValue: "scanFailed")
        /// No item has the id.
        public static let noItem = Code(rawValue: "noItem")
    }
}
