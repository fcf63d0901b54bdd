internal import PhonolithSound

extension QueuePlayer {
    /// The time of a live stream that its server sends now, in seconds from the item's beginning; `nil` for anything else.
    ///
    /// The newest sound that has come is taken for live when it came, and time runs on from there, also while the player
    /// is paused. Beyond the last of ``loadedTimeRanges`` nothing has come yet. The counterpart of the end of
    /// `AVPlayerItem.seekableTimeRanges` of a live stream.
    public var liveEdge: Double? {
        let snapshot = engine.snapshot
        guard isLoaded, snapshot.generation == session.generation,
            snapshot.entry == queue.current?.id, let offset = snapshot.liveOffset
        else { return nil }
        return max(offset + AudioClock.now, snapshot.decodedTime)
    }

    /// How far behind ``liveEdge`` playing is, in seconds; 0 or more, `nil` where nothing is live. The counterpart of
    /// `AVPlayerItem.configuredTimeOffsetFromLive`.
    public var timeOffsetFromLive: Double? {
        liveEdge.map { max(0, $0 - currentPlaybackTime) }
    }
}
