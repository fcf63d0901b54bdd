public import PhonolithMediaModel

// Setting and changing the queue.

extension QueuePlayer {
    /// Replaces the queue with these items; the current item stops.
    public func setQueue(with items: [PlayerItem]) { setQueue(with: PlayQueueDescriptor(items)) }

    /// Replaces the queue with these items of a library; the current item stops.
    public func setQueue(with items: [MediaItem]) { setQueue(with: items.map(PlayerItem.init)) }

    /// Replaces the queue with the items of a descriptor; the current item stops.
    public func setQueue(with descriptor: PlayQueueDescriptor) {
        var new = queue
        new.replace(with: descriptor)
        if queue.shuffleMode != .off {
            new.shuffle(queue.shuffleMode, seed: .random(in: 0 ... .max))
        }
        replaceQueue(new)
    }

    /// Replaces the queue with the items that match a query, in its order.
    ///
    /// - Throws: ``QueuePlayerError``: for a player without a library, and for a library that cannot answer.
    public func setQueue(with query: MediaQuery) async throws {
        setQueue(with: try await items(matching: query))
        playingGroup = query.group
    }

    /// Replaces the queue with the items of a collection of a query.
    public func setQueue(
        with collection: MediaItemCollection, of query: MediaQuery
    ) async throws {
        try await setQueue(with: query.items(of: collection))
    }

    /// - Parameters:
    ///   - isContinued: Whether another program went on with the queue, so that where this player was does not matter.
    ///   - isCounted: Whether what was heard of the current entry is among its plays already.
    func replaceQueue(
        _ new: PlayQueue, from time: Double? = nil, isContinued: Bool = false,
        isCounted: Bool = false
    ) {
        endSeeking()
        if !isContinued { keepBookmark() }
        endListening(isContinued ? .other : .skip)
        let continues = plays && new.current != nil
        unload(from: nil, keepsOutput: continues)
        (queue, playingGroup) = (new, nil)
        (session.statuses, session.logs) = ([:], [:])
        unload(from: time)
        if isCounted, let entry = queue.current {
            listening = Listening(
                duration: entry.item.duration, from: currentPlaybackTime, wasPlayed: true)
        }
        tell(.queueDidChange)
        keepQueue()
        tell(.nowPlayingItemDidChange(queue.current))
        if continues { loadIfNeeded(plays: true) } else { setState(.stopped) }
    }

    /// The items of the library that match a query.
    ///
    /// - Throws: As ``setQueue(with:)`` with a query.
    public func items(
        matching query: MediaQuery
    ) async throws -> [PlayerItem] {
        guard let library else { throw QueuePlayerError.noLibrary }
        do {
            return try await library.items(matching: query)
        } catch {
            throw QueuePlayerError.libraryFailed(error)
        }
    }

    // MARK: - Editing

    /// Puts an item in place of the current one; a player that plays continues with it. The other entries stay. Where none is
    /// current, the item comes last.
    ///
    /// - Parameter item: `nil` removes the current entry; the next one plays.
    public func replaceCurrentItem(with item: PlayerItem?) {
        edit { $0.replaceCurrent(with: item) }
    }

    /// Adds items after the current entry.
    public func prepend(_ items: [PlayerItem]) { edit { $0.prepend(items) } }

    /// Adds items at the end.
    public func append(_ items: [PlayerItem]) { edit { $0.append(items) } }

    /// Inserts items after an entry; at the beginning for `nil`.
    ///
    /// - Throws: ``PlayQueueError/noSuchEntry(_:)``.
    public func insert(
        _ items: [PlayerItem], after entry: PlayQueue.Entry.ID?
    ) throws(PlayQueueError) {
        try perform { (queue: inout PlayQueue) throws(PlayQueueError) in
            try queue.insert(items, after: entry)
        }
    }

    /// Removes an entry; if it is current, the next one plays.
    ///
    /// - Throws: ``PlayQueueError/noSuchEntry(_:)``.
    public func remove(_ entry: PlayQueue.Entry.ID) throws(PlayQueueError) {
        try perform { (queue: inout PlayQueue) throws(PlayQueueError) in try queue.remove(entry) }
    }

