import MediaModel

// Commands change the queue while it is played: they send their changes to the player, which makes them.

extension QueuePlayer {
    /// Makes a change that a command asks for; returns when the queue is kept.
    func apply(_ edit: QueueEdit) async throws(QueueEdit.Refusal) {
        let ending = QueueEdit.Refusal(description: "the player of this queue is ending; try again")
        guard let keeper, !isClosed else { throw ending }
        let items: [PlayerItem]
        do {
            items = try await keeper.read { catalog in
                try edit.entries.map { try PlayerItem($0, in: catalog) }
            }
        } catch {
            throw QueueEdit.Refusal(description: String(describing: error))
        }
        guard !isClosed else { throw ending }
        var new = queue
        try new.apply(edit, items)
        let old = queue
        self.edit(to: new)
        if new.repeatMode != old.repeatMode { tell(.repeatModeDidChange(new.repeatMode)) }
        if new.shuffleMode != old.shuffleMode { tell(.shuffleModeDidChange(new.shuffleMode)) }
        // What failed was reported; it is done when all before it is.
        try? await keeper.read { _ in }
    }

    /// Plays on from the new places of files that were moved.
    ///
    /// - Parameter items: By the number of the entry.
    func take(_ items: [Int: PlayerItem]) {
        for (number, item) in items {
            queue.update(PlayQueue.Entry.ID(rawValue: number)) { $0 = item }
        }
        tell(.queueDidChange)
        nameNext()
    }
}
