public import FoundationEssentials
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
        /// The pictures come from another source now, by its name.
        case deviceDidChange(String)
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

    /// Cameras that come and go from now on, of this machine; any number may listen. Blocks its thread once, for a listing.
    public static func deviceEvents() -> AsyncStream<CaptureDeviceEvent> {
        CaptureDeviceWatch.shared.events()
    }

    /// The events from now on, in their order; any number may listen.
    public func events() -> AsyncStream<Event> { engine.listeners.stream() }

    // MARK: - Capturing

    /// Opens the devices.
    ///
    /// - Returns: A remark for each thing that is not as might be expected, such as a film without sound.
    /// - Throws: ``MediaCaptureError`` with what to do; settings are judged before a device is opened.
    @discardableResult
    public func startRunning() async throws -> [MediaCaptureRemark] {
        try await withCheckedThrowingContinuation { engine.send(.start($0)) }
    }

    /// Closes the devices, after the end of a film.
    public func stopRunning() async {
        await withCheckedContinuation { engine.send(.stop($0)) }
    }

    /// Takes pictures from another source from now on, also while a film is taken, which then must have the film's size.
    ///
    /// The session keeps its source if the other cannot be used. The sound stays as it is, and so do ``settings``.
    ///
    /// - Parameter device: As ``MediaCaptureSettings/device``.
    /// - Throws: ``MediaCaptureError``, also if the session is not running.
    public func setDevice(_ device: String?) async throws {
        try await withCheckedThrowingContinuation { engine.send(.exchange(device, $0)) }
    }

    /// Takes a photo, also while a film is taken. A camera gets half a second to adjust to the light.
    ///
    /// - Parameter url: The file; its extension is that of JPEG or PNG. It is written whole or not at all.
    /// - Throws: ``MediaCaptureError``, also if the session is not running.
    public func takePhoto(to url: URL) async throws {
        try await takePhoto(to: Self.path(of: url))
    }

    /// Takes a photo, also to a name that is not UTF-8; see ``takePhoto(to:)-(URL)``.
    public func takePhoto(to path: MediaPath) async throws {
        try await withCheckedThrowingContinuation { engine.send(.photo(path, $0)) }
    }

    /// Begins a film, with the next picture.
    ///
    /// - Parameter url: The file, which is MP4, or QuickTime's format where its extension is `mov`.
    /// - Throws: ``MediaCaptureError``, also if the session is not running, or takes a film already; no file is left behind.
    public func startRecording(to url: URL) async throws {
        try await startRecording(to: Self.path(of: url))
    }

    /// Begins a film, also under a name that is not UTF-8; see ``startRecording(to:)-(URL)``.
    public func startRecording(to path: MediaPath) async throws {
        try await withCheckedThrowingContinuation { engine.send(.record(path, $0)) }
    }

    private static func path(of url: URL) throws(MediaCaptureError) -> MediaPath {
        guard let path = MediaPath(fileURL: url) else {
            throw MediaCaptureError(
                .notAFileURL, url.absoluteString,
                "\(url.absoluteString): is not the URL of a file; capture to a file of this computer"
            )
        }
        return path
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
