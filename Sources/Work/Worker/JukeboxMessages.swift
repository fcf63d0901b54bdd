/// What the service asks of the process that plays its jukebox. Each order is answered by one ``JukeboxState``. Items are
/// given by their persistent ids.
package enum JukeboxOrder: Codable, Hashable, Sendable {
    /// Changes nothing.
    case report
    /// Replaces the queue; if something plays, playing continues with the first item.
    case set([Int64])
    /// Puts items after the last.
    case append([Int64])
    /// Removes the entry at a place, from 0.
    case remove(Int)
    case clear
    /// Mixes the entries.
    case shuffle
    case play
    case pause
    /// Goes to the entry at a place, from 0, and some seconds into it.
    case skip(Int, time: Double)
    /// 0...1.
    case volume(Double)
}

/// What the jukebox is doing.
package struct JukeboxState: Codable, Hashable, Sendable {
    package var items: [Int64]
    /// From 0; `nil` if no entry is the current one.
    package var currentIndex: Int?
    package var isPlaying: Bool
    /// 0...1.
    package var volume: Double
    /// Seconds into the current entry.
    package var time: Double

    package init(
        items: [Int64] = [], currentIndex: Int? = nil, isPlaying: Bool = false,
        volume: Double = 1, time: Double = 0
    ) {
        self.items = items
        self.currentIndex = currentIndex
        self.isPlaying = isPlaying
        self.volume = volume
        self.time = time
    }
}
