/// The last frames that an output took from its ring, before their volume was set, so that what was not heard of them can be
/// given again with another.
///
/// After `init` it takes no memory.
struct SampleHistory {
    private var samples: [Float]
    private let channels: Int
    private let capacity: Int
    /// How many frames were ever noted.
    private var count = 0
    /// How many of the last frames are to be given again.
    private(set) var pending = 0

    /// - Parameter capacity: In frames.
    init(capacity: Int, channels: Int) {
        self.capacity = max(1, capacity)
        self.channels = channels
        samples = [Float](repeating: 0, count: self.capacity * channels)
    }

    /// Has the last frames given again, after those that are to be given again already.
    mutating func giveAgain(_ frames: Int) {
        pending = min(pending + max(0, frames), capacity, count)
    }

    mutating func forgetPending() { pending = 0 }

    /// Gives frames again, as many as are pending.
    ///
    /// - Returns: How many.
    mutating func take(into target: UnsafeMutablePointer<Float>, frames: Int) -> Int {
        let taken = min(frames, pending)
        for frame in 0..<taken {
            let place = (count - pending + frame) % capacity * channels
            for channel in 0..<channels {
                target[frame * channels + channel] = samples[place + channel]
            }
        }
        pending -= taken
        return taken
    }

    /// Notes frames that were taken from the ring.
    mutating func note(_ source: UnsafePointer<Float>, frames: Int) {
        for frame in 0..<frames {
            let place = (count + frame) % capacity * channels
            for channel in 0..<channels {
                samples[place + channel] = source[frame * channels + channel]
            }
        }
        count += frames
    }
}
