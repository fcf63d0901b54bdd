internal import PhonolithSound

/// The place that is heard at a moment: the clock that pictures follow.
package struct HeardPlace: Hashable, Sendable {
    /// The entry; `nil` if none is loaded.
    package var entry: PlayQueue.Entry.ID?
    package var generation: Int
    /// In seconds from the item's beginning, at ``moment``.
    package var time: Double
    /// How many seconds of the item are heard in a second; 0 while nothing is.
    package var rate: Double
    // By ``QueuePlayer/deviceCurrentTime``.
    package var moment: Double
    /// When the item's sound begins on its file's own clock, in seconds; `nil` before it is known.
    package var origin: Double?

    /// The time that is heard at a moment, which is later by half a second at most.
    package func time(at moment: Double) -> Double {
        time + rate * min(max(0, moment - self.moment), 0.5)
    }
}

extension QueuePlayer {
    /// The place that is heard now. Returns at once.
    package nonisolated var heardPlace: HeardPlace {
        let snapshot = engine.snapshot
        return HeardPlace(
            entry: snapshot.entry, generation: snapshot.generation, time: snapshot.time,
            rate: snapshot.isRunning ? snapshot.rate : 0, moment: snapshot.moment,
            origin: snapshot.origin)
    }

    /// Which of the current item's sounds is heard, from 0; `nil` for the one that a player would choose.
    public var audioTrack: Int? { queue.current?.item.audioTrack }

    /// Plays another sound of the current item, such as another language, from the same place.
    ///
    /// - Parameter track: From 0, in the order of the file; `nil` for the one that a player would choose.
    public func setAudioTrack(_ track: Int?) {
        guard let entry = queue.current, track != entry.item.audioTrack else { return }
        let time = currentPlaybackTime
        queue.update(entry.id) { $0.audioTrack = track }
        reload(at: time)
    }
}
