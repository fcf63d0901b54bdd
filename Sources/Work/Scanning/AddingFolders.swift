import PhonolithMediaModel
import Synchronization

/// Watches each folder before it is listed, so that nothing in it goes unseen.
final class AddingFolders: ReadingObserver {
    private let watch: FolderWatch
    private let next: (any ReadingObserver)?
    private let reached = Mutex<FolderWatch.Limit?>(nil)

    init(watch: FolderWatch, next: (any ReadingObserver)?) {
        self.watch = watch
        self.next = next
    }

    /// The limit that has been reached.
    var limit: FolderWatch.Limit? { reached.withLock { $0 } }

    func willTouch(_ path: MediaPath) {
        next?.willTouch(path)
        do {
            try watch.add(path)
        } catch {
            reached.withLock { $0 = error }
        }
    }

    func didTouch() { next?.didTouch() }
}
