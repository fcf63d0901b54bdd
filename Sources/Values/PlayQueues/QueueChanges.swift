/// The differences between a queue as its player kept it and as the library has it now: files were moved, and roots were closed
/// to the user or opened.
package struct QueueChanges: Hashable, Sendable {
    /// What the library has now.
    package let kept: KeptQueue
    /// The numbers of the entries that are hidden now.
    package let hidden: Set<Int>
    /// The entries that are not hidden any more, and those whose files have other places or that are other items now.
    package let entries: [KeptQueue.Entry]

    /// Compares a queue with what its player knows of it.
    package init(of kept: KeptQueue, since known: KeptQueue) {
        let before = Dictionary(
            known.entries.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        self.kept = kept
        hidden = kept.hidden.subtracting(known.hidden)
        entries = kept.entries.filter { entry in
            guard let old = before[entry.number] else { return known.hidden.contains(entry.number) }
            return (old.source, old.item) != (entry.source, entry.item)
        }
    }
}

extension PlayQueue {
    /// Takes over what the library has changed. An entry that is not hidden any more comes after the one that is before it there.
    ///
    /// - Parameter items: What ``QueueChanges/entries`` are, one for each.
    package mutating func take(_ changes: QueueChanges, _ items: [PlayerItem]) {
        // Those that were taken out meanwhile need not be.
        for number in changes.hidden { try? remove(Entry.ID(rawValue: number)) }
        let order = changes.kept.entries.map(\.number)
        let ownOrder = changes.kept.entries.inOwnOrder.map(\.number)
        for (entry, item) in zip(changes.entries, items) {
            let id = Entry.ID(rawValue: entry.number)
            guard index(of: id) == nil else {
                update(id) { $0 = item }
                continue
            }
            insert(
                Entry(id: id, item: item), after: predecessor(of: entry.number, in: order),
                ownPredecessor: predecessor(of: entry.number, in: ownOrder))
        }
    }

    /// The nearest entry before another one in an order, among those that are in the queue.
    private func predecessor(of number: Int, in order: [Int]) -> Entry.ID? {
        order.prefix { $0 != number }.reversed().lazy.map(Entry.ID.init)
            .first { index(of: $0) != nil }
    }
}
