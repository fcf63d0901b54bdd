import PhonolithFiles
import PhonolithFilms
import PhonolithPlayback
import Synchronization

/// The cover of an item that has no pictures of its own, looked up by a thread of its own.
struct CoverView {
    private let found = Found()

    private final class Found: Sendable {
        let frame = Mutex<VideoFrame?>(nil)
    }

    /// Looks the cover up, where covers are wanted.
    func begin(_ item: PlayerItem, _ lookUp: (@Sendable (PlayerItem) -> [UInt8]?)?) {
        guard let lookUp else { return }
        let found = found
        BlockingThread.start(named: "cover") {
            guard let bytes = lookUp(item), let frame = VideoFrame(picture: bytes) else { return }
            found.frame.withLock { $0 = frame }
        }
    }

    // The cover, once.
    func takeFrame() -> VideoFrame? {
        found.frame.withLock { frame in
            defer { frame = nil }
            return frame
        }
    }
}
