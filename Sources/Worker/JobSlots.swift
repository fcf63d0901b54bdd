internal import Synchronization

/// How many jobs may be done at once; further ones wait for their turn.
///
/// Where jobs of several clients wait, the next turn is that of the client with the fewest jobs at work, and among these
/// of the one whose last turn is longest ago: a client with many jobs does not hold up the others.
package final class JobSlots: Sendable {
    private struct Waiting {
        let number: Int
        let client: String
        let turn: CheckedContinuation<Void, any Error>
    }

    private struct Client {
        var working = 0
        var lastTurn = 0
    }

    private struct State {
        var free: Int
        /// The clients that have jobs at work, or had some and wait for more.
        var clients: [String: Client] = [:]
        var turns = 0
        /// In the order of calls.
        var waiting: [Waiting] = []
        var nextNumber = 0

        mutating func begin(_ name: String) {
            turns += 1
            clients[name, default: Client()].working += 1
            clients[name]?.lastTurn = turns
        }

        mutating func end(_ name: String) {
            clients[name]?.working -= 1
            forgetIfIdle(name)
        }

        mutating func forgetIfIdle(_ name: String) {
            if clients[name]?.working == 0, !waiting.contains(where: { $0.client == name }) {
                clients[name] = nil
            }
        }

        mutating func next() -> Waiting? {
            let index = waiting.indices.min { first, second in
                let one = clients[waiting[first].client] ?? Client()
                let other = clients[waiting[second].client] ?? Client()
                return (one.working, one.lastTurn, first) < (other.working, other.lastTurn, second)
            }
            return index.map { waiting.remove(at: $0) }
        }
    }

    private let state: Mutex<State>

    package init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Takes a slot if one is free.
    package func takeAtOnce(for client: String) -> Bool {
        state.withLock { state in
            guard state.free > 0 else { return false }
            state.free -= 1
            state.begin(client)
            return true
        }
    }

    /// Takes a slot, and waits for one if none is free.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before it has one.
    package func take(for client: String) async throws {
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
                        state.begin(client)
                        return .success(())
                    }
                    state.waiting.append(Waiting(number: number, client: client, turn: turn))
                    return nil
                }
                if let outcome { turn.resume(with: outcome) }
            }
        } onCancel: {
            let turn = state.withLock { state in
                let index = state.waiting.firstIndex { $0.number == number }
                guard let index else { return Optional<CheckedContinuation<Void, any Error>>.none }
                defer { state.forgetIfIdle(client) }
                return state.waiting.remove(at: index).turn
            }
            turn?.resume(throwing: CancellationError())
        }
    }

    /// Gives a slot back, which is the next one's.
    package func giveBack(by client: String) {
        let turn = state.withLock { state in
            state.end(client)
            guard let next = state.next() else {
                state.free += 1
                return Optional<CheckedContinuation<Void, any Error>>.none
            }
            state.begin(next.client)
            return next.turn
        }
        turn?.resume()
    }

    /// How many clients are remembered.
    package var clientCount: Int { state.withLock(\.clients.count) }

    /// How many jobs wait.
    package var waitingCount: Int { state.withLock(\.waiting.count) }
}
