/// An order of the service to the process that plays its jukebox. Each is answered by one ``JukeboxAnswer``.
/// Items are given by their persistent ids.
package enum JukeboxOrder: Codable, Hashable, Sendable {
    case report
    /// Replaces the queue; if something plays, playing continues with the first item.
    case set([Int64])
    /// Puts items after the last.
    case append([Int64])
    /// Removes the entry at a place, from 0.
    case remove(Int)
    case clear
    case shuffle
    case play
    case pause
    /// Goes to the entry at a place, from 0, and some seconds into it.
    case skip(Int, time: Double)
    // 0...1.
    case volume(Double)
    /// Plays on these devices of the sound server, given by name, number or description; none for its default.
    case setOutputs([String])
    /// Changes nothing, and is answered by the devices that there are.
    case listOutputs
}

/// The answer to a ``JukeboxOrder``.
package enum JukeboxAnswer: Codable, Hashable, Sendable {
    case state(JukeboxState)
    /// In the order of the sound server; none if the jukebox does not play by one.
    case outputs([JukeboxOutput])
    /// The order is wrong and nothing was changed, for this reason.
    case refusal(String)
    /// The order could not be obeyed, for this reason.
    case failure(String)
}

/// An output device of the sound server.
package struct JukeboxOutput: Codable, Hashable, Sendable {
    package var name: String
    package var description: String
    package var isDefault: Bool

    package init(name: String, description: String, isDefault: Bool) {
        (self.name, self.description, self.isDefault) = (name, description, isDefault)
    }
}

/// The state of the jukebox.
package struct JukeboxState: Codable, Hashable, Sendable {
    package var items: [Int64]
    /// From 0; `nil` if no entry is the current one.
    package var currentIndex: Int?
    package var isPlaying: Bool
    // 0...1.
    package var volume: Double
    /// Seconds into the current entry.
    package var time: Double
    /// The sound server's names of the devices; empty for its default.
    package var outputs: [String]
    /// Devices that were chosen before, and that the sound server did not have when the jukebox began to use it.
    package var missingOutputs: [String]
    /// Why nothing is heard although it was to play; `nil` where nothing hinders it.
    package var failure: String?

    package init(
        items: [Int64] = [], currentIndex: Int? = nil, isPlaying: Bool = false,
        volume: Double = 1, time: Double = 0, outputs: [String] = [], missingOutputs: [String] = []
    ) {
        self.items = items
        self.currentIndex = currentIndex
        self.isPlaying = isPlaying
        self.volume = volume
        self.time = time
        self.outputs = outputs
        self.missingOutputs = missingOutputs
    }
}
