/// The differences between a queue as its player kept it and as the library has it now: files were moved, and roots were closed
/// to the user or opened.
package struct QueueChanges: Hashable, Sendable {
    /// The queue in the library.
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
    /// - Parameter items: The items of ``QueueChanges/entries``, one for each.
    package mutating func take(_ changes: QueueChanges, _ items: [PlayerItem]) {
        // Entries that were hidden have numbers, too.
        nextNumber = max(nextNumber, changes.kept.nextNumber)
        remove(all: Set(changes.hidden.map(Entry.ID.init)))
        let items = Dictionary(
            zip(changes.entries.map(\.number), items), uniquingKeysWith: { first, _ in first })
        for index in entries.indices {
            if let item = items[entries[index].id.rawValue] { entries[index].item = item }
        }
        let known = Set(entries.map(\.id))
        let shown = Set(items.keys.map(Entry.ID.init)).subtracting(known)
        guard !shown.isEmpty else { return }
        let current = current?.id
        let everything = PlayQueue(
            changes.kept,
            items: changes.kept.entries.map { items[$0.number] ?? PlayerItem($0, nil) })
        let own = ownOrder.map { order in
            inOrder(order).joined(
                with: everything.inOrder(everything.ownOrder ?? everything.entries.map(\.id)),
                keeping: shown)
        }
        entries = entries.joined(with: everything.entries, keeping: shown)
        ownOrder = own?.map(\.id)
        currentIndex = current.flatMap { id in entries.firstIndex { $0.id == id } }
    }

    /// The entries with these identities.
    private func inOrder(_ ids: [Entry.ID]) -> [Entry] {
        let entries = Dictionary(
            entries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return ids.compactMap { entries[$0] }
    }
}
