package import PhonolithMediaModel

// Changing what is in a queue. The current entry stays current whatever happens around it; when it is removed
// itself, the one that a skip would lead to takes its place. Hidden entries stay, whatever is done to the others.

extension PlayQueue {
    /// Adds items after the current entry; at the beginning if there is none.
    public mutating func prepend(_ items: [PlayerItem]) {
        insert(makeEntries(items), at: place(after: current?.id), after: current?.id)
    }

    /// Adds items at the end.
    public mutating func append(_ items: [PlayerItem]) {
        insert(makeEntries(items), at: all.count, after: ownOrder?.last)
    }

    /// Inserts items after an entry; at the beginning for `nil`.
    ///
    /// - Throws: ``PlayQueueError/noSuchEntry(_:)``.
    public mutating func insert(
        _ items: [PlayerItem], after id: Entry.ID?
    ) throws(PlayQueueError) {
        try check(id)
        insert(makeEntries(items), at: place(after: id), after: id)
    }

    /// Removes an entry.
    ///
    /// - Throws: ``PlayQueueError/noSuchEntry(_:)``.
    public mutating func remove(_ id: Entry.ID) throws(PlayQueueError) { try remove([id]) }

    /// Removes entries: all of them, or none where one is not in the queue.
    package mutating func remove(_ ids: [Entry.ID]) throws(PlayQueueError) {
        for id in ids { try check(id) }
        remove(all: Set(ids))
    }

    private mutating func remove(all gone: Set<Entry.ID>) {
        ownOrder?.removeAll(where: gone.contains)
        history.removeAll(where: gone.contains)
        set(all.filter { !gone.contains($0.id) })
    }

    /// Removes all entries.
    public mutating func removeAll() { remove(all: Set(entries.map(\.id))) }

    /// Puts an item in place of the current one, as an entry of its own; where none is current, it comes last. Without an item the
    /// current entry is removed.
    package mutating func replaceCurrent(with item: PlayerItem?) {
        let old = current?.id
        if let item {
            let new = makeEntries([item])
            insert(new, at: old.map { place(after: $0) } ?? all.count, after: old ?? ownOrder?.last)
            currentIndex = index(of: new[0].id)
        }
        if let old { remove(all: [old]) }
    }

    /// The queue without entries whose bytes are nowhere but in memory, which no other program can play.
    package var withoutBytes: PlayQueue {
        let gone = Set(all.filter(\.item.source.isInMemory).map(\.id))
        guard !gone.isEmpty else { return self }
        var kept = self
        kept.remove(all: gone)
        return kept
    }

    /// Has other entries instead of all, with ids that were never given before.
    package mutating func replace(with descriptor: PlayQueueDescriptor) {
        (shuffleMode, ownOrder, history, currentIndex) = (.off, nil, [], nil)
        set(all.filter(\.isHidden) + makeEntries(descriptor.items))
        let start = descriptor.startIndex
        currentIndex = entries.indices.contains(start) ? start : nil
    }

    /// Moves an entry after another; to the beginning for `nil`. Moving an entry after itself changes nothing.
    ///
    /// - Throws: ``PlayQueueError/noSuchEntry(_:)``.
    public mutating func move(
        _ id: Entry.ID, after target: Entry.ID?
    ) throws(PlayQueueError) {
        try check(id)
        try check(target)
        guard id != target else { return }
        var changed = all
        let moved = changed.remove(at: place(after: id) - 1)
        let place = target.flatMap { target in changed.firstIndex { $0.id == target } }
        changed.insert(moved, at: place.map { $0 + 1 } ?? 0)
        ownOrder?.removeAll { $0 == id }
        insertIntoOwnOrder([id], after: target)
        set(changed)
    }

    /// Makes several changes together: if one of them fails, the queue is unchanged.
    ///
    /// - Returns: The result of `changes`.
    public mutating func perform<Value, Failure>(
        _ changes: (inout PlayQueue) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var copy = self
        let value = try changes(&copy)
        self = copy
        return value
    }

    /// Puts other knowledge of an entry's item in place of the old.
    package mutating func update(_ id: Entry.ID, _ change: (inout PlayerItem) -> Void) {
        guard index(of: id) != nil else { return }
        var changed = all
        change(&changed[place(after: id) - 1].item)
        show(changed)
    }

    /// Has all that the library knows of its items.
    package mutating func describe(with items: [MediaItemID: MediaItem]) {
        show(
            all.map { entry in
                guard let item = entry.item.persistentID.flatMap({ items[$0] }) else {
                    return entry
                }
                var entry = entry
                let (start, end) = (entry.item.startTime, entry.item.endTime)
                entry.item = PlayerItem(item)
                (entry.item.startTime, entry.item.endTime) = (start, end)
                return entry
            })
    }

    // MARK: - Steps

    mutating func show(_ new: [Entry]) {
        all = new
        entries = new.contains(where: \.isHidden) ? new.filter { !$0.isHidden } : new
    }

    /// Has these entries. Where the current one is not among them, or is hidden, the next one is current.
    mutating func set(_ new: [Entry]) {
        let (old, place) = (entries, currentIndex)
        currentIndex = nil
        show(new)
        guard let place else { return }
        currentIndex = index(of: old[place].id)
        guard currentIndex == nil else { return }
        let left = Set(entries.map(\.id))
        // Behind the last entry a skip leads to the first, where the queue repeats.
        let next =
            old[place...].first { left.contains($0.id) }
            ?? (repeatMode == .none ? nil : old.first { left.contains($0.id) })
        currentIndex = next.flatMap { index(of: $0.id) }
    }

    mutating func makeEntries(_ items: [PlayerItem]) -> [Entry] {
        defer { nextNumber += items.count }
        return items.enumerated().map { offset, item in
            Entry(id: Entry.ID(rawValue: nextNumber + offset), item: item)
        }
    }

    private func check(_ id: Entry.ID?) throws(PlayQueueError) {
        if let id, index(of: id) == nil { throw .noSuchEntry(id) }
    }

    /// The place among all entries after one of them; the first for `nil`.
    private func place(after id: Entry.ID?) -> Int {
        id.flatMap { id in all.firstIndex { $0.id == id } }.map { $0 + 1 } ?? 0
    }

    private mutating func insert(_ new: [Entry], at place: Int, after id: Entry.ID?) {
        var changed = all
        changed.insert(contentsOf: new, at: place)
        insertIntoOwnOrder(new.map(\.id), after: id)
        set(changed)
    }

    private mutating func insertIntoOwnOrder(_ ids: [Entry.ID], after id: Entry.ID?) {
        guard let order = ownOrder else { return }
        let place = id.flatMap { order.firstIndex(of: $0) }
        ownOrder?.insert(contentsOf: ids, at: place.map { $0 + 1 } ?? 0)
    }
}
