import Hummingbird
import NIOCore
import Synchronization

/// Ends what is done for clients that have closed their connections: queries, pictures, waiting for them.
final class Departures: Sendable {
    /// What is being answered on each connection: one request at a time.
    private let answers = Mutex<[ObjectIdentifier: Task<Response, Never>]>([:])

    /// Answers a request in a task that is cancelled when the client leaves before the answer begins.
    func following(
        _ channel: any Channel, _ answer: @escaping @Sendable () async -> Response
    ) async -> Response {
        let key = ObjectIdentifier(channel)
        let task = Task { await answer() }
        answers.withLock { $0[key] = task }
        defer { answers.withLock { $0[key] = nil } }
        // It may have left before there was a task to cancel.
        if !channel.isActive { task.cancel() }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Notes that the client of a connection has left.
    func note(_ channel: any Channel) {
        answers.withLock { $0[ObjectIdentifier(channel)] }?.cancel()
    }
}
