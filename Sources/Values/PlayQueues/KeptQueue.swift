package import FoundationEssentials
package import PhonolithMediaModel

/// A user's queue as the library keeps it.
package struct KeptQueue: Hashable, Sendable {
    /// In the order of playing.
    package var entries: [Entry]
    /// Which of ``entries`` is current.
    package var currentIndex: Int?
    /// Where in the current entry one is, in seconds from its beginning.
    package var time: Double
    /// Whether what was heard of the current entry is among its plays already.
    package var isCounted = false
    package var repeatMode: PlayQueue.RepeatMode
    package var shuffleMode: PlayQueue.ShuffleMode
    /// When it was kept, to the second; `nil` before.
    package var dateChanged: Date?
    /// The program that keeps it.
    package var changedBy = Self.player
    /// Changes with the entries and the modes in the library; 0 for a queue that was not kept yet.
    public package(set) var revision = 0
    /// The numbers of the entries in the library that are not among ``entries``, as they are in closed roots.
    package var hidden: Set<Int> = []
    /// The number that the next new entry is given, at least.
    package var nextNumber = 1

    package init(
        entries: [Entry] = [], currentIndex: Int? = nil, time: Double = 0,
        repeatMode: PlayQueue.RepeatMode = .none, shuffleMode: PlayQueue.ShuffleMode = .off
    ) {
        self.entries = entries
        self.currentIndex = currentIndex
        self.time = time
        self.repeatMode = repeatMode
        self.shuffleMode = shuffleMode
        nextNumber = (entries.map(\.number).max() ?? 0) + 1
    }

    /// The player's name among the programs that keep a queue.
    package static let player = "Phonolith"

    /// The entry that is current.
    package var current: Entry? { currentIndex.map { entries[$0] } }

    /// One thing in the queue.
    package struct Entry: Codable, Hashable, Identifiable, Sendable {
        /// Its own as long as the queue lives, wherever it is moved.
        package var number: Int
        package var id: Int { number }
        /// The library's item; `nil` for what is not from the library.
        package var item: MediaItemID?
        /// Its file or its address.
        package var source: PlayerItem.Source
        /// Its description, where it is not an item of the library.
        package var description: Description
        /// Where it begins in its source, in seconds.
        package var startTime: Double
        /// Where it ends in its source, in seconds; `nil` for the end.
        package var endTime: Double?
        /// Its place in the order in which the entries were put in, from 0.
        package var ownPosition: Int

        package init(
            number: Int, item: MediaItemID?, source: PlayerItem.Source,
            description: Description = .init(),
            startTime: Double = 0, endTime: Double? = nil, ownPosition: Int
        ) {
            self.number = number
            self.item = item
            self.source = source
            self.description = description
            self.startTime = startTime
            self.endTime = endTime
            self.ownPosition = ownPosition
        }

        /// An item's description in a file or a list.
        package struct Description: Codable, Hashable, Sendable {
            package var title: String?
            package var artist: String?
            /// The album title to show.
            package var albumTitle: String?
            // In seconds.
            package var duration: Double?
            // ReplayGain, in dB.
            package var trackGain: Double?
            /// Linear; 1 is full scale.
            package var trackPeak: Double?
            // ReplayGain, in dB.
            package var albumGain: Double?
            /// Linear; 1 is full scale.
            package var albumPeak: Double?

            package init(title: String? = nil) { self.title = title }
        }
    }
}
