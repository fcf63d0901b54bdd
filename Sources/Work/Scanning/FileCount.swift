import Synchronization

/// How many files a scan will meet, counted by another thread than the one that scans.
final class FileCount: Sendable {
    private let state = Mutex<(count: Int?, isAbandoned: Bool)>((nil, false))

    /// `nil` until all are counted.
    var value: Int? { state.withLock { $0.count } }

    /// Whether the count is no longer needed.
    var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

    func set(_ count: Int) { state.withLock { $0.count = count } }

    func abandon() { state.withLock { $0.isAbandoned = true } }
}
