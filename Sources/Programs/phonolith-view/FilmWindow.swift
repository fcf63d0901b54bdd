import CommandLineInterface
import Foundation
import MediaCommandLine
import Playback
import Synchronization
import VideoPlayback

/// The window in which films are shown.
///
/// All that SDL does is done on one thread, as it demands; the sound goes on without it.
final class FilmWindow: FilmScreen {
    static let showsPictures = true

    private let controls: WindowControls
    private let isClosing = Atomic<Bool>(false)
    private let end = WindowEnd()

    private init(_ controls: WindowControls) { self.controls = controls }

    static func open(for player: QueuePlayer, _ wishes: FilmWishes) async throws -> FilmWindow {
        let output = await PlayerVideoOutput(player) { $0.isFilm }
        let film = FilmWindow(WindowControls(player: player, output: output, wishes: wishes))
        try await withCheckedThrowingContinuation {
            (opened: CheckedContinuation<Void, any Error>) in
            let thread = Thread { film.run(opened) }
            thread.name = "window"
            thread.stackSize = 8 << 20
            thread.start()
        }
        return film
    }

    func close() async {
        isClosing.store(true, ordering: .relaxed)
        await end.wait()
    }

    private func run(_ opened: CheckedContinuation<Void, any Error>) {
        defer { end.come() }
        do {
            let window = try PictureWindow()
            DisplayLoss.watch(window, end)
            opened.resume()
            var view = FilmView(window, controls)
            while !isClosing.load(ordering: .relaxed) { view.step() }
        } catch {
            opened.resume(throwing: Failure(error.description))
        }
    }
}

/// The end of the window, for those who wait for it.
final class WindowEnd: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func come() { continuation.finish() }

    func wait() async { for await _ in stream {} }
}

/// What happens when the display goes away: one line, and the sound goes on.
enum DisplayLoss {
    private static let end = Mutex<WindowEnd?>(nil)

    /// Watches the display of a window. Called on the window's thread.
    static func watch(_ window: PictureWindow, _ windowEnd: WindowEnd) {
        end.withLock { $0 = windowEnd }
        window.onDisplayLoss { DisplayLoss.happen() }
    }

    private static func happen() {
        Terminal.tell("phonolith: the display is gone; playing the sound")
        end.withLock { $0 }?.come()
        // This thread keeps Xlib's lock, for which what libraries do at the end of the process would wait.
        on_exit(
            { status, _ in
                fflush(nil)
                _exit(status)
            }, nil)
        // Xlib would end the process when this thread returned to it. Nothing else waits for the thread.
        while true { pause() }
    }
}
