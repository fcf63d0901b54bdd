package import FoundationEssentials
package import PhonolithMediaModel

/// A user's queue as the library keeps it: what is in it, and where it was left.
package struct KeptQueue: Hashable, Sendable {
    package var queue: PlayQueue
    /// Seconds from the beginning of the current entry.
    package var time: Double
    /// Whether what was heard of the current entry is among its plays already.
    package var isCounted = false
    /// When it was kept, to the second; `nil` before.
    package var dateChanged: Date?
    /// The program that keeps it.
    package var changedBy = Self.player
    /// Changes with the entries and the modes in the library; 0 for a queue that was not kept yet.
    package var revision = 0

    package init(_ queue: PlayQueue = PlayQueue(), time: Double = 0) {
        (self.queue, self.time) = (queue, time)
    }

    /// The player's name among the programs that keep a queue.
    package static let player = "Phonolith"

    /// The items of the library in it, in the order of playing.
    package var items: [MediaItemID] { queue.entries.compactMap(\.item.persistentID) }

    /// Makes a change, all or nothing.
    package mutating func apply(_ edit: QueueEdit) throws(QueueEdit.Refusal) {
        let playing = queue.current?.id
        try queue.apply(edit)
        if queue.current?.id != playing { (time, isCounted) = (0, false) }
        if case .replace(_, _, _, let place) = edit { time = place }
    }
}

// MARK: - Programs that only play items of the library

extension KeptQueue {
    /// The most items of a queue that such programs get: those around the current one.
    private static let mostShown = 10_000

    /// The queue of the entries that a program gets. Where the current one is not among them, the next one begins.
    ///
    /// - Parameter items: The items that can be played.
    package func shown(among items: Set<MediaItemID>) -> KeptQueue {
        let entries = queue.entries
        let all = entries.indices.filter { entries[$0].isItem(among: items) }
        let place = queue.currentIndex.flatMap { current in all.firstIndex { $0 >= current } } ?? 0
        let shown = Set(all.dropFirst(max(0, place - Self.mostShown / 2)).prefix(Self.mostShown))
        var seen = self
        seen.queue = PlayQueue(
            all: entries.indices.map { index in
                var entry = entries[index]
                entry.isHidden = !shown.contains(index)
                return entry
            }, current: queue.currentIndex)
        if seen.queue.current?.id != queue.current?.id || queue.current == nil { seen.time = 0 }
        return seen
    }

    /// The entries that a program's queue is put in place of. Files and addresses from outside the library stay, items that cannot
    /// be played now, and, in a queue of more than 10 000 entries, all items that the program does not name.
    ///
    /// - Parameters:
    ///   - items: The program's.
    ///   - here: The items that can be played.
    package func replaced(
        by items: [MediaItemID], among here: Set<MediaItemID>
    ) -> Set<PlayQueue.Entry.ID> {
        let known = queue.entries.count > Self.mostShown ? here.intersection(items) : here
        return Set(queue.entries.filter { $0.isItem(among: known) }.map(\.id))
    }
}

extension PlayQueue.Entry {
    fileprivate func isItem(among items: Set<MediaItemID>) -> Bool {
        item.persistentID.map(items.contains) ?? false
    }
}
