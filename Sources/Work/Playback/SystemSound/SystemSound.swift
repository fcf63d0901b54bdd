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
    /// - Throws: ``SystemSoundError`` for a file that cannot be decoded, or is too long; `AudioDeviceError` for the server.
    public static func load(_ path: MediaPath) async throws -> SystemSound {
        try await load(path, on: SoundServer())
    }

    package static func load(
        _ path: MediaPath, on server: SoundServer
    ) async throws -> SystemSound {
        try await threads.perform {
            let sound = try SystemSound(decoding: path, server)
            try sound.output.open()
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
            throw SystemSoundError("\(path): cannot be played: \(error)")
        }
        throw SystemSoundError(
            "\(path): lasts longer than \(Int(maximumDuration)) seconds, the limit of short sounds; play it with a player"
        )
    }

    /// Plays the sound; returns when it was heard to its end, or when the task is cancelled.
    ///
    /// - Parameter device: The name of an output; `nil` for the sound server's choice.
    /// - Throws: `AudioDeviceError`.
    public func play(on device: String? = nil) async throws {
        try await output.play(
            samples, as: format, titled: path.lastComponent.description, on: device)
    }
}

/// Why a sound cannot be loaded.
public struct SystemSoundError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line: the file, the reason, and what to do.
    public let description: String

    init(_ description: String) { self.description = description }
}
