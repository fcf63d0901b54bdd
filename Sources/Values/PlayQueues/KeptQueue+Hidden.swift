extension KeptQueue {
    /// The queue with entries that its maker did not see, each after the entry that was before it.
    ///
    /// - Parameters:
    ///   - hidden: The numbers of the entries that were not seen.
    ///   - everything: The queue with them.
    package func keeping(_ hidden: Set<Int>, of everything: KeptQueue) -> KeptQueue {
        var whole = self
        whole.entries = entries.joined(with: everything.entries, keeping: hidden)
        whole.currentIndex = current.flatMap { current in
            whole.entries.firstIndex { $0.number == current.number }
        }
        let own = entries.inOwnOrder.joined(
            with: everything.entries.inOwnOrder, keeping: hidden)
        let places = Dictionary(
            own.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
        for index in whole.entries.indices {
            whole.entries[index].ownPosition = places[whole.entries[index].number] ?? index
        }
        return whole
    }

    /// Gives other numbers to hidden entries whose numbers entries of another queue have: a player knows its own by their numbers.
    ///
    /// - Returns: The numbers of the hidden entries now.
    package mutating func renumber(_ hidden: Set<Int>, asIn other: KeptQueue) -> Set<Int> {
        let others = Set(other.entries.map(\.number))
        var numbers = hidden
        nextNumber = max(nextNumber, other.nextNumber, (others.max() ?? 0) + 1)
        for index in entries.indices {
            let number = entries[index].number
            guard hidden.contains(number), others.contains(number) else { continue }
            entries[index].number = nextNumber
            numbers.remove(number)
            numbers.insert(nextNumber)
            nextNumber += 1
        }
        return numbers
    }

    /// Entries whose files were moved since they were read have their new places, and those whose items were recognised in
    /// others have these.
    ///
    /// - Parameter other: The queue that is kept now.
    package mutating func bringUpToDate(by other: KeptQueue) {
        let others = Dictionary(
            other.entries.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        for index in entries.indices {
            let entry = entries[index]
            guard let kept = others[entry.number], kept.startTime == entry.startTime,
                kept.item == entry.item || kept.source == entry.source
            else { continue }
            (entries[index].source, entries[index].item) = (kept.source, kept.item)
        }
    }
}

extension [KeptQueue.Entry] {
    /// In the order in which they were put in.
    fileprivate var inOwnOrder: Self { sorted { $0.ownPosition < $1.ownPosition } }
}
