// Going from entry to entry.

extension PlayQueue {
    /// The entry that follows when the current one has played to its end; `nil` if the queue ends.
    public var following: Entry? {
        repeatMode == .one ? current : successor
    }

    /// The entry that a skip leads to; `nil` if the queue ends.
    ///
    /// A skip leads on from an entry that repeats, and after the last one to the first
    /// (MPRIS 2.2, `Next`).
    public var successor: Entry? {
        guard let currentIndex else { return nil }
        if currentIndex + 1 < entries.count { return entries[currentIndex + 1] }
        return repeatMode == .none ? nil : entries.first
    }

    /// The entry that a skip back leads to: the one that was current before, else the one in front;
    /// `nil` if there is none.
    public var predecessor: Entry? {
        if let last = history.last, let entry = entry(last) { return entry }
        guard let currentIndex else { return entries.last }
        if currentIndex > 0 { return entries[currentIndex - 1] }
        return repeatMode == .none ? nil : entries.last
    }

    /// Makes the following entry current when the current one has ended.
    public mutating func advance() { go(to: following) }

    /// Makes the next entry current; after the last one, none is.
    public mutating func skipToNext() { go(to: successor) }

    /// Goes back: to the beginning of the current entry when it has played for more than 3 s or there is
    /// nothing before it, else to the entry before.
    ///
    /// - Parameter elapsed: For how long the current entry has played, in seconds.
    /// - Returns: Whether another entry is current now.
    @discardableResult
    public mutating func skipToPrevious(elapsed: Double) -> Bool {
        guard elapsed <= 3, let entry = predecessor, entry.id != current?.id else { return false }
        if history.last == entry.id { history.removeLast() }
        currentIndex = index(of: entry.id)
        return true
    }

    /// Makes an entry current.
    ///
    /// - Throws: ``PlayQueueError/noSuchEntry(_:)``.
    public mutating func skip(to id: Entry.ID) throws(PlayQueueError) {
        guard let entry = entry(id) else { throw .noSuchEntry(id) }
        go(to: entry)
    }

    /// The first entry with an item: by its id in a library, else by the part of the source that it plays.
    public func entry(of item: PlayerItem) -> Entry? {
        entries.first { entry in
            if let id = item.persistentID { return entry.item.persistentID == id }
            return entry.item.source == item.source && entry.item.startTime == item.startTime
        }
    }

    /// Makes the first entry current, where none is.
    public mutating func begin() {
        if currentIndex == nil { currentIndex = entries.isEmpty ? nil : 0 }
    }

    fileprivate mutating func go(to entry: Entry?) {
        let old = current?.id
        currentIndex = entry.flatMap { index(of: $0.id) }
        guard let old, old != entry?.id else { return }
        history.append(old)
        history.removeFirst(max(0, history.count - Self.longestHistory))
    }
}

extension PlayQueue {
    /// The queue is played to its end.
    package mutating func end() { go(to: nil) }

    /// Where the entry stands that is played after another has ended, were there no repeating of one; `nil`
    /// where the queue ends.
    package func index(following index: Int) -> Int? {
        if index + 1 < entries.count { return index + 1 }
        return repeatMode == .all ? 0 : nil
    }
}
