import Synchronization

/// A file that is read while it is written: a reader ahead of the writer waits for it, and a writer that is too far ahead
/// can wait for the readers.
package final class GrowingFile: Sendable {
    private struct State {
        var count = 0
        var end: Result<Void, any Error>?
        /// Continued as soon as more bytes than its position have been written.
        var waiting: [Int: Waiting] = [:]
        var nextNumber = 0
        /// The greatest position that was asked for.
        var asked = 0
        /// Continued when the readers are near enough.
        var writer: (lead: Int, continuation: CheckedContinuation<Void, any Error>)?

        func isNear(_ lead: Int) -> Bool { asked >= count - lead }

        mutating func takeWriter(
            if isReady: Bool
        ) -> CheckedContinuation<Void, any Error>? {
            guard isReady else { return nil }
            defer { writer = nil }
            return writer?.continuation
        }
    }

    private struct Waiting {
        let position: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private let state = Mutex(State())

    package init() {}

    /// How many bytes have been written.
    package var count: Int { state.withLock(\.count) }

    /// Whether the writer gave up.
    var hasFailed: Bool {
        state.withLock { if case .failure = $0.end { true } else { false } }
    }

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
    /// - Returns: Whether it will ever be: `false` after the end.
    /// - Throws: Why the writer gave up; `CancellationError` where the task is cancelled.
    package func hasByte(at position: Int) async throws -> Bool {
        let (number, writer) = state.withLock { state in
            state.nextNumber += 1
            state.asked = max(state.asked, position)
            let isNear = state.writer.map { state.isNear($0.lead) } ?? false
            return (state.nextNumber, state.takeWriter(if: isNear))
        }
        writer?.resume()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    if state.count > position { return .success(()) }
                    if let end = state.end { return end }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.waiting[number] = Waiting(
                        position: position, continuation: continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiting = state.withLock { $0.waiting.removeValue(forKey: number) }
            waiting?.continuation.resume(throwing: CancellationError())
        }
        return state.withLock { $0.count > position }
    }

    /// Waits until no more bytes have been written than a lead over what was asked for. Only the writer calls it.
    ///
    /// - Throws: `CancellationError` where the task is cancelled.
    package func awaitReaders(lead: Int) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.isNear(lead) { return .success(()) }
                    state.writer = (lead, continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let writer = state.withLock { $0.takeWriter(if: true) }
            writer?.resume(throwing: CancellationError())
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let ready = state.withLock { state in
            change(&state)
            let (count, end) = (state.count, state.end)
            let ready = state.waiting.filter { $0.value.position < count || end != nil }
            for number in ready.keys { state.waiting[number] = nil }
            return ready.values.map {
                ($0.continuation, $0.position < count ? .success(()) : end ?? .success(()))
            }
        }
        for (continuation, result) in ready { continuation.resume(with: result) }
    }
}
