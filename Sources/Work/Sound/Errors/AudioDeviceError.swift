internal import FoundationEssentials
public import PhonolithMediaModel

/// Why a device or the sound server cannot be used.
public struct AudioDeviceError: PhonolithError {
    /// The kind of the error.
    public let code: Code
    /// The name of the device as it was given, or the address of the server; empty for the user's own server.
    public let subject: String
    /// One line: the device, the reason, and what to do.
    public let description: String

    /// The kinds of ``AudioDeviceError``. Errors of players, recorders and sessions have the same for what they have from here.
    public struct Code: ErrorCode {
        /// The name.
        public let rawValue: String

        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No device has this name, number or description.
        public static let noSuchDevice = Code(rawValue: "noSuchDevice")
        /// Nothing answers at the server's address: PulseAudio or PipeWire is not running.
        public static let serverNotRunning = Code(rawValue: "serverNotRunning")
        /// The server ended while it was used.
        public static let serverLost = Code(rawValue: "serverLost")
        /// The server took too long to answer.
        public static let noAnswer = Code(rawValue: "noAnswer")
        /// The server does not let this program do it.
        public static let notPermitted = Code(rawValue: "notPermitted")
        /// The server refused for another reason.
        public static let serverFailed = Code(rawValue: "serverFailed")
    }

    package init(_ code: Code, _ subject: String, _ description: String) {
        (self.code, self.subject, self.description) = (code, subject, description)
    }
}

/// The error of a layer below, as a part of another error; compared by its text.
package struct ErrorCause: Hashable, Sendable {
    package let error: any Error

    package init?(_ error: (any Error)?) {
        guard let error else { return nil }
        self.error = error
    }

    package static func == (one: ErrorCause, other: ErrorCause) -> Bool {
        "\(one.error)" == "\(other.error)"
    }

    package func hash(into hasher: inout Hasher) { hasher.combine("\(error)") }
}
