public import PhonolithSound

/// An event of a player; the counterpart of the notifications of MPMusicPlayerController and AVPlayerItem.
public enum PlayerEvent: Sendable, Hashable {
    /// The playback state changed.
    case playbackStateDidChange(PlaybackState)
    /// Another entry is current, or none.
    case nowPlayingItemDidChange(PlayQueue.Entry?)
    /// The last entry was played to its end, or skipped, and nothing follows; playing has stopped.
    case queueDidEnd
    /// Entries were added, moved or removed, or their order changed.
    case queueDidChange
    /// The volume changed: 0...1.
    case volumeDidChange(Double)
    /// Sound was muted, or is heard again.
    case isMutedDidChange(Bool)
    /// The speed changed: 0.5...2.
    case rateDidChange(Double)
    /// The repeat mode changed.
    case repeatModeDidChange(PlayQueue.RepeatMode)
    /// The shuffle mode changed.
    case shuffleModeDidChange(PlayQueue.ShuffleMode)
    /// An item is ready to play, or failed.
    case itemStatusDidChange(PlayQueue.Entry, PlayerItemStatus)
    /// An item was played to its end.
    case itemDidPlayToEnd(PlayQueue.Entry)
    /// The position in the item jumped, in seconds.
    case timeJumped(Double)
    /// Playback waits for the server.
    case playbackStalled
    /// Playback can continue after a stall.
    case playbackLikelyToKeepUp
    /// The connection to an item's server was lost; the server is called again for two minutes.
    case connectionLost(PlayQueue.Entry, reason: String)
    /// The server answers again, and playback continues.
    case connectionRestored(PlayQueue.Entry)
    /// The title that a radio station sends; reported when it is heard.
    case streamTitleDidChange(String?)
    /// Another sound interrupts playback, such as a call.
    case interruptionBegan
    /// The interruption ended; `resumed` says whether playback resumed automatically.
    case interruptionEnded(resumed: Bool)
    /// Other devices play, by these names; none for the server's choice.
    case outputDevicesDidChange([String])
    /// One of several output devices is gone, by this name; the others play on.
    case outputDeviceLost(String)
    /// It is back, and plays again.
    case outputDeviceFound(String)
    /// The output device or server is gone; playback is paused.
    case outputLost(OutputLoss)
    /// The sound server is back.
    case outputFound
    /// The output cannot be used; playback stopped.
    case outputFailed(AudioOutputError)
    /// The library could not record what was played.
    case libraryFailed(String)

    /// The output that was lost.
    public enum OutputLoss: String, Hashable, Sendable {
        /// Headphones or loudspeaker.
        case device
        /// The sound server.
        case server
    }
}

/// The state of a player; the counterpart of `MPMusicPlaybackState`.
public enum PlaybackState: String, Hashable, Sendable, CaseIterable {
    /// Stopped; playback starts at the item's beginning.
    case stopped
    /// Playing, or waiting for data.
    case playing
    /// Paused; playback resumes at the same position.
    case paused
    /// Interrupted by another sound.
    case interrupted
    /// Fast-forwarding.
    case seekingForward
    /// Rewinding.
    case seekingBackward
}

/// The status of an item; the counterpart of `AVPlayerItem.Status`.
public enum PlayerItemStatus: Hashable, Sendable {
    /// The item was not opened yet.
    case unknown
    /// The item is open and can be played.
    case readyToPlay(PlayerItemInformation)
    /// The item cannot be played.
    case failed(PlayerItemError)
}

/// Information about an opened item.
public struct PlayerItemInformation: Hashable, Sendable {
    /// Duration in seconds; `nil` if there is no end, as for a radio station.
    public var duration: Double?
    /// FFmpeg's name of the codec.
    public var codec: String
    /// Sample rate and channels.
    public var format: AudioFormat
    /// Bits per sample; `nil` if this does not apply to the codec.
    public var bitDepth: Int?
    /// Whether the item supports seeking.
    public var isSeekable: Bool
    /// Whether the source is a radio station.
    public var isStation = false
}
