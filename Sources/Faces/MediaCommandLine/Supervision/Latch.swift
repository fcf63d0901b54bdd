import Synchronization

/// Something that many threads look at, that one closes, and that stays closed.
final class Latch: Sendable {
    private let state = Atomic(false)

    var isClosed: Bool { state.load(ordering: .relaxed) }

    func close() { state.store(true, ordering: .relaxed) }
}
