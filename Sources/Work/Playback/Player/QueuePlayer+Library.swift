internal import AudioDevices
package import Catalog
import Foundation
package import MediaModel

// What the library keeps of playing: counts, bookmarks, and the queue itself.

extension QueuePlayer {
    /// Stops, saves the position for ``resumeKeptQueue()``, waits until all that was played is noted, and gives
    /// everything back. Nothing can be played afterwards.
    public func close() async {
        if !isClosed {
            let time = currentPlaybackTime
            stop(at: time)
            loading = .closed(at: time)
            engine.send(.end)
        }
        await engine.waitForEnd()
        if let keeper { playsLost = await keeper.finishPlays() }
        // Failed writes were reported when they failed.
        try? await keeper?.read { [keeper] _ in keeper?.withQueue { $0.end() } }
        for listener in listeners.values { listener.finish() }
        for observer in observers.values { observer.continuation.finish() }
        (listeners, observers) = ([:], [:])
    }

    /// Restores the queue saved in the library, at its position, without playing it.
    ///
    /// - Parameters:
    ///   - shuffleMode: Shuffles the queue, or restores its order; `nil` keeps its mode. A queue without a position begins with
    ///     the first entry of that order.
    ///   - seed: The same seed gives the same order; random by default.
    /// - Returns: Whether there was a saved queue.
    @discardableResult
    public func resumeKeptQueue(
        shuffleMode: PlayQueue.ShuffleMode? = nil, seed: UInt64 = .random(in: 0 ... .max)
    ) async throws -> Bool {
        guard let keeper else { return false }
        let (kept, items) = try await keeper.read { catalog in
            let kept = try keeper.withQueue { try $0.read(from: catalog, keeps: keeper.keepsQueue) }
            return (kept, try kept.entries.map { try PlayerItem($0, in: catalog) })
        }
        guard !kept.entries.isEmpty else { return false }
        var queue = PlayQueue(kept, items: items)
        if let shuffleMode { queue.shuffle(shuffleMode, seed: seed) }
        queue.begin()
        replaceQueue(queue, from: kept.time > 0 ? kept.time : nil)
        return true
    }

    /// Remembers the devices as the choice of the library's user, after what was to be written before.
    ///
    /// - Returns: Whether there is a library.
    /// - Throws: `CatalogError`.
    package func rememberOutputDevices() async throws -> Bool {
        guard let keeper else { return false }
        let names = outputDevices
        try await keeper.read { try $0.queue.chooseOutputs(names) }
        return true
    }

    // MARK: - Counts

    func endListening(_ ending: Listening.Ending) {
        if isLoaded, ending != .end, let verdict = listening?.play(to: currentPlaybackTime) {
            note(verdict)
        }
        if let verdict = listening?.end(ending) { note(verdict) }
        listening = nil
    }

    func note(_ verdict: Listening.Verdict) {
        guard let id = queue.current?.item.persistentID else { return }
        keeper?.write(NotedPlay(item: id, verdict: verdict)) { [weak self] error in
            await self?.tell(.libraryFailed(String(describing: error)))
        }
    }

    /// Spoken things continue where they were left.
    func keepBookmark() {
        guard isLoaded, let entry = queue.current, entry.item.keepsBookmark,
            let id = entry.item.persistentID
        else { return }
        let time = currentPlaybackTime
        queue.update(entry.id) { $0.bookmarkTime = time }
        keep { catalog in
            // The sound may last longer than the file says; there is nothing to resume then.
            do { try catalog.values.setBookmark(time, of: id) } catch is BookmarkError {}
        }
    }

    func keep(_ body: @escaping @Sendable (Catalog) throws -> Void) {
        keeper?.write(body) { [weak self] error in
            await self?.tell(.libraryFailed(String(describing: error)))
        }
    }

    // MARK: - The queue

    func keepQueue() {
        guard let keeper, keeper.keepsQueue, !isClosed else { return }
        let kept = KeptQueue(queue, time: keptTime())
        keep { [weak self] catalog in
            let moved = try keeper.withQueue { queue in
                try queue.keep(kept, in: catalog) {
                    [weak self] edit async throws(QueueEdit.Refusal) in
                    try await self?.apply(edit)
                }
            }
            if !moved.isEmpty { Task { await self?.take(moved) } }
        }
    }

