import Catalog
import MediaModel

/// The queue in the library that a player keeps while it plays it.
///
/// Not for use by two threads at once; each method blocks its thread.
struct OwnedQueue: ~Copyable {
    /// What the library had when this player last read or wrote it; `nil` before.
    private var known: KeptQueue?
    private var ownership = Ownership.unknown
    /// Why the queue could not be kept the last time; `nil` where it was.
    private(set) var failure: String?
    /// Takes the changes of commands, once there is a queue for them.
    private var listener: QueueListener?

    private enum Ownership {
        case unknown
        /// Other programs do not change it; without a lock where there can be none.
        case ours(QueueLock?)
        /// Another player keeps its own.
        case others
    }

    /// Reads the queue to continue with.
    ///
    /// - Parameter keeps: Whether the player keeps it. From then on no other program changes it, so that no change is
    ///   made of what the player has read and is lost when it keeps its queue.
    mutating func read(from catalog: Catalog, keeps: Bool) throws -> KeptQueue {
        if keeps { try takeOwnership(in: catalog) }
        let kept = try catalog.queue.kept()
        // There is nothing to play: commands may fill it.
        if kept.entries.isEmpty, listener == nil, case .ours = ownership { ownership = .unknown }
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
        do {
            let moved = try write(queue, to: catalog, edit)
            failure = nil
            return moved
        } catch {
            failure = "\(error)"
            throw error
        }
    }

    private mutating func write(
        _ queue: KeptQueue, to catalog: Catalog,
        _ edit: @escaping @Sendable (QueueEdit) async throws(QueueEdit.Refusal) -> Void
    ) throws -> [Int: PlayerItem] {
        try takeOwnership(in: catalog)
        guard case .ours(let lock) = ownership else { return [:] }
        let kept = try catalog.queue.keep(queue, madeOf: known)
        known = kept
        if listener == nil, let lock { listener = QueueListener(at: lock.address, edit) }
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
        return try catalog.queue.keepPosition(queue, entry: entry) != known?.revision
    }

    /// Lets other players keep theirs.
    mutating func end() { (listener, ownership) = (nil, .others) }

    /// One player of a user at a time keeps its queue: the one that began first.
    private mutating func takeOwnership(in catalog: Catalog) throws {
        guard case .unknown = ownership else { return }
        switch try QueueLock.take(for: catalog) {
        case .taken(let lock): ownership = .ours(lock)
        case .impossible: ownership = .ours(nil)
        case .player(let connection):
            connection.close()
            ownership = .others
        }
    }
}
