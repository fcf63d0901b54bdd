import Catalog
import MediaModel

/// The queue in the library that a player keeps while it plays it.
///
/// Not for use by two threads at once; each method blocks its thread.
struct OwnedQueue: ~Copyable {
    /// What the library had when this player last read or wrote it; `nil` before.
    private var known: KeptQueue?
    private var ownership = Ownership.unknown

    private enum Ownership {
        case unknown
        /// Nobody else changes it.
        case ours(QueueLock?, QueueListener?)
        /// Another player keeps its own.
        case others
    }

    /// Reads the queue to continue with.
    mutating func read(from catalog: Catalog) throws -> KeptQueue {
        let kept = try catalog.keptQueue()
        known = kept
        return kept
    }

    /// Keeps the player's queue.
    ///
    /// - Parameter edit: Makes a change of the queue that a command asks for.
    /// - Returns: The items of entries whose files were moved meanwhile, by number.
    mutating func keep(
        _ queue: KeptQueue, in catalog: Catalog,
        edit: @escaping @Sendable (QueueEdit) async throws(QueueEdit.Refusal) -> Void
    ) throws -> [Int: PlayerItem] {
        guard try isOurs(in: catalog, edit) else { return [:] }
        let kept = try catalog.keepQueue(queue, madeOf: known)
        known = kept
        var moved: [Int: PlayerItem] = [:]
        for (entry, old) in zip(kept.entries, queue.entries) where entry.source != old.source {
            moved[entry.number] = try PlayerItem(entry, in: catalog)
        }
        return moved
    }

    /// Keeps where the player is.
    ///
    /// - Returns: Whether files of the queue were moved since this player read or wrote it.
    func keepPosition(_ queue: KeptQueue, entry: Int?, in catalog: Catalog) throws -> Bool {
        guard case .ours = ownership else { return false }
        return try catalog.keepQueuePosition(queue, entry: entry) != known?.revision
    }

    /// Lets other players keep theirs.
    mutating func end() { ownership = .others }

    /// One player of a user at a time keeps its queue: the one that began first.
    private mutating func isOurs(
        in catalog: Catalog,
        _ edit: @escaping @Sendable (QueueEdit) async throws(QueueEdit.Refusal) -> Void
    ) throws -> Bool {
        if case .unknown = ownership {
            switch try QueueLock.take(for: catalog) {
            case .taken(let lock):
                ownership = .ours(lock, QueueListener(at: lock.address, edit))
            case .impossible: ownership = .ours(nil, nil)
            case .player(let connection):
                connection.close()
                ownership = .others
            }
        }
        if case .ours = ownership { return true }
        return false
    }
}
