package import Catalog
internal import MediaModel

extension QueueStore {
    /// Changes the user's queue: the player that plays it does, if one plays; else it is changed in the library. Blocks its
    /// thread.
    ///
    /// - Throws: ``QueueEdit/Refusal``, `CatalogError`.
    package func change(_ edit: QueueEdit) throws {
        switch try QueueLock.take(for: catalog) {
        case .player(let connection):
            defer { connection.close() }
            try Self.send(edit, over: connection)
        case .taken(let lock):
            try withExtendedLifetime(lock) { try changeKeptQueue(edit) }
        case .impossible:
            try changeKeptQueue(edit)
        }
    }

    private static func send(_ edit: QueueEdit, over connection: QueueConnection) throws {
        let answer: QueueListener.Answer
        do {
            try connection.write(edit)
            answer = try connection.read(QueueListener.Answer.self)
        } catch {
            throw QueueEdit.Refusal(
                description:
                    "the player of this queue has not answered; whether it made the change shows phonolith queue"
            )
        }
        if let refusal = answer.refusal { throw refusal }
    }

    private func changeKeptQueue(_ edit: QueueEdit) throws {
        let kept = try kept()
        var queue = PlayQueue(kept, items: try kept.entries.map { try PlayerItem($0, in: catalog) })
        let current = queue.current?.id
        try queue.apply(edit, edit.entries.map { try PlayerItem($0, in: catalog) })
        let time = queue.current?.id == current ? kept.time : 0
        try keep(KeptQueue(queue, time: time), madeOf: kept)
    }
}
