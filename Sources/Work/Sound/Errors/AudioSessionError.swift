internal import FoundationEssentials
public import PhonolithMediaModel

/// Why an audio session cannot do what is asked.
public struct AudioSessionError: PhonolithError {
    /// The kind of the error.
    public let code: Code
    /// The device, category, mode, option or number in question; empty where there is none.
    public let subject: String
    /// One line: the reason, and what to do.
    public let description: String
    private let below: ErrorCause?
    /// The ``AudioDeviceError`` that led to it, if one did.
    public var cause: (any Error)? { below?.error }

    /// The kinds of ``AudioSessionError``.
    public struct Code: ErrorCode {
        /// The name.
        public let rawValue: String

        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Another program has a call, which comes first.
        public static let callInProgress = Code(rawValue: "callInProgress")
        /// The mode or option is not for the category.
        public static let notForCategory = Code(rawValue: "notForCategory")
        /// The category has no output or input, which this needs.
        public static let wrongCategory = Code(rawValue: "wrongCategory")
        /// The sound server has no output.
        public static let noOutput = Code(rawValue: "noOutput")
        /// The output has no loudspeaker.
        public static let noLoudspeaker = Code(rawValue: "noLoudspeaker")
        /// A sample rate or a number of channels is none that there is.
        public static let outOfRange = Code(rawValue: "outOfRange")
        /// No device has this name, number or description.
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

    package init(_ code: Code, _ subject: String, _ description: String) {
        (self.code, self.subject, self.description, below) = (code, subject, description, nil)
    }

    init(_ error: AudioDeviceError) {
        (code, subject) = (Code(error.code), error.subject)
        (description, below) = (error.description, ErrorCause(error))
    }
}

/// A part of a request to an audio session that could not be done; the rest was.
public struct AudioSessionRemark: Hashable, Sendable, CustomStringConvertible {
    /// The kind of the remark.
    public let code: Code
    /// The name of the player in question; empty where there is none.
    public let subject: String
    /// One line: what was not done, and why.
    public let description: String
    private let below: ErrorCause?
    /// The error that led to it, if one did.
    public var cause: (any Error)? { below?.error }

    /// The kinds of ``AudioSessionRemark``.
    public struct Code: ErrorCode {
        /// The name.
        public let rawValue: String

        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The sound server does not lower other sound.
        public static let noDucking = Code(rawValue: "noDucking")
        /// The sound server could not be asked whether it does; the cause is an ``AudioDeviceError``.
        public static let serverUnavailable = Code(rawValue: "serverUnavailable")
        /// There is no session bus, on which players are paused.
        public static let noSessionBus = Code(rawValue: "noSessionBus")
        /// A player plays on, because it is not known whether it plays speech.
        public static let speechUnknown = Code(rawValue: "speechUnknown")
        /// A player plays on, because it cannot be paused.
        public static let cannotPause = Code(rawValue: "cannotPause")
        /// A player plays on, though it was asked to pause.
        public static let didNotPause = Code(rawValue: "didNotPause")
    }

    package init(
        _ code: Code, _ subject: String, _ description: String, cause: (any Error)? = nil
    ) {
        (self.code, self.subject, self.description) = (code, subject, description)
        below = ErrorCause(cause)
    }
}