    /// - Parameter time: Where playing will be, where that is not known to the engine yet.
    func keepPosition(_ time: Double? = nil) {
        guard let keeper, keeper.keepsQueue, !isClosed else { return }
        lastKeepingTime = AudioClock.now
        var kept = KeptQueue()
        kept.describe(queue, time: keptTime(time))
        let entry = queue.current?.id.rawValue
        keep { [kept, weak self] catalog in
            let areMoved = try keeper.withQueue {
                try $0.keepPosition(kept, entry: entry, in: catalog)
            }
            // The new places are read when the queue is kept as a whole.
            if areMoved { Task { await self?.keepQueue() } }
        }
    }

    /// Where playing is to continue: a stream without end continues live.
    private func keptTime(_ time: Double? = nil) -> Double {
        if let entry = queue.current, case .readyToPlay(let information) = status(of: entry.id),
            !information.isSeekable, information.duration == nil
        {
            return 0
        }
        return time ?? currentPlaybackTime
    }

    /// Keeps the place now and then while it moves, so that a player that is killed loses seconds only.
    func keepPlaceIfDue() {
        guard AudioClock.now - lastKeepingTime >= 5 else { return }
        lastKeepingTime = AudioClock.now
        keepBookmark()
        keepPosition()
    }
}

extension KeptQueue {
    /// Describes a queue for the library.
    public init(_ queue: PlayQueue, time: Double) {
        let order = queue.ownOrder ?? queue.entries.map(\.id)
        let places = Dictionary(
            uniqueKeysWithValues: order.enumerated().map { ($0.element, $0.offset) })
        self.init(
            entries: queue.entries.map { Entry($0, ownPosition: places[$0.id] ?? 0) })
        describe(queue, time: time)
        nextNumber = queue.nextNumber
    }

    mutating func describe(_ queue: PlayQueue, time: Double) {
        currentIndex = queue.currentIndex
        self.time = time
        repeatMode = queue.repeatMode.rawValue
        shuffleMode = queue.shuffleMode.rawValue
    }
}

extension KeptQueue.Entry {
    fileprivate init(_ entry: PlayQueue.Entry, ownPosition: Int) {
        self.init(
            number: entry.id.rawValue, item: entry.item.persistentID,
            source: entry.item.source.kept,
            description: Description(entry.item), startTime: entry.item.startTime,
            endTime: entry.item.endTime, ownPosition: ownPosition)
    }
}

extension KeptQueue.Entry.Description {
    fileprivate init(_ item: PlayerItem) {
        self.init(title: item.title)
        (artist, albumTitle, duration) = (item.artist, item.albumTitle, item.duration)
        (trackGain, trackPeak) = (item.loudness.trackGain, item.loudness.trackPeak)
        (albumGain, albumPeak) = (item.loudness.albumGain, item.loudness.albumPeak)
    }
}

extension PlayerItem.Source {
    /// The source as the library keeps it.
    var kept: KeptQueue.Entry.Source {
        switch self {
        case .file(let path): .file(path)
        case .url(let url): .url(url)
        }
    }
}

extension PlayerItem {
    /// Makes an item of what the library kept; with all that it knows, where the item is one of its own.
    package init(_ entry: KeptQueue.Entry, in catalog: Catalog) throws {
        let source: Source =
            switch entry.source {
            case .file(let path): .file(path)
            case .url(let url): .url(url)
            }
        if let item = try entry.item.flatMap(catalog.items.item) {
            self.init(item)
        } else {
            self.init(source)
            let words = entry.description
            (title, artist, albumTitle) = (words.title, words.artist, words.albumTitle)
            duration = words.duration
            loudness = Loudness(
                trackGain: words.trackGain, trackPeak: words.trackPeak,
                albumGain: words.albumGain, albumPeak: words.albumPeak)
        }
        startTime = entry.startTime
        endTime = entry.endTime
    }
}

extension PlayQueue {
    /// Makes the queue that was kept.
    ///
    /// - Parameter items: What its entries are, one for each, in their order.
    package init(_ kept: KeptQueue, items: [PlayerItem]) {
        self.init()
        entries = zip(kept.entries, items).map {
            Entry(id: Entry.ID(rawValue: $0.number), item: $1)
        }
        nextNumber = kept.nextNumber
        currentIndex = kept.currentIndex
        repeatMode = RepeatMode(rawValue: kept.repeatMode) ?? .none
        shuffleMode = ShuffleMode(rawValue: kept.shuffleMode) ?? .off
        guard shuffleMode != .off else { return }
        ownOrder = zip(entries, kept.entries)
            .sorted { $0.1.ownPosition < $1.1.ownPosition }.map(\.0.id)
    }
}
