/// The items to play, their order, and the current place in them: the rules of a player's queue, without sound.
///
/// A *queue* is a row of *entries*. An entry has an *id*, which it keeps wherever it is moved, so the same item may be in twice:
/// changes name ids. Its *position* is its place among the entries that the user sees, for those who look at the queue. The
/// *current* entry is the one that plays. Entries are in the order in which they play; the order in which they were added is kept
/// next to it while the queue is shuffled, and comes back afterwards.
public struct PlayQueue: Hashable, Sendable {
    /// The entries that the user sees, in the order in which they play.
    public internal(set) var entries: [Entry] = []
    /// ``entries``, and among them those that are hidden from the user; changed with them.
    package internal(set) var all: [Entry] = []
    /// Which of ``entries`` is current; `nil` for an empty queue, and for one that was played to its end.
    public package(set) var currentIndex: Int?
    /// The repeat mode.
    public var repeatMode: RepeatMode = .none
    /// The shuffle mode; changed by ``shuffle(_:seed:)``.
    public package(set) var shuffleMode: ShuffleMode = .off
    /// All entries in the order in which they were added; only while the queue is shuffled.
    package var ownOrder: [Entry.ID]?
    /// Earlier current entries, the latest last.
    package var history: [Entry.ID] = []
    static let longestHistory = 1000
    /// The next id to give.
    package internal(set) var nextNumber = 1

    /// Creates an empty queue.
    public init() {}

    /// Creates a queue of items.
    ///
    /// - Parameter start: The item that is current, from 0; with none beyond the end.
    public init(_ items: [PlayerItem], startingAt start: Int = 0) {
        show(makeEntries(items))
        currentIndex = entries.indices.contains(start) ? start : nil
    }

    /// Makes a queue of entries that have their ids.
    ///
    /// - Parameter current: Which of them is current, from 0. Where that is hidden, the next one is, and after the last one the
    ///   first.
    package init(all: [Entry], current: Int? = nil) {
        show(all)
        let shown = all.indices.filter { !all[$0].isHidden }
        currentIndex = current.flatMap { current in
            shown.isEmpty ? nil : shown.firstIndex { $0 >= current } ?? 0
        }
        nextNumber = (all.map(\.id.rawValue).max() ?? 0) + 1
    }

    /// Makes a queue of what a descriptor names.
    public init(_ descriptor: PlayQueueDescriptor) {
        self.init(descriptor.items, startingAt: descriptor.startIndex)
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
        let guess = id.rawValue &- (entries.first?.id.rawValue ?? 0)
        if entries.indices.contains(guess), entries[guess].id == id { return guess }
        return entries.firstIndex { $0.id == id }
    }

    /// An item in a queue.
    public struct Entry: Hashable, Sendable, Identifiable {
        /// Unique in the queue.
        public let id: ID
        /// The item to play.
        public var item: PlayerItem
        /// Whether it is in the queue, but not for its user: its file is in a root that is closed to them.
        package var isHidden = false

        /// Names an item in a queue.
        package init(id: ID, item: PlayerItem, isHidden: Bool = false) {
            (self.id, self.item, self.isHidden) = (id, item, isHidden)
        }

        /// The identity of an entry, never given twice in one queue.
        public struct ID: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible {
            /// From 1, in the order in which entries were added.
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
public struct PlayQueueDescriptor: Codable, Hashable, Sendable {
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
