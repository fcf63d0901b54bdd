import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithPlayback
import PhonolithStore
import PhonolithUsers

/// The queue in the library that a player keeps while it plays it.
///
/// Not for use by two threads at once; each method blocks its thread.
struct OwnedQueue: ~Copyable {
    /// The library's queue when this player last read or wrote it; `nil` before.
    private var known: KeptQueue?
    /// Whether the library has changed it since, although the revision is what this player wrote.
    private var isBehind = false
    private var ownership = Ownership.unknown
    /// Why the queue could not be kept the last time; `nil` where it was.
    private(set) var failure: String?

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
        known = kept
        return kept
    }

    /// Keeps the player's queue.
    ///
    /// - Parameter requests: The requests of other programs that it was changed for.
    mutating func keep(_ queue: KeptQueue, for requests: [Int64], in catalog: Catalog) throws {
        do {
            try write(queue, for: requests, to: catalog)
            failure = nil
        } catch {
            failure = "\(error)"
            throw error
        }
    }

    private mutating func write(
        _ queue: KeptQueue, for requests: [Int64], to catalog: Catalog
    ) throws {
        try takeOwnership(in: catalog)
        guard case .ours = ownership else { return }
        let kept = try catalog.queue.keep(queue, madeOf: known, for: requests)
        if let known, known.revision + 1 != kept.revision { isBehind = true }
        var mine = queue
        (mine.hidden, mine.revision) = (kept.hidden, kept.revision)
        known = mine
    }

    /// Changes and requests since the last look, as long as the queue is the player's own.
    ///
    /// - Parameter waiting: A request that was taken and is still to be answered.
    /// - Throws: ``QueueEdit/Refusal`` where the queue is not the player's any more.
    mutating func news(
        in catalog: Catalog, beside waiting: ReceivedRequest?
    ) throws -> QueueNews {
        if case .ours(let lock?) = ownership, !lock.isHeld {
            // A server that was restarted has forgotten it.
            ownership = .unknown
        }
        try takeOwnership(in: catalog)
        guard case .ours = ownership else { return QueueNews() }
        // Read after the request, whose positions are those of the changed queue.
        let request = try waiting ?? catalog.queue.takeRequest()
        do {
            return QueueNews(changes: try changes(in: catalog), request: request)
        } catch {
            if let request { try catalog.queue.answer(request.id, "\(error)") }
            throw error
        }
    }

    private mutating func changes(in catalog: Catalog) throws -> (QueueChanges, [PlayerItem])? {
        guard let known, try isBehind || catalog.queue.revision() != known.revision else {
            return nil
        }
        let changes = QueueChanges(of: try catalog.queue.kept(), since: known)
        guard !changes.hidden.isEmpty || !changes.entries.isEmpty else {
            take(changes)
            return nil
        }
        return (changes, try catalog.queue.items(of: changes.entries))
    }

    /// The player has taken over what the library has changed.
    mutating func take(_ changes: QueueChanges) { (known, isBehind) = (changes.kept, false) }

    /// Keeps where the player is.
    func keepPosition(_ queue: KeptQueue, entry: Int?, in catalog: Catalog) throws {
        guard case .ours = ownership else { return }
        try catalog.queue.keepPosition(queue, entry: entry)
    }

    /// Lets other players keep theirs.
    mutating func end() { ownership = .others }

    /// One player of a user at a time keeps its queue: the one that began first.
    private mutating func takeOwnership(in catalog: Catalog) throws {
        guard case .unknown = ownership else { return }
        switch try QueueLock.takeToPlay(for: catalog) {
        case .taken(let lock):
            if let known, try catalog.queue.kept().revision != known.revision {
                ownership = .others
                throw QueueEdit.Refusal(
                    description:
                        "another program has changed the queue while the library's server did not answer; this player does not keep its own any more"
                )
            }
            if known == nil { try catalog.queue.forgetRequests() }
            ownership = .ours(lock)
        case .impossible: ownership = .ours(nil)
        case .held: ownership = .others
        }
    }
}
