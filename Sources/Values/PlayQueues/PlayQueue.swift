/// The items to play, their order, and the current place in them: the rules of a player's queue, without sound.
///
/// A *queue* is a row of *entries*. An entry has an identity of its own, so the same item may be in twice.
/// The *current* entry is the one that plays. Entries are in the order in which they play; the order in
/// which they were put in is kept next to it while the queue is shuffled, and comes back afterwards.
public struct PlayQueue: Hashable, Sendable {
    /// The entries in the order in which they play.
    public package(set) var entries: [Entry] = []
    /// Which of ``entries`` is current; `nil` for an empty queue, and for one that was played to its end.
    public package(set) var currentIndex: Int?
    /// The repeat mode.
    public var repeatMode: RepeatMode = .none
    /// The shuffle mode; changed by ``shuffle(_:seed:)``.
    public package(set) var shuffleMode: ShuffleMode = .off
    /// The entries in the order in which they were put in; only while the queue is shuffled.
    package var ownOrder: [Entry.ID]?
    /// Earlier current entries, the latest last; at most 1 000.
    package var history: [Entry.ID] = []
    /// The next identity to give.
    package var nextNumber = 1

    /// Creates an empty queue.
    public init() {}

    /// Creates a queue of items.
    ///
    /// - Parameter start: The item that is current, from 0; with none beyond the end.
    public init(_ items: [PlayerItem], startingAt start: Int = 0) {
        entries = makeEntries(items)
        currentIndex = entries.indices.contains(start) ? start : nil
    }

    /// Makes a queue of what a descriptor names.
    public init(_ descriptor: PlayQueueDescriptor) {
        self.init(descriptor.items, startingAt: descriptor.startIndex)
    }

    /// Has other entries instead of all, with identities that were never given before.
    package mutating func replace(with descriptor: PlayQueueDescriptor) {
        (shuffleMode, ownOrder, history) = (.off, nil, [])
        entries = makeEntries(descriptor.items)
        let start = descriptor.startIndex
        currentIndex = entries.indices.contains(start) ? start : nil
    }

    /// The current entry.
    public var current: Entry? { currentIndex.map { entries[$0] } }
    /// The number of entries.
    public var count: Int { entries.count }
    /// Whether the queue is empty.
    public var isEmpty: Bool { entries.isEmpty }

    /// The entry with this identity; `nil` if it is not in the queue.
    public func entry(_ id: Entry.ID) -> Entry? { index(of: id).map { entries[$0] } }

    /// The position of an entry; `nil` if it is not in the queue.
    public func index(of id: Entry.ID) -> Int? {
        if let currentIndex, entries[currentIndex].id == id { return currentIndex }
        // Numbers are given in order, so that an entry that was never moved is at or before its own.
        let guess = id.rawValue - (entries.first?.id.rawValue ?? 0)
        if entries.indices.contains(guess), entries[guess].id == id { return guess }
        return entries.firstIndex { $0.id == id }
    }

    mutating func makeEntries(_ items: [PlayerItem]) -> [Entry] {
        defer { nextNumber += items.count }
        return items.enumerated().map { offset, item in
            Entry(id: Entry.ID(rawValue: nextNumber + offset), item: item)
        }
    }

    /// An item at a position in a queue.
    public struct Entry: Hashable, Sendable, Identifiable {
        /// Unique in the queue.
        public let id: ID
        /// The item to play.
        public var item: PlayerItem

        /// The identity of an entry, never given twice in one queue.
        public struct ID: Hashable, Sendable, CustomStringConvertible {
            /// From 1, in the order in which entries were put in.
            public let rawValue: Int

            /// Names an entry by its number.
            public init(rawValue: Int) { self.rawValue = rawValue }

            /// The number.
            public var description: String { String(rawValue) }
        }
    }

    /// The action at the end of an item or of the queue.
    public enum RepeatMode: String, Codable, Hashable, Sendable, CaseIterable {
        /// Nothing: after the last entry the queue is at its end.
        case none
        /// The same entry again, until the user skips.
        case one
        /// The first entry again.
        case all
    }

    /// How the entries are shuffled.
    public enum ShuffleMode: String, Codable, Hashable, Sendable, CaseIterable {
        /// In the order in which they were added.
        case off
        /// Entry by entry.
        case songs
        /// Album by album, each in its own order.
        case albums
    }
}

/// The contents of a new queue; the counterpart of `MPMusicPlayerMediaItemQueueDescriptor`.
public struct PlayQueueDescriptor: Hashable, Sendable {
    /// The items to play, in order.
    public var items: [PlayerItem]
    /// Which of ``items`` is played first.
    public var startIndex = 0

    /// Names the items; the first of them begins.
    public init(_ items: [PlayerItem]) { self.items = items }

    /// Sets a later start time for an item, in seconds from its own beginning.
    ///
    /// Where there is no such item nothing changes.
    public mutating func setStartTime(_ time: Double, forItemAt index: Int) {
        guard items.indices.contains(index) else { return }
        items[index].startTime += max(0, time)
        items[index].duration = items[index].duration.map { max(0, $0 - max(0, time)) }
    }

    /// Sets an earlier end time for an item, in seconds from where it begins in its source.
    ///
    /// Where there is no such item nothing changes.
    public mutating func setEndTime(_ time: Double, forItemAt index: Int) {
        guard items.indices.contains(index) else { return }
        let end = items[index].startTime + max(0, time)
        items[index].endTime = min(end, items[index].endTime ?? end)
        items[index].duration = min(time, items[index].duration ?? time)
    }
}

/// Why a queue could not be changed; the queue is unchanged.
public enum PlayQueueError: Error, Hashable, CustomStringConvertible {
    /// The entry is not, or no longer, in the queue.
    case noSuchEntry(PlayQueue.Entry.ID)

    /// One sentence that says what to do.
    public var description: String {
        switch self {
        case .noSuchEntry(let id): "the queue has no entry \(id); list the queue for those it has"
        }
    }
}
