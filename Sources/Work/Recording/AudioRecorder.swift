public import FoundationEssentials
public import PhonolithMediaModel
public import PhonolithSound
internal import Synchronization

/// Records an input of the sound server into a file; the counterpart of AVAudioRecorder.
///
/// The file has its name from the start. If the program is killed, or the device, the server or the disk fails, what was
/// recorded until about a second before can be played. No method blocks, except that asynchronous ones wait; the work is
/// done on a thread of the recorder's own.
public final class AudioRecorder: Sendable {
    /// The file.
    public let path: MediaPath
    /// The file as a URL; `nil` for the empty path.
    public var url: URL? { path.fileURL }
    /// The settings.
    public let settings: AudioRecorderSettings
    private let engine: RecorderEngine

    /// The state of a recorder.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Neither device nor file is open.
        case idle
        /// Both are open; recording can begin at once.
        case prepared
        /// Recording begins with the first sound.
        case waiting
        /// Recording.
        case recording
        /// Paused; recording can continue without a gap or a repetition.
        case paused
        /// The file is closed.
        case stopped
    }

    /// Why a recording ended.
    public enum Ending: Hashable, Sendable {
        /// It was stopped.
        case stopped
        /// Its duration was reached.
        case duration
        /// Silence lasted as long as the settings say.
        case silence
        /// The device was unplugged.
        case deviceLost
        /// The sound server is gone.
        case serverLost
        /// The file could not be written, or not to its end.
        case failed(AudioRecorderError)
    }

    /// A place in the recording.
    public struct Mark: Hashable, Sendable {
        /// In seconds from the beginning.
        public var time: Double
        /// The name of what begins there.
        public var title: String?
    }

    /// An event of a recorder.
    public enum Event: Hashable, Sendable {
        /// The state changed.
        case stateDidChange(State)
        /// A mark was set.
        case didMark(Mark)
        /// Sound was lost, in seconds, because the disk was too slow.
        case didLoseSound(Double)
        /// The recording ended, and the file is closed; the last event.
        case didFinish(Ending)
    }

    /// Makes a recorder that has opened nothing yet.
    ///
    /// - Parameter url: The file; its extension names the format if the settings do not.
    public convenience init(to url: URL, settings: AudioRecorderSettings = .init()) {
        let path = MediaPath(fileURL: url)
        self.init(
            to: path ?? MediaPath(url.absoluteString), settings: settings, server: SoundServer(),
            isFile: path != nil)
    }

    /// Makes a recorder that has opened nothing yet, also for names that are not UTF-8.
    ///
    /// - Parameter path: The file; its extension names the format if the settings do not.
    public convenience init(to path: MediaPath, settings: AudioRecorderSettings = .init()) {
        self.init(to: path, settings: settings, server: SoundServer())
    }

    /// - Parameter isFile: Whether the path is that of a file; else it is refused.
    package init(
        to path: MediaPath, settings: AudioRecorderSettings, server: SoundServer,
        isFile: Bool = true
    ) {
        (self.path, self.settings) = (path, settings)
        engine = RecorderEngine(path, settings, server, isFile: isFile)
    }

    deinit { engine.send(.end) }

    /// The events from now on, in their order, to ``Event/didFinish(_:)``; any number may listen.
    public func events() -> AsyncStream<Event> { engine.listeners.stream() }

    // MARK: - Recording

    /// Opens the device and makes the file; ``record(atTime:forDuration:)`` does so, too.
    ///
    /// Settings and place are judged before a device is opened.
    ///
    /// - Returns: Each difference between the file and the device, and each setting without effect.
    /// - Throws: ``AudioRecorderError``; nothing is left behind.
    @discardableResult
    public func prepareToRecord() async throws -> [AudioRecorderRemark] {
        try await withCheckedThrowingContinuation { engine.send(.prepare($0)) }
    }

    /// Records, or continues after a pause.
    ///
    /// - Parameters:
    ///   - time: A time of ``deviceCurrentTime``, kept to 20 ms; `nil` for at once.
    ///   - duration: In seconds, to the sample; `nil` for until it is stopped.
    /// - Throws: As ``prepareToRecord()``.
    public func record(
        atTime time: Double? = nil, forDuration duration: Double? = nil
    ) async throws {
        try await prepareToRecord()
        engine.send(.record(at: time, duration: duration))
    }

    /// Pauses.
    public func pause() { engine.send(.pause) }

    /// Ends the recording; returns when the file is closed.
    public func stop() async { await withCheckedContinuation { engine.send(.stop($0)) } }

    /// Deletes the file and its cue sheet, if the recording has ended.
    ///
    /// - Returns: Whether the file was deleted.
    public func deleteRecording() async -> Bool {
        await withCheckedContinuation { engine.send(.delete($0)) }
    }

    /// Marks the current place: it becomes a chapter in Opus, M4A and MP3 files, and a track of a cue sheet beside FLAC
    /// and WAV files.
    public func mark(title: String? = nil) { engine.send(.mark(title)) }

    // MARK: - What it is about

    /// The current state.
    public var state: State { engine.snapshot.state }

    /// Whether it records.
    public var isRecording: Bool { state == .recording }

    /// How much is recorded, in seconds.
    public var currentTime: Double { engine.snapshot.time }

    /// The clock of ``record(atTime:forDuration:)``, in seconds.
    public var deviceCurrentTime: Double { AudioClock.now }

    /// The format of the file; `nil` before it is made.
    public var format: AudioFormat? { engine.snapshot.format }

    /// The device; `nil` before it is open.
    public var device: AudioDevice? { engine.snapshot.device }

    /// How late sound arrives from the device, in seconds; `nil` if unknown.
    public var inputLatency: Double? { engine.snapshot.latency }

    /// The levels of each channel in the last tenth of a second, also before recording begins.
    public var levels: [ChannelLevel] { engine.snapshot.levels }
}
