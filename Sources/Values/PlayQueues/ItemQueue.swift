package import Foundation
package import MediaModel

/// The items of a user's queue, as programs show and keep it that play what is in the library.
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

    /// Puts a queue together.
    package init(items: [MediaItemID], currentIndex: Int?, time: Double, changedBy: String) {
        (self.items, self.currentIndex, self.time) = (items, currentIndex, time)
        self.changedBy = changedBy
    }
}

extension KeptQueue {
    /// The entries that are items of the library. Where the current one is not among them, the next one begins.
    ///
    /// - Parameter items: Those that can be played.
    package func items(among items: Set<MediaItemID>) -> ItemQueue {
        let shown = entries.indices.filter { entries[$0].item.map(items.contains) ?? false }
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
