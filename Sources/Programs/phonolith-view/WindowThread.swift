import CPhonolithSDL
import Glibc
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithFilms
import Synchronization

/// The content of a window. For use by the window's thread.
protocol WindowView {
    /// Sleeps until there is something to do, and does it.
    mutating func step()
}

/// A window with the thread on which all that SDL does is done, as it demands.
final class WindowThread: Sendable {
    private let isClosing = Atomic<Bool>(false)
    private let end: WindowEnd

    private init(_ end: WindowEnd) { self.end = end }

    /// Opens a window, which is hidden still, and runs a view until ``close()``.
    ///
    /// - Parameters:
    ///   - rest: The work that goes on when the display goes away, as the line that reports it has it.
    ///   - ended: Called when nothing is shown any more, also where the display went away.
    ///   - makeView: Makes the view, on the window's thread.
    /// - Throws: `Failure` if the display cannot be used.
    static func start(
        withoutDisplay rest: String, ended: @escaping @Sendable () -> Void = {},
        _ makeView: @escaping @Sendable (PictureWindow) -> any WindowView
    ) async throws -> WindowThread {
        let window = WindowThread(WindowEnd(ended))
        try await withCheckedThrowingContinuation {
            (opened: CheckedContinuation<Void, any Error>) in
            BlockingThread.start(named: "window") { window.run(opened, rest, makeView) }
        }
        return window
    }

    /// Closes the window. Returns when nothing is shown any more.
    func close() async {
        isClosing.store(true, ordering: .relaxed)
        await end.wait()
    }

    private func run(
        _ opened: CheckedContinuation<Void, any Error>, _ rest: String,
        _ makeView: (PictureWindow) -> any WindowView
    ) {
        defer { end.come() }
        do {
            let window = try PictureWindow()
            DisplayLoss.watch(window, end, rest)
            opened.resume()
            var view = makeView(window)
            while !isClosing.load(ordering: .relaxed) { view.step() }
        } catch {
            opened.resume(throwing: Failure(error.description))
        }
    }
}

/// The end of the window, for those who wait for it.
private final class WindowEnd: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let ended: @Sendable () -> Void

    init(_ ended: @escaping @Sendable () -> Void) {
        (stream, continuation) = AsyncStream.makeStream()
        self.ended = ended
    }

    func come() {
        continuation.finish()
        ended()
    }

    func wait() async { for await _ in stream {} }
}

/// The answer to a display that goes away: one line, and the rest goes on.
private enum DisplayLoss {
    private static let watched = Mutex<(end: WindowEnd, rest: String)?>(nil)

    /// Watches the display of a window. Called on the window's thread.
    static func watch(_ window: PictureWindow, _ end: WindowEnd, _ rest: String) {
        watched.withLock { $0 = (end, rest) }
        window.onDisplayLoss { DisplayLoss.happen() }
        leaveLibrariesAtExit()
    }

    /// Ends the process without what libraries do at its end: they would wait for Xlib's lock, which the thread of a lost display
    /// keeps, and take fonts away that another thread is still looking for.
    private static func leaveLibrariesAtExit() {
        on_exit(
            { status, _ in
                fflush(nil)
                _exit(status)
            }, nil)
    }

    private static func happen() {
        let watched = watched.withLock { $0 }
        Terminal.tell("phonolith: the display is gone; \(watched?.rest ?? "")")
        watched?.end.come()
        // Xlib would end the process when this thread returned to it. Nothing else waits for the thread.
        while true { pause() }
    }
}

/// A renderer that a thread of its own makes: finding the installed fonts may take seconds.
final class RendererLoading: Sendable {
    private let loaded = Mutex<Loaded?>(nil)

    /// Sendable by proof: it is used by the thread that made it until it is in ``loaded``, and by the window's thread alone then.
    private final class Loaded: @unchecked Sendable {
        let renderer: SubtitleRenderer

        init(_ renderer: SubtitleRenderer) { self.renderer = renderer }
    }

    func begin(_ make: @escaping @Sendable () -> SubtitleRenderer?) {
        BlockingThread.start(named: "fonts") { [self] in
            guard let renderer = make() else { return }
            let made = Loaded(renderer)
            loaded.withLock { $0 = made }
        }
    }

    /// `nil` until it is made. For use by the window's thread.
    var renderer: SubtitleRenderer? { loaded.withLock { $0 }?.renderer }
}

/// A failure of SDL, with its reason.
struct SDLError: Error, CustomStringConvertible {
    let description: String

    /// The reason of the last failure on this thread.
    init(_ action: String) {
        description = "cannot \(action): \(String(cString: SDL_GetError()))"
    }
}
