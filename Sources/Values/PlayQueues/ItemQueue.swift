package import FoundationEssentials
package import PhonolithMediaModel

/// The items of a user's queue, for programs that only play items of the library.
package struct ItemQueue: Hashable, Sendable {
    /// In the order of playing.
    package var items: [MediaItemID]
    /// The place of the current item in ``items``; `nil` for an empty queue, and for one that was played to its end.
    package var currentIndex: Int?
    /// Seconds from the start of the current item.
    package var time: Double
    /// When it was kept, to the second; `nil` before.
    package var dateChanged: Date?
    /// The program that keeps it.
    package var changedBy: String

    package init(items: [MediaItemID], currentIndex: Int?, time: Double, changedBy: String) {
        (self.items, self.currentIndex, self.time) = (items, currentIndex, time)
        self.changedBy = changedBy
    }
}

extension KeptQueue {
    /// The most items of a queue that programs get: those around the current one.
    private static let mostShown = 10_000

    /// The entries that a program does not know, so that they stay when it keeps its own queue: files and addresses from outside
    /// the library, items that cannot be played now, and, in a queue of more than 10 000 entries, all items that it does not name.
    ///
    /// - Parameters:
    ///   - queue: The program's.
    ///   - items: The items that can be played.
    package func numbers(
        unknownTo queue: ItemQueue, whichKnows items: Set<MediaItemID>
    ) -> Set<Int> {
        let isTooLong = entries.count > Self.mostShown
        let named = Set(queue.items)
        return Set(
            entries.filter { entry in
                guard let item = entry.item, items.contains(item) else { return true }
                return isTooLong && !named.contains(item)
            }.map(\.number))
    }

    /// The entries that are items of the library. Where the current one is not among them, the next one begins.
    ///
    /// - Parameter items: The items that can be played.
    package func items(among items: Set<MediaItemID>) -> ItemQueue {
        let all = entries.indices.filter { entries[$0].item.map(items.contains) ?? false }
        let place = currentIndex.flatMap { current in all.firstIndex { $0 >= current } } ?? 0
        let shown = Array(
            all.dropFirst(max(0, place - Self.mostShown / 2)).prefix(Self.mostShown))
        let next = currentIndex.flatMap { current in shown.firstIndex { $0 >= current } }
        let isCurrentShown = next.map { shown[$0] == currentIndex } ?? false
        var queue = ItemQueue(
            items: shown.compactMap { entries[$0].item },
            currentIndex: currentIndex == nil || shown.isEmpty ? nil : next ?? 0,
            time: isCurrentShown ? time : 0, changedBy: changedBy)
        queue.dateChanged = dateChanged
        return queue
    }
}
