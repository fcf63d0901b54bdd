internal import FoundationEssentials
internal import Glibc
internal import PhonolithFiles
internal import PhonolithLibav
public import PhonolithMediaModel
internal import PhonolithRecording
internal import PhonolithSound

/// Why something cannot be captured, or not to the end.
public struct MediaCaptureError: PhonolithError {
    /// The kind of the error.
    public let code: Code
    /// The device, file, or value of a setting in question; empty where there is none.
    public let subject: String
    /// One line: the device or file, the reason, and what to do.
    public let description: String
    private let below: ErrorCause?
    /// The error of a layer below, such as an `AudioDeviceError`, that led to it, if one did.
    public var cause: (any Error)? { below?.error }

    init(_ code: Code, _ subject: String, _ description: String, cause: (any Error)? = nil) {
        (self.code, self.subject, self.description) = (code, subject, description)
        below = ErrorCause(cause)
    }

    /// An error of a recorder's file or input, whose codes are the same.
    init(_ error: AudioRecorderError) {
        self.init(
            Code(rawValue: error.code.rawValue), error.subject, error.description,
            cause: error.cause ?? error)
    }
}

extension MediaCaptureError {
    /// The kinds of ``MediaCaptureError``.
    public struct Code: ErrorCode {
        /// The name.
        public let rawValue: String

        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        // The session.

        /// The session is not running.
        public static let notRunning = Code(rawValue: "notRunning")
        /// A film is taken already.
        public static let alreadyRecording = Code(rawValue: "alreadyRecording")
        /// A limit or a bit rate is none.
        public static let settingOutOfRange = Code(rawValue: "settingOutOfRange")

        // Devices.

        /// This machine has no camera.
        public static let noCamera = Code(rawValue: "noCamera")
        /// No camera, or no input of the sound server, has this name.
        public static let noSuchDevice = Code(rawValue: "noSuchDevice")
        /// Another program uses the device.
        public static let deviceBusy = Code(rawValue: "deviceBusy")
        /// The device gives no more pictures, or no more sound.
        public static let deviceLost = Code(rawValue: "deviceLost")
        /// The device cannot be used for another reason.
        public static let deviceFailed = Code(rawValue: "deviceFailed")
        /// The device has no pictures of this size.
        public static let sizeUnavailable = Code(rawValue: "sizeUnavailable")
        /// The device does not have as many frames a second.
        public static let frameRateUnavailable = Code(rawValue: "frameRateUnavailable")
        /// The sound server has no input.
        public static let noInput = Code(rawValue: "noInput")
        /// Nothing answers at the sound server's address.
        public static let serverNotRunning = Code(rawValue: "serverNotRunning")
        /// The sound server ended while it was used.
        public static let serverLost = Code(rawValue: "serverLost")
        /// The sound server took too long to answer.
        public static let noAnswer = Code(rawValue: "noAnswer")
        /// The sound server refused for another reason.
        public static let serverFailed = Code(rawValue: "serverFailed")

        // Files.

        /// The extension of the file is of no format that can be captured.
        public static let unknownFormat = Code(rawValue: "unknownFormat")
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
        /// Another program writes to the file.
        public static let fileInUse = Code(rawValue: "fileInUse")
        /// The file was removed, renamed or replaced meanwhile.
        public static let fileGone = Code(rawValue: "fileGone")
        /// The disk is full.
        public static let diskFull = Code(rawValue: "diskFull")
        /// The file cannot be written for another reason.
        public static let cannotWrite = Code(rawValue: "cannotWrite")
        /// The pictures or the sound cannot be encoded.
        public static let encoderFailed = Code(rawValue: "encoderFailed")

        /// This program may not use the device, or not write the file.
        public static let notPermitted = Code(rawValue: "notPermitted")
    }
}

/// A part of a request to a capture session that could not be done; the rest was.
public struct MediaCaptureRemark: Hashable, Sendable, CustomStringConvertible {
    /// The kind of the remark.
    public let code: Code
    /// One line.
    public let description: String
    private let below: ErrorCause?
    /// The error that led to it, if one did.
    public var cause: (any Error)? { below?.error }

    /// The kinds of ``MediaCaptureRemark``; those of `AudioRecorderRemark` are about the sound of films.
    public struct Code: ErrorCode {
        /// The name.
        public let rawValue: String

        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Films are without sound; the cause is a ``MediaCaptureError``.
        public static let withoutSound = Code(rawValue: "withoutSound")
        /// The source has no pictures as small as the preset's.
        public static let presetExceeded = Code(rawValue: "presetExceeded")
    }

    init(_ code: Code, _ description: String, cause: (any Error)? = nil) {
        (self.code, self.description, below) = (code, description, ErrorCause(cause))
    }

    init(_ remark: AudioRecorderRemark) {
        self.init(Code(rawValue: remark.code.rawValue), remark.description)
    }
}

extension MediaCaptureError.Code {
    /// The code of a device that cannot be opened.
    init(ofDevice error: AVError) {
        self =
            switch error.posixCode {
            case EBUSY: .deviceBusy
            case EACCES, EPERM: .notPermitted
            case ENOENT, ENODEV, ENXIO: .noSuchDevice
            default: .deviceFailed
            }
    }
}
