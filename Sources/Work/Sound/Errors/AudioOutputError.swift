internal import FoundationEssentials
public import PhonolithMediaModel

/// Why an output cannot be used.
public struct AudioOutputError: PhonolithError {
    /// The kind of the error.
    public let code: Code
    /// The file, or the device; empty for the sound server itself.
    public let subject: String
    /// One line: the output, the reason, and what to do.
    public let description: String
    private let below: ErrorCause?
    /// The error of a layer below, such as an ``AudioDeviceError``, that led to it, if one did.
    public var cause: (any Error)? { below?.error }

    /// The kinds of ``AudioOutputError``.
    public struct Code: ErrorCode {
        /// The name.
        public let rawValue: String

        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file cannot be written.
        public static let cannotWrite = Code(rawValue: "cannotWrite")
        /// The file would be larger than its format allows.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// The output cannot be used for another reason; the cause has it.
        public static let failed = Code(rawValue: "failed")
        /// No device has this name.
        public static let noSuchDevice = Code(.noSuchDevice)
        /// Nothing answers at the server's address: PulseAudio or PipeWire is not running.
        public static let serverNotRunning = Code(.serverNotRunning)
        /// The server ended while it was used.
        public static let serverLost = Code(.serverLost)
        /// The server took too long to answer.
        public static let noAnswer = Code(.noAnswer)
        /// The server does not let this program do it.
        public static let notPermitted = Code(.notPermitted)
        /// The server refused for another reason.
        public static let serverFailed = Code(.serverFailed)

        init(_ code: AudioDeviceError.Code) { rawValue = code.rawValue }
    }

    package init(
        _ code: Code, _ subject: String, _ description: String, cause: (any Error)? = nil
    ) {
        (self.code, self.subject, self.description) = (code, subject, description)
        below = ErrorCause(cause)
    }

    /// Any error of an output, as one of this type.
    package init(_ error: any Error) {
        self = error as? AudioOutputError ?? AudioOutputError(.failed, "", "\(error)", cause: error)
    }
}
