internal import Files
internal import Foundation
internal import SystemPackage

/// Takes the changes that commands send to the player of a queue, one after the other.
final class QueueListener: Sendable {
    private let socket: FileDescriptor
    private let thread = BlockingThreads(name: "queue-edits", count: 1)

    /// What the player answers: why it does not make the change, or nothing.
    struct Answer: Codable {
        var refusal: QueueEdit.Refusal?
    }

    /// - Parameter apply: Makes a change; returns when the queue is kept.
    init?(
        at address: QueueAddress,
        _ apply: @escaping @Sendable (QueueEdit) async throws(QueueEdit.Refusal) -> Void
    ) {
        guard let socket = address.listen() else { return nil }
        self.socket = socket
        Task(executorPreference: thread) {
            while true {
                let number = accept(socket.rawValue, nil, nil)
                if number < 0 {
                    // It was shut down.
                    if errno == EINVAL { break }
                    // As with too many open files, which may be closed later (accept(2)).
                    if ![EINTR, ECONNABORTED].contains(errno) { poll(nil, 0, 100) }
                    continue
                }
                guard let connection = QueueConnection(FileDescriptor(rawValue: number)) else {
                    continue
                }
                await Self.answer(connection, apply)
                connection.close()
            }
            socket.closeAfterReading()
        }
    }

    deinit {
        // Ends the waiting, too; the task closes it.
        shutdown(socket.rawValue, Int32(SHUT_RDWR))
        thread.end()
    }

    private static func answer(
        _ connection: QueueConnection,
        _ apply: @Sendable (QueueEdit) async throws(QueueEdit.Refusal) -> Void
    ) async {
        // A player that only checks whether another is there sends nothing.
        guard let edit = try? connection.read(QueueEdit.self) else { return }
        var answer = Answer()
        do {
            try await apply(edit)
        } catch {
            answer.refusal = error
        }
        // One who has left needs no answer.
        try? connection.write(answer)
    }
}
