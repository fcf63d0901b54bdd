import PhonolithMediaModel
internal import Synchronization

/// The sessions that a generator and its copies have opened: one for single pictures, and others that help
/// where several are requested.
///
/// Frames depend on those before them, so that several threads of one decoder wait for each other most of the time;
/// decoders at different places of the file do not.
final class VideoSessions: Sendable {
    let first: VideoSession
    /// The first and its helpers; a helper opens the file when it gets its first picture to make.
    let all: [VideoSession]
    let work = CancellationOfAll()

    init(path: MediaPath, threads: Int, pixelLimit: Int) {
        let threads = max(1, threads)
        let count = min(threads, 4)
        first = VideoSession(path: path, threads: threads, pixelLimit: pixelLimit)
        all =
            [first]
            + (1..<count).map { _ in
                VideoSession(path: path, threads: threads / count, pixelLimit: pixelLimit)
            }
    }
}

/// The wish to end everything under way, which does not concern what begins later.
final class CancellationOfAll: Sendable {
    private let latest = Mutex(Cancellation())

    var current: Cancellation { latest.withLock { $0 } }

    func cancel() {
        latest.withLock { latest in
            latest.cancel()
            latest = Cancellation()
        }
    }
}
