import FoundationEssentials

// Requests of other programs to the player of a queue, and its answers.

/// A message between the player of a queue and other programs.
package protocol QueueMessage: Codable {}

extension QueueMessage {
    package var json: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }

    /// Reads what ``json`` writes.
    ///
    /// - Throws: `QueueEdit.Refusal` for what another version of Phonolith wrote.
    package init(json: String) throws(QueueEdit.Refusal) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
        } catch {
            throw QueueEdit.Refusal(
                description: "the player of this queue is another version of Phonolith; end it")
        }
    }
}

/// A request of a program to the player of a queue.
package enum QueueRequest: QueueMessage, Hashable, Sendable {
    case edit(QueueEdit)
    case order(PlayerOrder)
}

/// A change of its queue, or an order, that a player is asked for by another program.
package struct ReceivedRequest: Hashable, Sendable {
    package let id: Int64
    package let program: String
    // A ``QueueRequest`` in JSON.
    package let edit: String

    /// Joins the facts of a request.
    package init(id: Int64, program: String, edit: String) {
        (self.id, self.program, self.edit) = (id, program, edit)
    }
}

/// An order of another program to the player of a queue, which answers with its ``PlayerReport``.
package enum PlayerOrder: Codable, Hashable, Sendable {
    case report
    case play, pause, toggle, next, previous, stop
    /// Goes forward, or back, so many seconds; after the end the next item plays.
    case seek(by: Double)
    /// Goes to a time of the current item, in seconds.
    case setTime(Double)
    /// Plays the entry at a position of the queue, from 1.
    case goTo(Int)
    // 0...1.
    case setVolume(Double)
    /// By at most 1 up or down.
    case changeVolume(by: Double)
}

/// The state of a player, as it answers a ``PlayerOrder``.
package struct PlayerReport: QueueMessage, Hashable, Sendable {
    /// `playing`, `paused`, `stopped` and the other states of a player.
    package var state: String
    /// The current item.
    package var item: PlayerItem?
    /// The position of the current entry in the queue, from 1; `nil` where none is known.
    package var position: Int?
    /// How many entries the queue has; `nil` if unknown.
    package var count: Int?
    /// Seconds from the beginning of the current item.
    package var time: Double
    /// Seconds; `nil` for a stream without end.
    package var duration: Double?
    /// The title that a radio station sends.
    package var streamTitle: String?
    /// The name of the radio station that plays.
    package var stationName: String?
    // 0...1.
    package var volume: Double
    /// Playback speed; 1 is normal.
    package var rate: Double
    package var repeatMode: PlayQueue.RepeatMode
    package var shuffleMode: PlayQueue.ShuffleMode

    package init(
        state: String, queue: PlayQueue = PlayQueue(), time: Double = 0, duration: Double? = nil,
        volume: Double = 1, rate: Double = 1
    ) {
        self.state = state
        item = queue.current?.item
        (position, count) = (queue.currentIndex.map { $0 + 1 }, queue.count)
        (self.time, self.duration, self.volume, self.rate) = (time, duration, volume, rate)
        (repeatMode, shuffleMode) = (queue.repeatMode, queue.shuffleMode)
    }
}
