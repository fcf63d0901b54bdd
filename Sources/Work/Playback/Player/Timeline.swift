/// Which item is heard, and where in it, by how many frames were played.
struct Timeline {
    /// A stretch of the ring in which one item plays at one rate.
    struct Segment: Hashable {
        /// The frame of the ring with which it begins.
        var start: Int
        /// Which time the item is played.
        var feed: Int
        /// The entry that is played.
        var entry: PlayQueue.Entry
        /// Where in the item it begins, in seconds.
        var time: Double
        /// How many seconds of the item are heard in a second.
        var rate: Double
        /// When the item begins on its file's own clock, in seconds, if known.
        var origin: Double?
    }

    /// The title that a radio station reports as playing, from a frame of the ring on.
    struct Title: Hashable {
        var start: Int
        var entry: PlayQueue.Entry
        var text: String?
    }

    private(set) var segments: [Segment] = []
    private var titles: [Title] = []
    // In Hz.
    var sampleRate = 44_100

    /// The stretch that is heard.
    var current: Segment? { segments.first }

    /// Adds a stretch that begins with the frame written next.
    mutating func append(_ segment: Segment) {
        // A stretch of no length is never heard.
        if segments.last?.start == segment.start { segments.removeLast() }
        segments.append(segment)
    }

    /// Adds a title, which is shown when its first frame is heard.
    mutating func append(_ title: Title) { titles.append(title) }

    /// Takes out the titles whose frames were played.
    mutating func titles(until played: Int) -> [Title] {
        let begun = titles.prefix { $0.start <= played }
        titles.removeFirst(begun.count)
        return Array(begun)
    }

    mutating func removeAll() { (segments, titles) = ([], []) }

    /// Notes how much was played.
    ///
    /// - Returns: The stretches of other feeds that began since, in their order, each with the one before.
    mutating func advance(to played: Int) -> [(ended: Segment, began: Segment)] {
        var changes: [(Segment, Segment)] = []
        while segments.count > 1, segments[1].start <= played {
            let old = segments.removeFirst()
            if segments[0].feed != old.feed { changes.append((old, segments[0])) }
        }
        return changes
    }

    /// Where in the item one is, in seconds.
    ///
    /// - Parameter end: How many frames were written: no time is beyond them.
    func time(played: Int, end: Int) -> Double? {
        current.map { time(in: $0, atFrame: min(played, end)) }
    }

    /// Where in its item a frame of the ring is, in seconds; not before the stretch.
    func time(in segment: Segment, atFrame frame: Int) -> Double {
        let frames = max(0, frame - segment.start)
        return segment.time + Double(frames) / Double(sampleRate) * segment.rate
    }
}
