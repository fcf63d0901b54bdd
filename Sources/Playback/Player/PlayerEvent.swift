public import MediaModel

/// What happened to a player; the counterpart of the notifications of MPMusicPlayerController and
/// AVPlayerItem.
public enum PlayerEvent: Sendable, Hashable {
    /// The state is another.
    case playbackStateDidChange(PlaybackState)
    /// Another entry plays, or none.
    case nowPlayingItemDidChange(PlayQueue.Entry?)
    /// The last entry was played to its end, or skipped, and nothing follows; playing has stopped.
    case queueDidEnd
    /// Entries were added, moved or taken out, or their order changed.
    case queueDidChange
    /// 0...1.
    case volumeDidChange(Double)
    /// 0.5...2.
    case rateDidChange(Double)
    /// What follows the end is something else.
    case repeatModeDidChange(PlayQueue.RepeatMode)
    /// The order is another.
    case shuffleModeDidChange(PlayQueue.ShuffleMode)
    /// An item can be played, or cannot.
    case itemStatusDidChange(PlayQueue.Entry, PlayerItemStatus)
    /// An item came to its end.
    case itemDidPlayToEnd(PlayQueue.Entry)
    /// Playing went elsewhere in the item, in seconds.
    case timeJumped(Double)
    /// Playing waits for the server.
    case playbackStalled
    /// Playing goes on after a stall.
    case playbackLikelyToKeepUp
    /// What a radio station says it is playing; told when it is heard.
    case streamTitleDidChange(String?)
    /// Something else has to be heard alone, such as a call.
    case interruptionBegan
    /// It has ended; whether playing went on by itself.
    case interruptionEnded(resumed: Bool)
    /// What one heard it on is gone; playing has paused.
    case outputLost(OutputLoss)
    /// The sound server is back.
    case outputFound
    /// The output cannot be used; playing has stopped.
    case outputFailed(AudioOutputError)
    /// The library could not note what was played.
    case libraryFailed(String)

    /// What was lost.
    public enum OutputLoss: String, Hashable, Sendable {
        /// Headphones or loudspeaker.
        case device
        /// The sound server.
        case server
    }
}

/// What a player is doing; the counterpart of `MPMusicPlaybackState`.
public enum PlaybackState: String, Hashable, Sendable, CaseIterable {
    /// Nothing plays, and play begins at the item's beginning.
    case stopped
    /// Sound is heard, or will be as soon as it is there.
    case playing
    /// Play goes on where it was.
    case paused
    /// Something else is heard now.
    case interrupted
    /// Going forward fast.
    case seekingForward
    /// Going back fast.
    case seekingBackward
}

/// What is known of an item; the counterpart of `AVPlayerItem.Status`.
public enum PlayerItemStatus: Hashable, Sendable {
    /// It was not opened yet.
    case unknown
    /// It is open and can be played.
    case readyToPlay(PlayerItemInformation)
    /// It cannot be played.
    case failed(PlayerItemError)
}

/// What an open item is.
public struct PlayerItemInformation: Hashable, Sendable {
    /// In seconds; `nil` for what has no end, such as a radio station.
    public var duration: Double?
    /// FFmpeg's name of the codec.
    public var codec: String
    /// Its rate and its channels.
    public var format: AudioFormat
    /// Bits of a sample; `nil` where the codec has no such thing.
    public var bitDepth: Int?
    /// Whether one can go elsewhere in it.
    public var isSeekable: Bool
}

/// How loud a channel is; 0 is full scale.
public struct ChannelLevel: Hashable, Sendable {
    /// In dBFS; −160 for silence.
    public var peakPower: Double
    /// In dBFS; −160 for silence.
    public var averagePower: Double
}

/// Where a player's sound goes.
public enum AudioDestination: Hashable, Sendable {
    /// To the sound server (PulseAudio, PipeWire).
    case pulse
    /// To nobody, at the speed of sound or so many times faster; infinity for as fast as it comes.
    case null(speed: Double)
    /// To a WAV file, as fast as it can.
    case wave(MediaPath)
}
