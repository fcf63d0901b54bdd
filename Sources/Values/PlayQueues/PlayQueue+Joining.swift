// Queues that have something in common: a queue and the same in the library, where programs and scans have changed it; a queue and
// that of a program that does not know all of it.

extension PlayQueue {
    /// Takes over what the library has changed since this queue was made of an earlier version: where files are, which items they
    /// are, and who sees them. Entries that this queue never had come after the one that is before them there.
    ///
    /// - Parameters:
    ///   - stored: The queue in the library now.
    ///   - known: The version that this one was made of; `nil` for a new queue, which takes over hidden entries alone.
    package mutating func takeOver(_ stored: PlayQueue, since known: PlayQueue?) {
        let knownIDs = Set(known?.all.map(\.id) ?? [])
        let entriesThere = Dictionary(
            stored.all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var changed = all
        for index in changed.indices where knownIDs.contains(changed[index].id) {
            guard let there = entriesThere[changed[index].id], there.differs(from: changed[index])
            else { continue }
            changed[index] = there
        }
        let new = stored.all.filter {
            !knownIDs.contains($0.id) && (known != nil || $0.isHidden)
        }.map(\.id)
        if !new.isEmpty { add(new, of: stored, knownIDs, to: &changed) }
        set(changed)
        let seen = Set(entries.map(\.id))
        history.removeAll { !seen.contains($0) }
    }

    /// Adds entries of another queue. Those whose ids are given here already get others.
    private mutating func add(
        _ new: [Entry.ID], of other: PlayQueue, _ knownIDs: Set<Entry.ID>,
        to changed: inout [Entry]
    ) {
        nextNumber = max(nextNumber, other.nextNumber)
        let own = Set(changed.map(\.id))
        var ids = Dictionary(uniqueKeysWithValues: new.map { ($0, $0) })
        for id in new where own.contains(id) {
            ids[id] = Entry.ID(rawValue: nextNumber)
            nextNumber += 1
        }
        for id in knownIDs { ids[id] = id }
        let added = Set(new.compactMap { ids[$0] })
        let others = other.all.compactMap { entry in
            ids[entry.id].map { Entry(id: $0, item: entry.item, isHidden: entry.isHidden) }
        }
        changed = changed.joined(with: others, keeping: added, id: \.id)
        let order = (other.ownOrder ?? other.all.map(\.id)).compactMap { ids[$0] }
        ownOrder = ownOrder?.joined(with: order, keeping: added, id: \.self)
    }

    /// Puts other items in place of entries that a program knows. An item that was in the queue stays the same entry; where all
    /// are the same, so do their own order and the modes. Entries that the program does not know stay as long as the queue is the
    /// same: while it has an entry of before.
    mutating func replace(
        _ replaced: Set<Entry.ID>, with items: [PlayerItem], currentIndex index: Int?
    ) {
        let known = entries.filter { replaced.contains($0.id) }
        var new = known
        if known.map(Sound.init) != items.map(Sound.init) {
            var before = Dictionary(grouping: known, by: Sound.init).mapValues { $0[...] }
            new = items.map { item in
                guard var entry = before[Sound(item), default: []].popFirst() else {
                    return makeEntries([item])[0]
                }
                entry.item = item
                return entry
            }
            let isSameQueue = new.contains { replaced.contains($0.id) }
            let others = all.filter {
                $0.isHidden || isSameQueue && !replaced.contains($0.id)
            }
            (shuffleMode, ownOrder, history, currentIndex) = (.off, nil, [], nil)
            set(new.joined(with: all, keeping: Set(others.map(\.id)), id: \.id))
        }
        currentIndex = index.flatMap { new.indices.contains($0) ? self.index(of: new[$0].id) : nil }
    }

    /// The part of a source that an item plays; entries with the same part are taken for one another.
    private struct Sound: Hashable {
        let source: PlayerItem.Source
        let startTime: Double

        init(_ item: PlayerItem) { (source, startTime) = (item.source, item.startTime) }
        init(_ entry: Entry) { self.init(entry.item) }
    }
}

extension PlayQueue.Entry {
    /// Whether the library has changed what the entry is.
    fileprivate func differs(from old: Self) -> Bool {
        (isHidden, item.persistentID, item.source)
            != (old.isHidden, old.item.persistentID, old.item.source)
    }
}

extension Array {
    /// The elements, with some of others, each after the one that is before it there.
    ///
    /// - Parameter kept: Which of the others.
    fileprivate func joined<ID: Hashable>(
        with others: [Element], keeping kept: Set<ID>, id: (Element) -> ID
    ) -> [Element] {
        let own = Set(map(id))
        var (following, last): ([ID?: [Element]], ID?) = ([:], nil)
        for element in others {
            if kept.contains(id(element)) {
                following[last, default: []].append(element)
            } else if own.contains(id(element)) {
                last = id(element)
            }
        }
        return (following[nil] ?? []) + flatMap { [$0] + (following[id($0)] ?? []) }
    }
}