    /// Moves an entry after another; to the beginning for `nil`.
    ///
    /// - Throws: ``PlayQueueError/noSuchEntry(_:)``.
    public func move(
        _ entry: PlayQueue.Entry.ID, after target: PlayQueue.Entry.ID?
    ) throws(PlayQueueError) {
        try perform { (queue: inout PlayQueue) throws(PlayQueueError) in
            try queue.move(entry, after: target)
        }
    }

    /// Removes all entries, and stops.
    public func removeAllItems() { edit { $0.removeAll() } }

    /// Makes several changes together: all of them, or none if one fails.
    public func perform(
        _ changes: @Sendable (inout PlayQueue) throws(PlayQueueError) -> Void
    ) throws(PlayQueueError) {
        var new = queue
        try changes(&new)
        edit(to: new)
    }

    private func edit(_ changes: (inout PlayQueue) -> Void) {
        var new = queue
        changes(&new)
        edit(to: new)
    }

    func edit(to new: PlayQueue) {
        let old = queue.current
        let isOther = old != nil && new.current?.id != old?.id
        if isOther {
            keepBookmark()
            endListening(.other)
        }
        let bookmark = queue.current?.item.bookmarkTime
        queue = new
        if isOther, let old { queue.update(old.id) { $0.bookmarkTime = bookmark } }
        tell(.queueDidChange)
        keepQueue()
        if isOther { startCurrent() } else { nameNext() }
    }

    // MARK: - Modes

    /// Sets the repeat mode.
    public func setRepeatMode(_ mode: PlayQueue.RepeatMode) {
        guard mode != queue.repeatMode else { return }
        queue.repeatMode = mode
        nameNext()
        tell(.repeatModeDidChange(mode))
        keepPosition()
    }

    /// Shuffles the queue, or restores its order; the current item keeps playing.
    ///
    /// - Parameter seed: The same seed gives the same order; random by default.
    public func setShuffleMode(
        _ mode: PlayQueue.ShuffleMode, seed: UInt64 = .random(in: 0 ... .max)
    ) {
        let isOther = mode != queue.shuffleMode
        queue.shuffle(mode, seed: seed)
        nameNext()
        if isOther { tell(.shuffleModeDidChange(mode)) }
        tell(.queueDidChange)
        keepQueue()
    }

    // MARK: - Observing time

    /// The times at which playing comes by every so many seconds of an item, and at every start, stop and
    /// jump.
    ///
    /// - Parameter interval: In seconds; at least a millisecond.
    public func periodicTimes(every interval: Double) -> AsyncStream<Double> {
        observe(.periodic(interval >= 0.001 ? interval : 0.001))
    }

    /// The times at which playing comes by one of these, in seconds from an item's beginning. Jumping over
    /// one does not count.
    public func boundaryTimes(_ times: [Double]) -> AsyncStream<Double> {
        observe(.boundaries(times))
    }

    private func observe(_ times: TimeObserver.Times) -> AsyncStream<Double> {
        guard !isClosed else { return AsyncStream { $0.finish() } }
        listenerCount += 1
        let number = listenerCount
        // A slow reader gets the latest.
        let (stream, continuation) = AsyncStream<Double>.makeStream(
            bufferingPolicy: .bufferingNewest(256))
        observers[number] = TimeObserver(times: times, continuation: continuation)
        continuation.onTermination = { [weak self] _ in
            Task { await self?.removeObserver(number) }
        }
        return stream
    }

    private func removeObserver(_ number: Int) { observers[number] = nil }
}

extension QueuePlayer {
    /// Lets a queue that was just set and mixed begin with any of its entries, not with the first that was
    /// named.
    ///
    /// - Parameter seed: The same number gives the same beginning and the same order.
    package func beginAnywhere(seed: UInt64, mode: PlayQueue.ShuffleMode) {
        var generator = SeededGenerator(seed: seed)
        guard playbackState == .stopped,
            let entry = queue.entries.randomElement(using: &generator)
        else { return }
        queue.shuffle(.off, seed: seed)
        // It is one of the queue's own.
        try? queue.skip(to: entry.id)
        queue.history = []
        queue.shuffle(mode, seed: seed)
        if mode == .albums {
            // An album begins with its first track.
            queue.currentIndex = 0
        }
        tell(.queueDidChange)
        tell(.nowPlayingItemDidChange(queue.current))
        keepQueue()
    }
}
