import Hummingbird
import NIOCore
import Synchronization

/// Ends what is done for clients that have closed their connections: queries, pictures, waiting for them.
final class Departures: Sendable {
    private struct State {
        /// The current request of each connection.
        var answers: [ObjectIdentifier: Task<Response, Never>] = [:]
        /// The connections, still open, on which nothing more comes.
        var silent: Set<ObjectIdentifier> = []
    }

    private let state = Mutex(State())

    /// How long an answer may take on a connection on which nothing more comes: a client that sends no more has left, or is one
    /// of the few that only close their own side, and those get what takes no long search.
    private static let grace = TimeAmount.milliseconds(200)

    /// Answers a request in a task that is cancelled when the client leaves before the answer begins.
    func following(
        _ channel: any Channel, _ answer: @escaping @Sendable () async -> Response
    ) async -> Response {
        let key = ObjectIdentifier(channel)
        let task = Task { await answer() }
        let isSilent = state.withLock { state in
            state.answers[key] = task
            return state.silent.contains(key)
        }
        defer { state.withLock { $0.answers[key] = nil } }
        // It may have left before there was a task to cancel.
        if !channel.isActive {
            task.cancel()
        } else if isSilent {
            channel.eventLoop.scheduleTask(in: Self.grace) { task.cancel() }
        }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Notes that nothing more comes on a connection. Called on its event loop.
    func noteEndOfInput(_ channel: any Channel) {
        let key = ObjectIdentifier(channel)
        let task = state.withLock { state in
            state.silent.insert(key)
            return state.answers[key]
        }
        if let task { channel.eventLoop.scheduleTask(in: Self.grace) { task.cancel() } }
    }

    /// Notes that a connection is closed. Called on its event loop.
    func noteClosing(_ channel: any Channel) {
        let key = ObjectIdentifier(channel)
        let task = state.withLock { state in
            state.silent.remove(key)
            return state.answers[key]
        }
        task?.cancel()
    }
}
