import PhonolithCapture
import PhonolithCommandLineInterface
import PhonolithMediaCommandLine
import PhonolithMediaModel
import Synchronization

/// One run of `capture photo`: at once, or when the user presses the key.
struct PhotoCapture {
    private let capture: MediaCapture
    private let path: MediaPath

    init(_ capture: MediaCapture, to path: MediaPath) {
        (self.capture, self.path) = (capture, path)
    }

    /// Takes the photo.
    ///
    /// - Parameter waits: Whether the pictures are shown in a window until the user takes one of them.
    /// - Throws: Also if the user closes the window.
    func run(waitingForKey waits: Bool) async throws {
        try await capture.startRunning()
        if waits, try await !isTaken() { throw Failure("no photo was taken") }
        try await capture.takePhoto(to: path)
        await capture.stopRunning()
    }

    /// Shows the pictures until the user decides.
    private func isTaken() async throws -> Bool {
        let name = path.lastComponent.description
        let window = try await PreviewWindow.open(
            for: capture, withoutDisplay: "nothing can be chosen", title: { name })
        let end = Mutex<Failure?>(nil)
        let watch = Task {
            for await event in capture.events {
                guard case .didEnd(let error) = event else { continue }
                let reason = error?.description ?? "\(path): there are no more pictures"
                end.withLock { $0 = Failure(reason) }
                window.endKeys()
            }
        }
        defer { watch.cancel() }
        let key = await window.keys.first { [.playPause, .quit].contains($0) }
        await window.close()
        if key == nil, let failure = end.withLock(\.self) { throw failure }
        return key == .playPause
    }
}
