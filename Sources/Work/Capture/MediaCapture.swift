public import PhonolithMediaModel
public import PhonolithSound

/// Takes photos and films with a camera, or from another source of pictures; the counterpart of AVCaptureSession with its
/// inputs and outputs.
///
/// A film has its name from the start. If the program is killed, or a device or the disk fails, what was captured until about
/// half a second before can be played. No method blocks, except that asynchronous ones wait; the work is done on threads of
/// the session's own.
public final class MediaCapture: Sendable {
    /// The settings.
    public let settings: MediaCaptureSettings
    private let engine: CaptureEngine

    /// The state of a session.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// No device is open.
        case idle
        /// The devices are open; photos and films can be taken at once.
        case running
        /// A film is taken.
        case recording
        /// The film is paused; it can continue without a gap.
        case paused
    }

    /// Why a film ended.
    public enum Ending: Hashable, Sendable {
        /// It was stopped.
        case stopped
        /// The longest duration was reached.
        case maximumDuration
        /// The largest size was reached.
        case maximumSize
        /// The source has no more pictures, as a graph of filters that ends.
        case inputEnded
        /// A device is gone; the session has ended, too.
        case deviceLost(MediaCaptureError)
        /// The file could not be written to its end.
        case failed(MediaCaptureError)
    }

    /// An event of a session.
    public enum Event: Hashable, Sendable {
        /// The state changed.
        case stateDidChange(State)
        /// The film ended, and its file is closed.
        case didFinishRecording(MediaPath, Ending)
        /// The devices are gone, while no film was taken.
        case didEnd(MediaCaptureError?)
    }

    /// Makes a session that has opened nothing yet.
    public convenience init(settings: MediaCaptureSettings = .init()) {
        self.init(settings: settings, server: SoundServer())
    }

    package init(settings: MediaCaptureSettings, server: SoundServer) {
        self.settings = settings
        engine = CaptureEngine(settings, server)
    }

    deinit { engine.send(.end) }

    /// The cameras of this machine, with what each can give. Blocks its thread.
    public static func devices() -> [CaptureDevice] { CameraListing.devices() }

    /// The events from now on; for one listener.
    public var events: AsyncStream<Event> { engine.events }

    // MARK: - Capturing

    /// Opens the devices.
    ///
    /// - Returns: A line for each thing that is not as might be expected, such as a film without sound.
    /// - Throws: ``MediaCaptureError`` with what to do.
    @discardableResult
    public func startRunning() async throws -> [String] {
        try await withCheckedThrowingContinuation { engine.send(.start($0)) }
    }

    /// Closes the devices, after the end of a film.
    public func stopRunning() async {
        await withCheckedContinuation { engine.send(.stop($0)) }
    }

    /// Takes a photo, also while a film is taken. A camera gets half a second to adjust to the light.
    ///
    /// - Parameter path: The file; its extension is that of JPEG or PNG. It is written whole or not at all.
    /// - Throws: ``MediaCaptureError``, also if the session is not running.
    public func takePhoto(to path: MediaPath) async throws {
        try await withCheckedThrowingContinuation { engine.send(.photo(path, $0)) }
    }

    /// Begins a film, with the next picture.
    ///
    /// - Parameter path: The file, which is MP4.
    /// - Throws: ``MediaCaptureError``, also if the session is not running, or takes a film already; no file is left behind.
    public func startRecording(to path: MediaPath) async throws {
        try await withCheckedThrowingContinuation { engine.send(.record(path, $0)) }
    }

    /// Pauses the film.
    public func pauseRecording() { engine.send(.pause) }

    /// Continues the film, without a gap.
    public func resumeRecording() { engine.send(.resume) }

    /// Ends the film; returns when the file is closed. The session goes on.
    public func stopRecording() async {
        await withCheckedContinuation { engine.send(.stopRecording($0)) }
    }

    /// The pictures while the session runs, for a view of one's own that draws when it can.
    public func videoOutput() -> CaptureVideoOutput { engine.previews.output() }

    /// The same as a sequence of packed pixels, for programs that look at each picture; one that is not taken in time is
    /// replaced by the next.
    ///
    /// - Parameter box: The size in which they are fitted in their shape; `nil` for as they are.
    public func previewFrames(fitting box: PixelSize? = nil) -> AsyncStream<PreviewFrame> {
        engine.previews.frames(fitting: box)
    }

    // MARK: - What it is about

    /// The current state.
    public var state: State { engine.snapshot.state }

    /// How long the film is, in seconds.
    public var recordedDuration: Double { engine.snapshot.duration }

    /// The size of the film's file, in bytes.
    public var recordedFileSize: Int { engine.snapshot.byteCount }

    /// How many pictures were left out because the machine was too busy.
    public var droppedFrameCount: Int { engine.droppedCount }

    /// The size of the pictures; `nil` before the session runs.
    public var size: PixelSize? { engine.snapshot.size }

    /// In frames a second, nominal; `nil` before the session runs.
    public var frameRate: Double? { engine.snapshot.rate }

    /// The input of the sound server; `nil` if the sound is of another kind, or there is none.
    public var audioDevice: AudioDevice? { engine.snapshot.audioDevice }
}

/// A picture of a preview.
public struct PreviewFrame: Hashable, Sendable {
    /// In pixels.
    public let size: PixelSize
    /// Red, green, blue and alpha of each pixel, a byte each, rows from the top without gaps.
    public let pixels: [UInt8]
    /// When it was taken, in seconds from some moment in the past.
    public let time: Double
}

/// The sources of a capture, and its limits.
public struct MediaCaptureSettings: Hashable, Sendable {
    /// The source of pictures: path or name of a camera, `x11grab:DISPLAY` for a screen of X11, or `lavfi:GRAPH` for a graph of
    /// FFmpeg's filters; `nil` for the first camera.
    public var device: String?
    /// The source of sound: an input of the sound server by name, number or description, `lavfi:GRAPH`, or `none`; `nil` for
    /// the server's default, or none without a server.
    public var audioDevice: String?
    /// The size of the pictures; `nil` for the device's best up to 1920 × 1080.
    public var size: PixelSize?
    /// In frames a second; `nil` for up to 30.
    public var frameRate: Double?
    /// A film ends after as many seconds without pauses; `nil` for never.
    public var maximumDuration: Double?
    /// A film ends before its file has more bytes; `nil` for never.
    public var maximumSize: Int?
    /// Whether a file that exists is replaced.
    public var overwrites = false
    /// Whether graphs of filters run at the speed of their clock, as cameras do; else as fast as they are read, and only
    /// while something is recorded. Beside a device they always do.
    package var runsInRealTime = true

    /// Whether the pictures are those of a screen, on which a preview would be captured, too.
    package var isOfScreen: Bool {
        if case .screen = PictureInput(named: device) { true } else { false }
    }

    /// Makes settings for the first camera and the default input.
    public init() {}
}
