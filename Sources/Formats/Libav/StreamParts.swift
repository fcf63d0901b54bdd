internal import CPhonolithFFmpeg
internal import Synchronization

/// The parts of streams that are lists of files (HLS), which FFmpeg passes over where it cannot open them, so that a list whose last
/// parts are missing looks as if it were at its end.
enum StreamParts {
    /// The contexts whose last part could not be opened, by their addresses.
    private static let missing = Mutex<Set<UInt>>([])

    static func noteOpening(
        _ isOpened: Bool, by context: UnsafeMutablePointer<AVFormatContext>?
    ) {
        let address = UInt(bitPattern: context)
        missing.withLock { missing in
            if isOpened { missing.remove(address) } else { missing.insert(address) }
        }
    }

    /// Whether the part that was to be opened last could not be.
    static func isLastMissing(of context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        missing.withLock { $0.contains(UInt(bitPattern: context)) }
    }

    /// Forgets a context that is freed: the next one may have its address.
    static func forget(_ context: UnsafeMutablePointer<AVFormatContext>) {
        noteOpening(true, by: context)
    }
}
