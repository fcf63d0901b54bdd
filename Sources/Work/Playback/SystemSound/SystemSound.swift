public import FoundationEssentials
internal import Glibc
internal import PhonolithFiles
internal import PhonolithLibav
public import PhonolithMediaModel
public import PhonolithSound

/// A short sound, such as a signal, over everything else that plays; the counterpart of System Sound Services.
///
/// It is loaded once, and played as often as wanted, also many times at once. It has no position, and the volume that the
/// desktop gives to sounds of events.
public final class SystemSound: Sendable {
    /// The file.
    public let path: MediaPath
    /// In seconds.
    public var duration: Double { format.seconds(of: samples.count / format.channelCount) }
    /// The format of the file's sound.
    public let format: AudioFormat
    private let samples: [Float]
    private let output: EventOutput

    /// The longest sound, in seconds, as for `AudioServicesCreateSystemSoundID`.
    public static let maximumDuration = 30.0

    private static let threads = BlockingThreads(name: "system-sound", count: 1)

    /// Loads a file into memory and connects to the sound server.
    ///
    /// - Throws: ``SystemSoundError``.
    public static func load(_ url: URL) async throws -> SystemSound {
        guard let path = MediaPath(fileURL: url) else {
            throw SystemSoundError(
                .notAFileURL, url.absoluteString,
                "\(url.absoluteString): is not the URL of a file; play it with a player")
        }
        return try await load(path)
    }

    /// Loads a file, also one whose name is not UTF-8; see ``load(_:)-(URL)``.
    public static func load(_ path: MediaPath) async throws -> SystemSound {
        try await load(path, on: SoundServer())
    }

    package static func load(
        _ path: MediaPath, on server: SoundServer
    ) async throws -> SystemSound {
        try await threads.perform {
            let sound = try SystemSound(decoding: path, server)
            do throws(AudioDeviceError) {
                try sound.output.open()
            } catch {
                throw SystemSoundError(error)
            }
            return sound
        }
    }

    // Blocks its thread.
    private init(decoding path: MediaPath, _ server: SoundServer) throws(SystemSoundError) {
        (samples, format) = try Self.decode(path)
        self.path = path
        output = EventOutput(on: server)
    }

    private static func decode(
        _ path: MediaPath
    ) throws(SystemSoundError) -> (samples: [Float], format: AudioFormat) {
        var (samples, isTooLong) = ([Float](), false)
        do throws(AVError) {
            var sound = try ItemSound.open(
                PlayerItem(.file(path)), as: nil, interruption: ReadInterruption())
            let form = sound.format
            isTooLong = sound.duration.map { $0 > maximumDuration } ?? false
            while !isTooLong, try sound.read(appendingTo: &samples) {
                isTooLong = form.seconds(of: samples.count / form.channelCount) > maximumDuration
            }
            if !isTooLong { return (samples, form) }
        } catch {
            throw SystemSoundError(
                error.posixCode == ENOENT ? .noSuchFile : .cannotDecode, path.description,
                "\(path): cannot be played: \(error)", cause: error)
        }
        throw SystemSoundError(
            .tooLong, path.description,
            "\(path): lasts longer than \(Int(maximumDuration)) seconds, the limit of short sounds; play it with a player"
        )
    }

    /// Plays the sound; returns when it was heard to its end, or when the task is cancelled.
    ///
    /// - Parameter device: The name of an output; `nil` for the sound server's choice.
    /// - Throws: ``SystemSoundError``.
    public func play(on device: String? = nil) async throws {
        do {
            try await output.play(
                samples, as: format, titled: path.lastComponent.description, on: device)
        } catch let error as AudioDeviceError {
            throw SystemSoundError(error)
        }
    }
}

/// Why a sound cannot be loaded or played.
public struct SystemSoundError: PhonolithError {
    /// The kind of the error.
    public let code: Code
    /// The file or device in question; empty for the sound server itself.
    public let subject: String
    /// One line: the file or device, the reason, and what to do.
    public let description: String
    private let below: ErrorCause?
    /// The error of a layer below, such as an `AudioDeviceError`, that led to it, if one did.
    public var cause: (any Error)? { below?.error }

    /// The kinds of ``SystemSoundError``.
    public struct Code: ErrorCode {
        /// The name.
        public let rawValue: String

        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The URL is that of no file.
        public static let notAFileURL = Code(rawValue: "notAFileURL")
        /// There is no such file.
        public static let noSuchFile = Code(rawValue: "noSuchFile")
        /// The file cannot be read, or has no sound that can be decoded.
        public static let cannotDecode = Code(rawValue: "cannotDecode")
        /// The sound is longer than ``SystemSound/maximumDuration``.
        public static let tooLong = Code(rawValue: "tooLong")
        /// No output has this name.
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

    init(_ code: Code, _ subject: String, _ description: String, cause: (any Error)? = nil) {
        (self.code, self.subject, self.description) = (code, subject, description)
        below = ErrorCause(cause)
    }

    init(_ error: AudioDeviceError) {
        self.init(
            Code(rawValue: error.code.rawValue), error.subject, error.description, cause: error)
    }
}
