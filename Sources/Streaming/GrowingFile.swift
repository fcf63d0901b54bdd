import Synchronization

/// A file that is read while it is written: who reads ahead of the writer waits for it.
package final class GrowingFile: Sendable {
    private struct State {
        var count = 0
        var end: Result<Void, any Error>?
        /// Continued as soon as more bytes than this have been written.
        var waiting: [(count: Int, CheckedContinuation<Void, any Error>)] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// How many bytes have been written.
    package var count: Int { state.withLock(\.count) }

    /// Notes that more bytes can be read.
    package func grew(by count: Int) {
        wake { $0.count += count }
    }

    /// Notes that all bytes have been written, or that no more will be.
    package func ended(_ result: Result<Void, any Error>) {
        wake { $0.end = $0.end ?? result }
    }

    /// Waits until the byte at a position has been written.
    ///
    /// - Returns: Whether it will ever be: `false` behind the end.
    /// - Throws: Why the writer gave up.
    package func hasByte(at position: Int) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            let outcome = state.withLock { state -> Result<Void, any Error>? in
                if state.count > position { return .success(()) }
                if let end = state.end { return end }
                state.waiting.append((position, continuation))
                return nil
            }
            if let outcome { continuation.resume(with: outcome) }
        }
        return state.withLock { $0.count > position }
    }

    private func wake(_ change: (inout State) -> Void) {
        let ready = state.withLock { state in
            change(&state)
            let (count, end) = (state.count, state.end)
            let ready = state.waiting.filter { $0.count < count || end != nil }
            state.waiting.removeAll { $0.count < count || end != nil }
            return ready.map { ($0.1, $0.count < count ? .success(()) : end ?? .success(())) }
        }
        for (continuation, result) in ready { continuation.resume(with: result) }
    }
}
