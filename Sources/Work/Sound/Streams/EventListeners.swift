internal import Synchronization

/// The listeners of events of one source, each with a stream of its own.
package final class EventListeners<Event: Sendable>: Sendable {
    private struct State {
        var continuations: [Int: AsyncStream<Event>.Continuation] = [:]
        var count = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    package init() {}

    /// The events from now on, in their order; none after the last.
    package func stream() -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream<Event>.makeStream()
        let number = state.withLock { state -> Int? in
            guard !state.isFinished else { return nil }
            state.count += 1
            state.continuations[state.count] = continuation
            return state.count
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
        }
        return stream
    }

    /// Gives an event to all listeners.
    package func send(_ event: Event) { for listener in listeners { listener.yield(event) } }

    /// Ends all streams; nothing is sent any more.
    package func finish() {
        let last = listeners
        state.withLock { $0.isFinished = true }
        for listener in last { listener.finish() }
    }

    /// Whether anybody listens.
    package var isEmpty: Bool { state.withLock { $0.continuations.isEmpty } }

    // Called without the lock: a stream that ends calls back.
    private var listeners: [AsyncStream<Event>.Continuation] {
        state.withLock { Array($0.continuations.values) }
    }
}
