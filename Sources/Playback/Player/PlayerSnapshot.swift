public import MediaModel

/// All that a player's face shows, at one moment.
public struct PlayerSnapshot: Hashable, Sendable {
    /// What is played, in which order, and which entry plays.
    public var queue: PlayQueue
    /// What the player is doing.
    public var playbackState: PlaybackState
    /// In seconds from the item's beginning.
    public var time: Double
    /// In seconds; `nil` where it is not known.
    public var duration: Double?
    /// Whether one can go elsewhere in the item.
    public var canSeek: Bool
    /// How many times as fast as usual.
    public var rate: Double
    /// 0...1.
    public var volume: Double
    /// What a radio station says it is playing.
    public var streamTitle: String?
    /// The playlist, album or other group that the queue was set with.
    public var playingGroup: MediaGroup?
}

extension QueuePlayer {
    /// All that a player's face shows, now.
    public var snapshot: PlayerSnapshot {
        PlayerSnapshot(
            queue: queue, playbackState: playbackState, time: currentPlaybackTime,
            duration: currentDuration, canSeek: canSeek, rate: rate, volume: volume,
            streamTitle: streamTitle, playingGroup: playingGroup)
    }
}
