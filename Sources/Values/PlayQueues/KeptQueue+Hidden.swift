extension KeptQueue {
    /// The queue with entries that its maker did not see, each after the entry that was before it.
    ///
    /// - Parameters:
    ///   - hidden: The numbers of the entries that were not seen.
    ///   - everything: The queue with them.
    package func keeping(_ hidden: Set<Int>, of everything: KeptQueue) -> KeptQueue {
        var whole = self
        whole.entries = Self.joined(entries, everything.entries, hidden)
        whole.currentIndex = current.flatMap { current in
            whole.entries.firstIndex { $0.number == current.number }
        }
        let own = Self.joined(entries.inOwnOrder, everything.entries.inOwnOrder, hidden)
        let places = Dictionary(
            own.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
        for index in whole.entries.indices {
            whole.entries[index].ownPosition = places[whole.entries[index].number] ?? index
        }
        return whole
    }

    /// Gives other numbers to entries that have those of hidden ones.
    package mutating func avoid(_ hidden: Set<Int>) {
        nextNumber = max(nextNumber, (hidden.max() ?? 0) + 1)
        for index in entries.indices where hidden.contains(entries[index].number) {
            entries[index].number = nextNumber
            nextNumber += 1
        }
    }

    /// Entries, with the hidden ones of others each after the entry that is before it there.
    private static func joined(
        _ shown: [Entry], _ others: [Entry], _ hidden: Set<Int>
    ) -> [Entry] {
        let numbers = Set(shown.map(\.number))
        var (following, last): ([Int?: [Entry]], Int?) = ([:], nil)
        for entry in others {
            if hidden.contains(entry.number) {
                following[last, default: []].append(entry)
            } else if numbers.contains(entry.number) {
                last = entry.number
            }
        }
        return (following[nil] ?? []) + shown.flatMap { [$0] + (following[$0.number] ?? []) }
    }

    /// Entries whose files were moved since they were read have their new places, and those whose items were recognised in
    /// others have these.
    ///
    /// - Parameter other: What is kept now.
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
