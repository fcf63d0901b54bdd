import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithPlayback
import PhonolithStore
import PhonolithUsers

/// A player's right to keep the user's queue in the library, and what it knows of the queue there.
///
/// Not for use by two threads at once; each method blocks its thread.
struct QueueOwnership: ~Copyable {
    /// The queue as this player last read or wrote it; `nil` before, and for one that it read and found empty.
    private var known: KeptQueue?
    /// Whether what was written had changes of others that the player has not taken over.
    private var isBehind = false
    private var state = State.unknown
    /// Why the queue could not be kept the last time; `nil` where it was.
    private(set) var failure: String?

    private enum State {
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
        let kept = try catalog.queue.described()
        known = kept.queue.isEmpty ? nil : kept
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
        guard case .ours = state else { return }
        let kept = try catalog.queue.keep(queue, madeOf: known, for: requests)
        var mine = queue
        mine.revision = kept.revision
        (known, isBehind) = (mine, kept.queue != queue.queue)
    }

    /// Changes and requests since the last look, as long as the queue is the player's own.
    ///
    /// - Parameter waiting: A request that was taken and is still to be answered.
    /// - Throws: ``QueueEdit/Refusal`` where the queue is not the player's any more.
    mutating func news(
        in catalog: Catalog, beside waiting: ReceivedRequest?
    ) throws -> QueueNews {
        if case .ours(let lock?) = state, !lock.isHeld {
            // A server that was restarted has forgotten it.
            state = .unknown
        }
        try takeOwnership(in: catalog)
        guard case .ours = state else { return QueueNews() }
        let request = try waiting ?? catalog.queue.takeRequest()
        do {
            return QueueNews(changed: try changed(in: catalog), request: request)
        } catch {
            if let request { try catalog.queue.answer(request.id, "\(error)") }
            throw error
        }
    }

    /// The queue in the library, where others have changed it.
    private mutating func changed(in catalog: Catalog) throws -> KeptQueue? {
        // Changes that could not be kept wait for the next time.
        guard let known, failure == nil,
            try isBehind || catalog.queue.revision() != known.revision
        else { return nil }
        let stored = try catalog.queue.described()
        var new = known.queue
        new.takeOver(stored.queue, since: known.queue)
        if new != known.queue { return stored }
        take(stored)
        return nil
    }

    /// The player has taken over a queue that others have changed.
    mutating func take(_ stored: KeptQueue) { (known, isBehind) = (stored, false) }

    /// Keeps where the player is.
    func keepPosition(_ queue: KeptQueue, in catalog: Catalog) throws {
        guard case .ours = state else { return }
        try catalog.queue.keepPosition(queue)
    }

    /// Lets other players keep theirs.
    mutating func end() { state = .others }

    /// One player of a user at a time keeps its queue: the one that began first.
    private mutating func takeOwnership(in catalog: Catalog) throws {
        guard case .unknown = state else { return }
        switch try QueueLock.takeToPlay(for: catalog) {
        case .taken(let lock):
            if let known, try catalog.queue.revision() != known.revision {
                state = .others
                throw QueueEdit.Refusal(
                    description:
                        "another program has changed the queue while the library's server did not answer; this player does not keep its own any more"
                )
            }
            if known == nil { try catalog.queue.forgetRequests() }
            state = .ours(lock)
        case .impossible: state = .ours(nil)
        case .held: state = .others
        }
    }
}
