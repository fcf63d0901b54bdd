// Changing what is in a queue. The current entry stays current whatever happens around it; when it is taken
// out itself, the one that a skip would lead to takes its place.

extension PlayQueue {
    /// Adds items after the current entry; at the beginning if there is none.
    public mutating func prepend(_ items: [PlayerItem]) {
        insert(makeEntries(items), at: currentIndex.map { $0 + 1 } ?? 0, after: current?.id)
    }

    /// Adds items at the end.
    public mutating func append(_ items: [PlayerItem]) {
        insert(makeEntries(items), at: entries.count, after: ownOrder?.last)
    }

    /// Inserts items after an entry; at the beginning for `nil`.
    ///
    /// - Throws: ``PlayQueueError/noSuchEntry(_:)``.
    public mutating func insert(
        _ items: [PlayerItem], after id: Entry.ID?
    ) throws(PlayQueueError) {
        let place = try place(after: id)
        insert(makeEntries(items), at: place, after: id)
    }

    /// Removes an entry.
    ///
    /// - Throws: ``PlayQueueError/noSuchEntry(_:)``.
    public mutating func remove(_ id: Entry.ID) throws(PlayQueueError) {
        _ = try existingIndex(of: id)
        remove(all: [id])
    }

    /// Removes those of the entries that are in the queue.
    mutating func remove(all gone: Set<Entry.ID>) {
        guard !gone.isEmpty else { return }
        // Behind the last entry a skip leads to the first, where the queue repeats.
        let next = currentIndex.flatMap { index in
            entries[index...].first { !gone.contains($0.id) }
                ?? (repeatMode == .none ? nil : entries.first { !gone.contains($0.id) })
        }
        entries.removeAll { gone.contains($0.id) }
        ownOrder?.removeAll(where: gone.contains)
        history.removeAll(where: gone.contains)
        currentIndex = next.flatMap { next in entries.firstIndex { $0.id == next.id } }
    }

    /// Removes all entries.
    public mutating func removeAll() {
        entries = []
        if ownOrder != nil { ownOrder = [] }
        history = []
        currentIndex = nil
    }

    /// Moves an entry after another; to the beginning for `nil`. Moving an entry after itself changes nothing.
    ///
    /// - Throws: ``PlayQueueError/noSuchEntry(_:)``.
    public mutating func move(
        _ id: Entry.ID, after target: Entry.ID?
    ) throws(PlayQueueError) {
        let index = try existingIndex(of: id)
        _ = try place(after: target)
        guard id != target else { return }
        let playing = current?.id
        let entry = entries.remove(at: index)
        ownOrder?.removeAll { $0 == id }
        let place = target.flatMap { target in entries.firstIndex { $0.id == target } }
        entries.insert(entry, at: place.map { $0 + 1 } ?? 0)
        insertIntoOwnOrder([id], after: target)
        currentIndex = playing.flatMap { playing in entries.firstIndex { $0.id == playing } }
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
        guard let index = index(of: id) else { return }
        change(&entries[index].item)
    }

    // MARK: - Steps

    private func existingIndex(of id: Entry.ID) throws(PlayQueueError) -> Int {
        guard let index = index(of: id) else { throw .noSuchEntry(id) }
        return index
    }

    private func place(after id: Entry.ID?) throws(PlayQueueError) -> Int {
        guard let id else { return 0 }
        return try existingIndex(of: id) + 1
    }

    private mutating func insert(_ new: [Entry], at place: Int, after id: Entry.ID?) {
        entries.insert(contentsOf: new, at: place)
        insertIntoOwnOrder(new.map(\.id), after: id)
        if let current = currentIndex, place <= current { currentIndex = current + new.count }
    }

    private mutating func insertIntoOwnOrder(_ ids: [Entry.ID], after id: Entry.ID?) {
        guard let order = ownOrder else { return }
        let place = id.flatMap { order.firstIndex(of: $0) }
        ownOrder?.insert(contentsOf: ids, at: place.map { $0 + 1 } ?? 0)
    }
}
