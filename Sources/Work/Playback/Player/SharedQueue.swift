import Catalog
import Files
import MediaModel
import SystemPackage

/// A player's queue in the library, which commands change as well: what both sides know of it.
///
/// Not for use by two threads at once; each method blocks its thread.
struct SharedQueue: ~Copyable {
    /// What the library had when this player last read or wrote it; `nil` before.
    private var known: KeptQueue?
    /// What the player had sent when changes of others were last merged into it, and how often they were.
    private var sent: KeptQueue?
    private var mergeCount = 0
    private var lock: QueueLock?
    private var isOurs: Bool?

    /// What others changed, for the player to take over.
    struct Changes: Sendable {
        /// What the player had sent.
        let sent: KeptQueue
        /// What is kept now.
        let merged: KeptQueue
        /// The items of entries that the player does not have, or has in another place, by number.
        let items: [Int: PlayerItem]
        let mergeCount: Int
    }

    /// Reads the queue to continue with.
    mutating func read(from catalog: Catalog) throws -> KeptQueue {
        let kept = try catalog.keptQueue()
        known = kept
        return kept
    }

    /// Keeps the player's queue, and what others have changed in it meanwhile.
    ///
    /// - Parameter seen: How many merges the player has taken over.
    mutating func keep(
        _ queue: KeptQueue, seen: Int, in catalog: Catalog
    ) throws -> Changes? {
        guard isOurs(in: catalog) else { return nil }
        // What was sent before a merge is a change of what was merged, not of its result.
        let base = seen == mergeCount ? known : sent
        let kept = try catalog.keepQueue(queue, basedOn: base)
        known = kept
        guard !kept.isAlike(queue) else { return nil }
        mergeCount += 1
        sent = queue
        sent?.revision = -1
        let sources = Dictionary(
            queue.entries.map { ($0.number, $0.source) }, uniquingKeysWith: { first, _ in first })
        var items: [Int: PlayerItem] = [:]
        for entry in kept.entries where sources[entry.number] != entry.source {
            items[entry.number] = try PlayerItem(entry, in: catalog)
        }
        return Changes(sent: queue, merged: kept, items: items, mergeCount: mergeCount)
    }

    /// Keeps where the player is.
    ///
    /// - Returns: Whether others have changed the queue since this player read or wrote it.
    mutating func keepPosition(
        _ queue: KeptQueue, entry: Int?, in catalog: Catalog
    ) throws -> Bool {
        guard isOurs(in: catalog), let revision = known?.revision else { return false }
        let kept = try catalog.keepQueuePosition(queue, entry: entry, basedOn: revision)
        let hasModes =
            known?.repeatMode == queue.repeatMode && known?.shuffleMode == queue.shuffleMode
        guard kept == (hasModes ? revision : revision + 1) else { return true }
        known?.adopt(revision: kept, modesOf: queue)
        return false
    }

    /// Lets other players keep theirs.
    mutating func end() {
        lock = nil
        isOurs = false
    }

    /// One player of a user at a time keeps its queue: the one that began first.
    private mutating func isOurs(in catalog: Catalog) -> Bool {
        if let isOurs { return isOurs }
        let taken = QueueLock.take(for: catalog)
        if case .taken(let lock) = taken { self.lock = lock }
        let isFree = if case .held = taken { false } else { true }
        isOurs = isFree
        return isFree
    }
}

extension KeptQueue {
    /// Whether both are the same except for the place in them.
    func isAlike(_ other: KeptQueue) -> Bool {
        entries == other.entries && repeatMode == other.repeatMode
            && shuffleMode == other.shuffleMode
    }
}

/// Held by the player that keeps its queue in a library; the kernel's (`flock`), so that it ends with its process.
final class QueueLock: Sendable {
    private let file: FileDescriptor

    /// What came of taking it.
    enum Answer {
        case taken(QueueLock)
        /// Another player has it.
        case held
        /// There is no place for it, as for a library in memory, or the file system has no locks.
        case impossible
    }

    /// Takes the lock of the catalogue's user: each has a queue.
    static func take(for catalog: Catalog) -> Answer {
        guard catalog.path.hasPrefix("/") else { return .impossible }
        let suffix = catalog.user == .owner ? ".player" : ".player-\(catalog.user)"
        let path = MediaPath(catalog.path + suffix)
        guard let file = try? path.opened(.readWrite, options: .create, rights: 0o644) else {
            return .impossible
        }
        let lock = QueueLock(file)
        do throws(Errno) {
            return try file.lockIfFree() ? .taken(lock) : .held
        } catch {
            return .impossible
        }
    }

    private init(_ file: FileDescriptor) { self.file = file }

    deinit { file.closeAfterReading() }
}
