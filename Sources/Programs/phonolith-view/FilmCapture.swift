import ArgumentParser
import Glibc
import PhonolithCapture
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaCommandLine
import PhonolithMediaModel
import Synchronization

/// One run of `capture video`: from the first picture to the last, or until the user ends it.
final class FilmCapture: Sendable {
    private let capture: MediaCapture
    private let path: MediaPath

    init(_ capture: MediaCapture, to path: MediaPath) {
        (self.capture, self.path) = (capture, path)
    }

    /// Takes the film until a limit, the user or the devices end it.
    ///
    /// - Parameter showsPreview: Whether its pictures are shown in a window meanwhile.
    /// - Throws: `Failure` if there is no film.
    func run(showsPreview: Bool) async throws -> ExitCode {
        let events = capture.events()
        do {
            for remark in try await capture.startRunning() {
                Terminal.tell("phonolith: \(remark.description.oneLine)")
            }
            try await capture.startRecording(to: path)
        } catch {
            throw Failure("\(error)")
        }
        let signals = EndingSignals.handle { [capture] in await capture.stopRecording() }
        defer { signals.restore() }
        let isOnTerminal = isatty(STDIN_FILENO) == 1 && Terminal.errorIsTerminal
        if isOnTerminal { PlayTerminal.takeKeys() }
        defer { if isOnTerminal { PlayTerminal.restoreAtOnce() } }
        let preview = showsPreview ? await openPreview() : nil
        let tasks =
            (isOnTerminal ? [Task { await draw() }, Task { await obey(PlayKey.presses()) }] : [])
            + [preview].compactMap { $0?.keys }.map { keys in Task { await obey(keys) } }
        var ending = MediaCapture.Ending.stopped
        for await event in events {
            if case .didFinishRecording(_, let how) = event {
                ending = how
                break
            }
        }
        tasks.forEach { $0.cancel() }
        Terminal.clearStatusLine()
        await preview?.close()
        await capture.stopRunning()
        return try report(ending)
    }

    private func report(_ ending: MediaCapture.Ending) throws -> ExitCode {
        if capture.droppedFrameCount > 0 {
            Terminal.tell(
                "phonolith: \(capture.droppedFrameCount) pictures are missing, because the machine is too slow; choose a smaller --size or --rate"
            )
        }
        let hasFilm = capture.recordedDuration > 0
        switch ending {
        case .stopped, .maximumDuration, .maximumSize, .inputEnded:
            guard hasFilm else { throw Failure("\(path): there was no picture to capture") }
            return .success
        case .deviceLost(let error):
            guard hasFilm else { throw Failure("\(error)") }
            Terminal.tell(
                "phonolith: \(error); what was captured until then is in \(path)".oneLine)
        case .failed(let error):
            guard hasFilm else { throw Failure("\(error)") }
            Terminal.tell("phonolith: \(error.description.oneLine)")
        }
        return .problems
    }

    // MARK: - The terminal and the preview

    /// - Returns: `nil`, after one line, if there is none.
    private func openPreview() async -> PreviewWindow? {
        let name = path.lastComponent.description
        do {
            return try await PreviewWindow.open(
                for: capture, withoutDisplay: "capturing without a preview",
                title: { [self] in "\(symbol) \(name)" })
        } catch {
            Terminal.tell("phonolith: \("\(error)".oneLine); capturing without a preview")
        }
        return nil
    }

    private var symbol: String { capture.state == .paused ? "‖" : "●" }

    private func obey(_ keys: AsyncStream<PlayKey>) async {
        for await key in keys {
            switch key {
            case .quit: await capture.stopRecording()
            case .playPause where capture.state == .paused: capture.resumeRecording()
            case .playPause: capture.pauseRecording()
            case .help:
                Terminal.tell("space  pause, continue    q  end")
                Terminal.tell("in the preview:    f  full screen    z  fit, fill, stretch")
            default: break
            }
        }
    }

    private func draw() async {
        while !Task.isCancelled {
            let size = Double(capture.recordedFileSize) / 1e6
            let line =
                "\(symbol)  \(capture.recordedDuration.clockText)  \(size.text(decimals: 1)) MB"
            Terminal.showStatusLine(line.fitted(to: Terminal.width(STDERR_FILENO) ?? 80))
            do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
        }
    }
}

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
        let events = capture.events()
        let watch = Task {
            for await event in events {
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
