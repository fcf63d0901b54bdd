public import MediaModel

/// A player's queue as the library keeps it.
public struct KeptQueue: Hashable, Sendable {
    /// In the order of playing.
    public var entries: [Entry]
    /// Which of ``entries`` is current.
    public var currentIndex: Int?
    /// Where in the current entry one is, in seconds from its beginning.
    public var time: Double
    /// `none`, `one` or `all`.
    public var repeatMode: String
    /// `off`, `songs` or `albums`.
    public var shuffleMode: String

    /// Puts a queue together.
    public init(
        entries: [Entry] = [], currentIndex: Int? = nil, time: Double = 0,
        repeatMode: String = "none", shuffleMode: String = "off"
    ) {
        self.entries = entries
        self.currentIndex = currentIndex
        self.time = time
        self.repeatMode = repeatMode
        self.shuffleMode = shuffleMode
    }

    /// One thing in the queue.
    public struct Entry: Hashable, Sendable {
        /// The library's item; `nil` for what is not from the library.
        public var item: MediaItemID?
        /// Its file or its address.
        public var source: Source
        /// What to show, where it is no item of the library.
        public var title: String?
        /// Where it begins in its source, in seconds.
        public var startTime: Double
        /// Where it ends in its source, in seconds; `nil` for the end.
        public var endTime: Double?
        /// Its place in the order in which the entries were put in, from 0.
        public var ownPosition: Int

        /// Puts an entry together.
        public init(
            item: MediaItemID?, source: Source, title: String? = nil, startTime: Double = 0,
            endTime: Double? = nil, ownPosition: Int
        ) {
            self.item = item
            self.source = source
            self.title = title
            self.startTime = startTime
            self.endTime = endTime
            self.ownPosition = ownPosition
        }

        /// Where sound comes from.
        public enum Source: Hashable, Sendable {
            /// A file, by its absolute path.
            case file(MediaPath)
            /// An address.
            case url(String)
        }
    }
}
