import Capture
import CommandLineInterface
import MediaCommandLine
import MediaModel

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
    /// - Throws: `Failure`, also if the user closes the window.
    func run(waitingForKey waits: Bool) async throws {
        do {
            try await capture.startRunning()
            if waits, try await !isTaken() { throw Failure("no photo was taken") }
            try await capture.takePhoto(to: path)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure("\(error)")
        }
        await capture.stopRunning()
    }

    /// Shows the pictures until the user decides.
    private func isTaken() async throws -> Bool {
        let name = path.lastComponent.description
        let window = try await PreviewWindow.open(for: capture) { name }
        let loss = Task { () -> MediaCaptureError? in
            for await event in capture.events {
                guard case .didEnd(let error) = event else { continue }
                window.endKeys()
                return error
            }
            return nil
        }
        defer { loss.cancel() }
        let key = await window.keys.first { [.playPause, .quit].contains($0) }
        await window.close()
        guard let key else {
            throw Failure(await loss.value?.description ?? "\(path): there are no more pictures")
        }
        return key == .playPause
    }
}
