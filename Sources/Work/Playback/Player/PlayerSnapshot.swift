public import PhonolithMediaModel

/// The state of a player at one moment, for display.
public struct PlayerSnapshot: Hashable, Sendable {
    /// The queue, with its order and current entry.
    public var queue: PlayQueue
    /// The playback state.
    public var playbackState: PlaybackState
    /// Position in seconds from the item's beginning.
    public var time: Double
    /// Duration in seconds; `nil` if unknown.
    public var duration: Double?
    /// Whether the item supports seeking.
    public var canSeek: Bool
    /// Playback speed; 1 is normal.
    public var rate: Double
    /// Volume, 0...1.
    public var volume: Double
    /// The title that a radio station sends.
    public var streamTitle: String?
    /// The name of the radio station that plays.
    public var stationName: String?
    /// Whether it would play, but waits for data.
    public var isWaiting: Bool
    /// The playlist, album or other group that the queue was set with.
    public var playingGroup: MediaGroup?
}

extension QueuePlayer {
    /// The current state of the player, for display.
    public var snapshot: PlayerSnapshot {
        PlayerSnapshot(
            queue: queue, playbackState: playbackState, time: currentPlaybackTime,
            duration: currentDuration, canSeek: canSeek, rate: rate, volume: volume,
            streamTitle: streamTitle, stationName: stationName, isWaiting: isWaiting,
            playingGroup: playingGroup)
    }
}
