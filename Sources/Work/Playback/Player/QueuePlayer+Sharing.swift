import Catalog
import MediaModel

// Commands change the kept queue while it is played: the player takes their changes over.

extension QueuePlayer {
    /// Takes over what others have changed.
    func adopt(_ changes: SharedQueue.Changes) {
        guard changes.mergeCount > mergeCount, !isClosed else { return }
        mergeCount = changes.mergeCount
        let mine = KeptQueue(queue, time: currentPlaybackTime)
        guard mine.isAlike(changes.sent) else {
            // The queue has changed here, too, since it was sent.
            take(.merged(base: changes.sent, mine: mine, theirs: changes.merged), changes.items)
            return keepQueue()
        }
        take(changes.merged, changes.items)
    }

    private func take(_ kept: KeptQueue, _ items: [Int: PlayerItem]) {
        let before = queue
        let known = Dictionary(
            queue.entries.map { ($0.id.rawValue, $0.item) }, uniquingKeysWith: { first, _ in first }
        )
        var kept = kept
        let current = kept.current?.number
        // An item is missing only where its number was given again since.
        kept.entries.removeAll { known[$0.number] == nil && items[$0.number] == nil }
        kept.currentIndex = kept.entries.firstIndex { $0.number == current }
        queue = PlayQueue(
            kept,
            items: kept.entries.compactMap { entry in
                // A file that was moved is another source of the same entry.
                let item = known[entry.number]
                return item?.source.kept == entry.source ? item : items[entry.number] ?? item
            })
        queue.nextNumber = max(queue.nextNumber, before.nextNumber)
        queue.history = before.history.filter { queue.entry($0) != nil }
        if queue.repeatMode != before.repeatMode { tell(.repeatModeDidChange(queue.repeatMode)) }
        if queue.shuffleMode != before.shuffleMode {
            tell(.shuffleModeDidChange(queue.shuffleMode))
        }
        tell(.queueDidChange)
        if before.current != nil, queue.current?.id != before.current?.id {
            endListening(.other)
            startCurrent()
        } else {
            nameNext()
        }
    }
}
