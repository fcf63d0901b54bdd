internal import FoundationEssentials
public import PhonolithMediaModel
package import PhonolithSound

/// Why a recorder cannot record, or not to the end.
public struct AudioRecorderError: PhonolithError {
    /// The kind of the error.
    public let code: Code
    /// The file, device, or value of a setting in question; empty where there is none.
    public let subject: String
    /// One line: the file or device, the reason, and what to do.
    public let description: String
    private let below: ErrorCause?
    /// The error of a layer below, such as an `AudioDeviceError`, that led to it, if one did.
    public var cause: (any Error)? { below?.error }

    package init(
        _ code: Code, _ subject: String, _ description: String, cause: (any Error)? = nil
    ) {
        (self.code, self.subject, self.description) = (code, subject, description)
        below = ErrorCause(cause)
    }

    package init(_ error: AudioDeviceError) {
        self.init(
            Code(rawValue: error.code.rawValue), error.subject, error.description, cause: error)
    }
}

extension AudioRecorderError {
    /// The kinds of ``AudioRecorderError``.
    public struct Code: ErrorCode {
        /// The name.
        public let rawValue: String

        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        // What the caller gave.

        /// The extension of the file is of no format that can be recorded.
        public static let unknownFormat = Code(rawValue: "unknownFormat")
        /// The format does not have the sample rate.
        public static let sampleRateUnavailable = Code(rawValue: "sampleRateUnavailable")
        /// The format does not have as many channels.
        public static let channelCountUnavailable = Code(rawValue: "channelCountUnavailable")
        /// No format has samples of as many bits.
        public static let bitDepthUnavailable = Code(rawValue: "bitDepthUnavailable")
        /// The format does not have the bit rate.
        public static let bitRateOutOfRange = Code(rawValue: "bitRateOutOfRange")
        /// A level or a duration is none.
        public static let settingOutOfRange = Code(rawValue: "settingOutOfRange")
        /// The recording has ended, so that another recorder is needed.
        public static let hasEnded = Code(rawValue: "hasEnded")

        // The file.

        /// The URL is that of no file.
        public static let notAFileURL = Code(rawValue: "notAFileURL")
        /// The path is that of a folder.
        public static let isFolder = Code(rawValue: "isFolder")
        /// The path is that of a device, a pipe or an open file.
        public static let notAFile = Code(rawValue: "notAFile")
        /// The folder of the file does not exist.
        public static let noSuchFolder = Code(rawValue: "noSuchFolder")
        /// The file exists, and is not to be replaced.
        public static let fileExists = Code(rawValue: "fileExists")
        /// Another program records to the file.
        public static let fileInUse = Code(rawValue: "fileInUse")
        /// The file was removed, renamed or replaced meanwhile.
        public static let fileGone = Code(rawValue: "fileGone")
        /// The file would be larger than its format allows.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// The disk is full.
        public static let diskFull = Code(rawValue: "diskFull")
        /// The file cannot be written for another reason.
        public static let cannotWrite = Code(rawValue: "cannotWrite")
        /// The encoder of the format cannot be used, or has failed.
        public static let encoderFailed = Code(rawValue: "encoderFailed")
        /// Another file has the place of the cue sheet, so that the marks are lost.
        public static let cueSheetExists = Code(rawValue: "cueSheetExists")

        // The device.

        /// The sound server has no input.
        public static let noInput = Code(rawValue: "noInput")
        /// No input has this name, number or description.
        public static let noSuchDevice = Code(rawValue: "noSuchDevice")
        /// Nothing answers at the server's address: PulseAudio or PipeWire is not running.
        public static let serverNotRunning = Code(rawValue: "serverNotRunning")
        /// The server ended while it was used.
        public static let serverLost = Code(rawValue: "serverLost")
        /// The server took too long to answer.
        public static let noAnswer = Code(rawValue: "noAnswer")
        /// The server refused for another reason.
        public static let serverFailed = Code(rawValue: "serverFailed")

        /// This program may not write the file, or not use the server.
        public static let notPermitted = Code(rawValue: "notPermitted")
    }
}

/// A difference between a recording and what was asked for, or between the file and the device.
public struct AudioRecorderRemark: Hashable, Sendable, CustomStringConvertible {
    /// The kind of the remark.
    public let code: Code
    /// One line.
    public let description: String

    /// The kinds of ``AudioRecorderRemark``.
    public struct Code: ErrorCode {
        /// The name.
        public let rawValue: String

        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The device has more channels than the format.
        public static let channelsMixed = Code(rawValue: "channelsMixed")
        /// The format does not have the sample rate of the device.
        public static let sampleRateConverted = Code(rawValue: "sampleRateConverted")
        /// The format does not have samples of as many bits; the nearest are written.
        public static let bitDepthChanged = Code(rawValue: "bitDepthChanged")
        /// The format keeps no samples, which would have bits.
        public static let bitDepthWithoutEffect = Code(rawValue: "bitDepthWithoutEffect")
        /// The format does not have exactly this bit rate; the nearest is written.
        public static let bitRateChanged = Code(rawValue: "bitRateChanged")
        /// The format is without loss, so that it has no bit rate to choose.
        public static let bitRateWithoutEffect = Code(rawValue: "bitRateWithoutEffect")
        /// The format is without loss, or the bit rate was chosen, too.
        public static let qualityWithoutEffect = Code(rawValue: "qualityWithoutEffect")
    }

    package init(_ code: Code, _ description: String) {
        (self.code, self.description) = (code, description)
    }
}
