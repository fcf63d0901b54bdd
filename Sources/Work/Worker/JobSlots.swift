internal import Synchronization

/// How many jobs may be done at once; further ones wait for their turn.
///
/// Where jobs of several clients wait, the next turn is that of the client with the fewest jobs at work, and among these
/// of the one whose last turn is longest ago: a client with many jobs does not hold up the others. Where jobs take long, some
/// slots can be kept from each client, so that others need not wait for the end of one.
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
        /// How many slots a client may have.
        let perClient: Int
        /// The clients that have jobs at work, or had some and wait for more.
        var clients: [String: Client] = [:]
        var turns = 0
        /// In the order of calls.
        var waiting: [Waiting] = []
        var nextNumber = 0

        func mayBegin(_ name: String) -> Bool {
            free > 0 && clients[name]?.working ?? 0 < perClient
        }

        mutating func begin(_ name: String) {
            free -= 1
            turns += 1
            clients[name, default: Client()].working += 1
            clients[name]?.lastTurn = turns
        }

        mutating func end(_ name: String) {
            free += 1
            clients[name]?.working -= 1
            forgetIfIdle(name)
        }

        mutating func forgetIfIdle(_ name: String) {
            if clients[name]?.working == 0, !waiting.contains(where: { $0.client == name }) {
                clients[name] = nil
            }
        }

        mutating func next() -> Waiting? {
            let index = waiting.indices.filter { mayBegin(waiting[$0].client) }.min {
                first, second in
                let one = clients[waiting[first].client] ?? Client()
                let other = clients[waiting[second].client] ?? Client()
                return (one.working, one.lastTurn, first) < (other.working, other.lastTurn, second)
            }
            return index.map { waiting.remove(at: $0) }
        }
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - count: How many jobs are done at once.
    ///   - perClient: How many of them may be one client's; from 1.
    package init(_ count: Int, perClient: Int = .max) {
        state = Mutex(State(free: count, perClient: perClient))
    }

    /// Takes a slot if one is free.
    package func takeAtOnce(for client: String) -> Bool {
        state.withLock { state in
            guard state.mayBegin(client) else { return false }
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
                    if state.mayBegin(client) {
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
            let next = state.next()
            if let next { state.begin(next.client) }
            return next?.turn
        }
        turn?.resume()
    }

    /// How many clients are remembered.
    package var clientCount: Int { state.withLock(\.clients.count) }

    package var waitingCount: Int { state.withLock(\.waiting.count) }
}
