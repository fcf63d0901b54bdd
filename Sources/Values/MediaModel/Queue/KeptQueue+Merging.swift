// Two sides change one queue: a player that plays it, and commands. Neither's changes are lost.

extension KeptQueue {
    /// What becomes of a queue that two sides have changed.
    ///
    /// An entry that either side took out is gone; one that either put in stays after the entry that was in
    /// front of it. Where both moved entries, the order is that of `theirs`, and so is a mode that they changed. What
    /// plays is said by `mine`, unless they took it out.
    ///
    /// - Parameters:
    ///   - base: What both sides knew.
    ///   - mine: What the player made of it.
    ///   - theirs: What others made of it.
    package static func merged(
        base: KeptQueue, mine: KeptQueue, theirs: KeptQueue
    ) -> KeptQueue {
        let theirs = theirs.renumbered(besides: mine, after: base)
        let entries = Dictionary(
            (mine.entries + theirs.entries).map { ($0.number, $0) }, uniquingKeysWith: { $1 })
        func order(_ numbers: (KeptQueue) -> [Int]) -> [Int] {
            mergedOrder(base: numbers(base), mine: numbers(mine), theirs: numbers(theirs))
        }
        var ownPositions: [Int: Int] = [:]
        for (place, number) in order(\.ownOrder).enumerated() { ownPositions[number] = place }
        var merged = theirs
        merged.entries = order { $0.entries.map(\.number) }.compactMap { number in
            guard var entry = entries[number] else { return nil }
            entry.ownPosition = ownPositions[number] ?? 0
            return entry
        }
        merged.nextNumber = max(mine.nextNumber, theirs.nextNumber)
        if theirs.repeatMode == base.repeatMode { merged.repeatMode = mine.repeatMode }
        if theirs.shuffleMode == base.shuffleMode { merged.shuffleMode = mine.shuffleMode }
        merged.place(by: mine, else: theirs)
        return merged
    }

    /// The entries' numbers in the order in which they were put in.
    private var ownOrder: [Int] {
        entries.sorted { $0.ownPosition < $1.ownPosition }.map(\.number)
    }

    /// Gives numbers to the entries that are new, which the other side does not use and never did.
    private func renumbered(besides mine: KeptQueue, after base: KeptQueue) -> KeptQueue {
        // One that both sides have by now is the same.
        let known = Set(base.entries.map(\.number)).union(
            Set(mine.shapes).intersection(shapes).map(\.number))
        var renumbered = self
        renumbered.nextNumber = max(nextNumber, mine.nextNumber)
        for index in entries.indices
        where !known.contains(entries[index].number) && entries[index].number < mine.nextNumber {
            renumbered.entries[index].number = renumbered.nextNumber
            renumbered.nextNumber += 1
        }
        return renumbered
    }

    private struct Shape: Hashable {
        let number: Int
        let source: Entry.Source
        let startTime: Double
    }

    private var shapes: [Shape] {
        entries.map { Shape(number: $0.number, source: $0.source, startTime: $0.startTime) }
    }

    private mutating func place(by mine: KeptQueue, else theirs: KeptQueue) {
        func index(_ entry: Entry?) -> Int? {
            entry.flatMap { entry in entries.firstIndex { $0.number == entry.number } }
        }
        if let place = index(mine.current) {
            (currentIndex, time) = (place, mine.time)
        } else if mine.current == nil {
            (currentIndex, time) = (nil, 0)
        } else {
            (currentIndex, time) = (index(theirs.current), 0)
        }
    }

    private static func mergedOrder(base: [Int], mine: [Int], theirs: [Int]) -> [Int] {
        let (known, ours, others) = (Set(base), Set(mine), Set(theirs))
        let common = { (order: [Int]) in
            order.filter { known.contains($0) && ours.contains($0) && others.contains($0) }
        }
        let theyMoved = common(theirs) != common(base)
        let (frame, other) = theyMoved ? (theirs, mine) : (mine, theirs)
        let otherNumbers = theyMoved ? ours : others
        // What the other side took out goes, what it put in comes after what was before it.
        let kept = frame.filter { !known.contains($0) || otherNumbers.contains($0) }
        let keptNumbers = Set(kept)
        var (following, last) = ([Int?: [Int]](), Int?.none)
        for number in other {
            if keptNumbers.contains(number) {
                last = number
            } else if !known.contains(number) {
                following[last, default: []].append(number)
            }
        }
        return (following[nil] ?? []) + kept.flatMap { [$0] + (following[$0] ?? []) }
    }
}
