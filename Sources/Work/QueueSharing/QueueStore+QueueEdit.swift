package import Catalog
internal import Glibc
internal import MediaModel
package import PlayQueues

extension QueueStore {
    /// Changes the user's queue: the player that plays it does, if one plays; else it is changed in the library. Blocks its
    /// thread.
    ///
    /// - Parameters:
    ///   - program: What the program is called that changes it.
    ///   - patience: For how long a player is waited for.
    /// - Throws: ``QueueEdit/Refusal``, `CatalogError`.
    package func change(
        _ edit: QueueEdit, by program: String = KeptQueue.player,
        patience: Duration = .seconds(5)
    ) throws {
        let end = ContinuousClock.now + patience
        var request: Int64?
        while true {
            switch try QueueLock.take(for: catalog) {
            case .taken(let lock):
                // The player has ended, after the change or before it.
                if let answer = try request.flatMap(withdraw) { return try accept(answer) }
                return try withExtendedLifetime(lock) { try changeKeptQueue(edit, program) }
            case .impossible: return try changeKeptQueue(edit, program)
            case .held: break
            }
            let asked = try request ?? self.request(edit.json)
            request = asked
            for _ in 0..<Self.looksBetweenLocks {
                usleep(Self.pause)
                if try answer(to: asked) != nil || ContinuousClock.now > end {
                    return try accept(withdraw(asked))
                }
            }
        }
    }

    /// Players look for requests a few times a second; a command has the lock for milliseconds.
    private static let pause: UInt32 = 20_000
    private static let looksBetweenLocks = 10

    /// - Parameter answer: Why the change was not made, empty where it was; `nil` without an answer.
    private func accept(_ answer: String?) throws(QueueEdit.Refusal) {
        guard let answer else {
            throw QueueEdit.Refusal(
                description:
                    "another program plays this queue and does not answer; end it, or change the queue there"
            )
        }
        if !answer.isEmpty { throw QueueEdit.Refusal(description: answer) }
    }

    /// Keeps the items that a program plays in place of the queue before.
    ///
    /// - Throws: ``QueueEdit/Refusal`` as while another program plays the queue, `PlaylistEditError` for an item that is not in
    ///   the library, `CatalogError`.
    package func keep(_ queue: ItemQueue, patience: Duration) throws {
        let known = try itemsByID(queue.items)
        let items = try queue.items.map { id in
            guard let item = known[id] else { throw PlaylistEditError.noItem(id.description) }
            return PlayerItem(item)
        }
        let edit = QueueEdit.replacing(items, currentIndex: queue.currentIndex, time: queue.time)
        try change(edit, by: queue.changedBy, patience: patience)
    }

    /// What entries are: with all that the library knows of its items.
    package func items(of entries: [KeptQueue.Entry]) throws -> [PlayerItem] {
        let items = try itemsByID(entries.compactMap(\.item))
        return entries.map { entry in PlayerItem(entry, entry.item.flatMap { items[$0] }) }
    }

    private func itemsByID(_ ids: [MediaItemID]) throws -> [MediaItemID: MediaItem] {
        Dictionary(
            try catalog.items.all(ids).map { ($0.persistentID, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    private func changeKeptQueue(_ edit: QueueEdit, _ program: String) throws {
        // A matter of the player alone.
        if case .setDevices = edit { return }
        let kept = try kept()
        var queue = PlayQueue(kept, items: try items(of: kept.entries))
        let current = queue.current?.id
        try queue.apply(edit, items(of: edit.entries))
        var time = queue.current?.id == current ? kept.time : 0
        if case .replace(_, _, let place) = edit { time = place }
        var changed = KeptQueue(queue, time: time)
        changed.changedBy = program
        try keep(changed, madeOf: kept)
    }
}
