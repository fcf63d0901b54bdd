internal import Synchronization

/// How many jobs may be done at once; further ones wait for their turn.
final class JobSlots: Sendable {
    private struct State {
        var free: Int
        var waiting: [(number: Int, turn: CheckedContinuation<Void, any Error>)] = []
        var nextNumber = 0
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Takes a slot where one is free.
    func takeAtOnce() -> Bool {
        state.withLock { state in
            guard state.free > 0 else { return false }
            state.free -= 1
            return true
        }
    }

    /// Takes a slot, and waits for one in the order of calls.
    ///
    /// - Throws: `CancellationError` where the task is cancelled before it has one.
    func take() async throws {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { turn in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.free > 0 {
                        state.free -= 1
                        return .success(())
                    }
                    state.waiting.append((number, turn))
                    return nil
                }
                if let outcome { turn.resume(with: outcome) }
            }
        } onCancel: {
            let turn = state.withLock { state in
                let index = state.waiting.firstIndex { $0.number == number }
                return index.map { state.waiting.remove(at: $0).turn }
            }
            turn?.resume(throwing: CancellationError())
        }
    }

    /// Gives a slot back, which is the next one's.
    func giveBack() {
        let turn = state.withLock { state in
            guard state.waiting.isEmpty else { return Optional(state.waiting.removeFirst().turn) }
            state.free += 1
            return nil
        }
        turn?.resume()
    }
}
