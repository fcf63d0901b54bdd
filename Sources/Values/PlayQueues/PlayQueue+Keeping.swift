package import PhonolithMediaModel

// A queue as it plays, and as the library keeps it.

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

    package mutating func describe(_ queue: PlayQueue, time: Double) {
        currentIndex = queue.currentIndex
        self.time = time
        repeatMode = queue.repeatMode
        shuffleMode = queue.shuffleMode
    }
}

extension KeptQueue.Entry {
    fileprivate init(_ entry: PlayQueue.Entry, ownPosition: Int) {
        self.init(
            number: entry.id.rawValue, item: entry.item.persistentID,
            source: entry.item.source,
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

extension PlayerItem {
    /// Makes an item of what the library kept.
    ///
    /// - Parameter item: The item of the library that it is, with all that is known of it; `nil` where there is none.
    package init(_ entry: KeptQueue.Entry, _ item: MediaItem?) {
        if let item {
            self.init(item)
        } else {
            self.init(entry.source)
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
    /// - Parameter items: The items of its entries, one for each, in their order.
    package init(_ kept: KeptQueue, items: [PlayerItem]) {
        self.init()
        entries = zip(kept.entries, items).map {
            Entry(id: Entry.ID(rawValue: $0.number), item: $1)
        }
        nextNumber = kept.nextNumber
        currentIndex = kept.currentIndex
        repeatMode = kept.repeatMode
        shuffleMode = kept.shuffleMode
        guard shuffleMode != .off else { return }
        ownOrder = zip(entries, kept.entries)
            .sorted { $0.1.ownPosition < $1.1.ownPosition }.map(\.0.id)
    }
}
