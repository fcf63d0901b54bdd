import PhonolithCapture
import PhonolithFilms
import PhonolithMediaCommandLine
import PhonolithMediaModel
import PhonolithPlayback
import Synchronization

/// The window that shows the pictures of a capture session.
final class PreviewWindow: Sendable {
    /// The keys that are pressed in it; closing it is `quit`. They end with the display.
    let keys: AsyncStream<PlayKey>
    private let continuation: AsyncStream<PlayKey>.Continuation
    private let window: WindowThread

    /// Opens the window, which is shown with the first picture.
    ///
    /// - Parameters:
    ///   - rest: The work that goes on when the display goes away, as the line that reports it has it.
    ///   - title: Gives its present title.
    /// - Throws: `Failure` if the display cannot be used.
    static func open(
        for capture: MediaCapture, withoutDisplay rest: String,
        title: @escaping @Sendable () -> String
    ) async throws -> PreviewWindow {
        let output = capture.videoOutput()
        let (keys, continuation) = AsyncStream<PlayKey>.makeStream()
        let window = try await WindowThread.start(
            withoutDisplay: rest, ended: { continuation.finish() },
            { PreviewView($0, output, title: title) { continuation.yield($0) } })
        return PreviewWindow(window, keys, continuation)
    }

    private init(
        _ window: WindowThread, _ keys: AsyncStream<PlayKey>,
        _ continuation: AsyncStream<PlayKey>.Continuation
    ) {
        (self.window, self.keys, self.continuation) = (window, keys, continuation)
    }

    /// Ends ``keys``, as where nothing is captured any more.
    func endKeys() { continuation.finish() }

    /// Closes the window. Returns when nothing is shown any more.
    func close() async {
        endKeys()
        await window.close()
    }
}

/// Shows the newest picture of a session. For use by the window's thread.
private struct PreviewView: WindowView {
    private let window: PictureWindow
    private let output: CaptureVideoOutput
    private let title: () -> String
    private let press: (PlayKey) -> Void
    private var shownTitle = ""

    /// For how long the window sleeps at most, in seconds: half of a camera's frame.
    private static let longestSleep = 0.015

    init(
        _ window: PictureWindow, _ output: CaptureVideoOutput, title: @escaping () -> String,
        press: @escaping (PlayKey) -> Void
    ) {
        (self.window, self.output) = (window, output)
        (self.title, self.press) = (title, press)
    }

    mutating func step() {
        var needsDrawing = false
        for event in WindowEvent.wait(Self.longestSleep) {
            switch event {
            case .key(.player(let key)): press(key)
            case .key(let key): window.obey(key)
            case .pointer(.pressed(_, _, clickCount: 2)): window.obey(.fullScreen)
            case .pointer: continue
            case .close: press(.quit)
            case .needsDrawing: break
            }
            needsDrawing = true
        }
        let (size, now) = (window.size, title())
        if now != shownTitle {
            window.setTitle(now)
            shownTitle = now
        }
        output.setLongestSide(max(size.width, size.height))
        if let frame = output.frame(at: AudioClock.now), window.setPicture(frame) {
            window.show()
            needsDrawing = true
        }
        if needsDrawing, window.isShown { window.draw() }
    }
}
