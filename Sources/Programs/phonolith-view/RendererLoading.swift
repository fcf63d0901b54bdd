import PhonolithFiles
import PhonolithFilms
import Synchronization

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
