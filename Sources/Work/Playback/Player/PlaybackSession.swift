/// The agreement of a player and its engine about the queue: the entry that is decoded, the one after it, and
/// the items that could not be opened.
struct PlaybackSession: Sendable {
    var statuses: [PlayQueue.Entry.ID: PlayerItemStatus] = [:]
    /// The entry that is being decoded, which may be one after that which is heard.
    var feeding: PlayQueue.Entry?
    /// The entry that the engine was asked to play next.
    var named: PlayQueue.Entry?
    /// How often the entry that is being decoded is to be repeated still; negative for endlessly.
    var loopsLeft = 0
    /// Whether the queue goes on after an item.
    var actionAtItemEnd = ActionAtItemEnd.advance
    /// Requests to servers, and failures.
    var logs: [PlayQueue.Entry.ID: PlayerItemLog] = [:]
    /// Counts the places that the engine was sent to: messages about an older one are ignored.
    var generation = 0
    /// Whether what was decoded did not suffice, and does not yet.
    var isStalled = false

    /// Has items that could not be opened tried again.
    mutating func forgetFailures() {
        statuses = statuses.filter { if case .failed = $0.value { false } else { true } }
    }

    func isFailed(_ entry: PlayQueue.Entry) -> Bool {
        if case .failed = statuses[entry.id] { true } else { false }
    }

    /// Whether what follows an entry is played after it; after one that failed, always.
    private func goesOn(after entry: PlayQueue.Entry) -> Bool {
        actionAtItemEnd == .advance || isFailed(entry)
    }

    /// The engine is to begin somewhere else.
    mutating func begin() { (feeding, named) = (nil, nil) }

    /// The engine begins to decode an entry.
    ///
    /// - Parameter loops: How often each is repeated.
    /// - Returns: Whether it is what the engine was asked for.
    mutating func feed(_ entry: PlayQueue.Entry, loops: Int) -> Bool {
        // Loops are counted where they are decoded, which may be well before they are heard.
        loopsLeft = entry.id == feeding?.id ? loopsLeft - (loopsLeft > 0 ? 1 : 0) : loops
        let wasNamed = entry == named || feeding == nil
        (feeding, named) = (entry, nil)
        return wasNamed
    }

    /// The entry played after the one that is being decoded; failed entries are skipped.
    ///
    /// An item that is to be played again follows itself.
    func following(in queue: PlayQueue) -> PlayQueue.Entry? {
        guard let feeding else { return nil }
        guard var index = queue.index(of: feeding.id) else {
            // It was taken out of the queue while it played: the current entry then follows it.
            return queue.current
        }
        if loopsLeft != 0 || queue.repeatMode == .one, !isFailed(feeding) { return feeding }
        guard goesOn(after: feeding) else { return nil }
        for _ in 0..<queue.count {
            guard let following = queue.index(following: index) else { return nil }
            index = following
            if !isFailed(queue.entries[index]) { return queue.entries[index] }
        }
        return nil
    }

    /// Whether what is being decoded still comes next, or is what is heard.
    ///
    /// Entries that failed in between do not matter: the one that is being decoded may be one of them.
    func isInOrder(in queue: PlayQueue) -> Bool {
        guard let feeding, feeding.id != queue.current?.id else { return true }
        guard var index = queue.currentIndex else { return false }
        // Readers are ahead of what is heard by some short items at most.
        var left = 8
        for _ in 0..<2 * queue.count where left > 0 {
            if queue.repeatMode != .one || isFailed(queue.entries[index]) {
                guard goesOn(after: queue.entries[index]),
                    let following = queue.index(following: index)
                else { return false }
                index = following
            }
            let next = queue.entries[index]
            if next.id == feeding.id { return true }
            if !isFailed(next) || next.id == queue.current?.id { left -= 1 }
        }
        return false
    }
}
