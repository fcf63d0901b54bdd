import Synchronization

/// Whether work is to stop: set by one thread, read by many, never taken back.
final class StopFlag: Sendable {
    private let state = Atomic(false)

    var isSet: Bool { state.load(ordering: .relaxed) }

    func set() { state.store(true, ordering: .relaxed) }
}
