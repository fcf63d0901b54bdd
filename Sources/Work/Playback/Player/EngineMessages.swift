internal import PhonolithEffects
internal import PhonolithMediaModel
internal import PhonolithSamples
internal import PhonolithSound

/// A command of the player to its engine.
enum EngineCommand: Sendable {
    /// Plays an entry instead of whatever plays, from a place in it, or waits there.
    case load(PlayQueue.Entry, EnginePlace)
    /// Goes elsewhere in the entry that is heard; where another is heard by now, the same as `load`.
    case seek(PlayQueue.Entry, EnginePlace)
    /// Names what follows the entry that is being decoded, and where it begins; `nil` for nothing.
    case setNext(PlayQueue.Entry?, time: Double, generation: Int)
    /// Plays, at a time of the monotonic clock or at once.
    /// - Parameter isImmediate: Without waiting for as much sound as makes stalls unlikely.
    case resume(at: Double?, isImmediate: Bool = false)
    case pause
    /// Ends playing and gives back the output.
    case stop
    case setRate(Double)
    /// Waits for enough sound before it plays, or plays what there is.
    case setWaits(Bool)
    case setReplayGain(ReplayGain)
    case setCrossfade(Double)
    case setEffects(AudioEffects)
    /// Keeps what servers send for the items that are opened from now on.
    case setKeeping(@Sendable (PlayerItem) -> (any StreamKeeper)?)
    /// Plays the sound in one of these languages, of items that are opened from now on and have several.
    case setAudioLanguages([LanguageTag])
    /// Plays on these devices; none for the server's choice.
    case setDevices([String])
    case output(OutputEvent, outputNumber: Int)
    // Ends the engine's thread.
    case end
}

/// Where the engine is to go.
struct EnginePlace: Sendable {
    /// In seconds from the item's beginning.
    var time: Double
    /// Whether to the sample; else to wherever near it is quick to go.
    var isExact = true
    /// Whether it plays there; else it waits.
    var plays: Bool
    /// Counts the places: events of an older one are about what plays no more.
    var generation: Int
}

/// A message from the engine to its player. Events of an older generation are about what plays no more.
enum EngineEvent: Sendable {
    /// An entry is being decoded, perhaps long before it is heard: the next must be named.
    case feeding(PlayQueue.Entry, generation: Int)
    /// An entry is being requested from its server.
    case requesting(PlayQueue.Entry, NetworkTransfer)
    /// An entry is open and can be played.
    case ready(PlayQueue.Entry, SoundReader.Information, generation: Int)
    /// An entry cannot be played, or not to its end.
    case failed(PlayQueue.Entry, PlayerItemError, generation: Int)
    /// The last sample of an entry was played, which was at this time of it.
    case ended(PlayQueue.Entry, time: Double, generation: Int)
    /// The first sample of the entry after it was played.
    case began(PlayQueue.Entry, generation: Int)
    /// Nothing follows, and all was played.
    case finished(generation: Int)
    /// The decoded samples do not suffice.
    case stalled(generation: Int)
    case keptUp(generation: Int)
    /// The title that a radio station reports as playing, when it is heard.
    case streamTitle(String?, PlayQueue.Entry, generation: Int)
    /// The connection to the server of an entry was lost, for a reason, and is made again; `nil` when it is.
    case outage(String?, PlayQueue.Entry, generation: Int)
    /// The rate is another than was requested, because the tempo filter does not work.
    case rate(Double)
    case progress(generation: Int)
    /// Something happened to the output.
    case output(OutputEvent)
    /// The output cannot be used.
    case outputFailed(AudioOutputError, generation: Int)
    /// Sound is heard, or no longer.
    case running(Bool)
}

/// The state of the engine, readable from any thread.
struct EngineSnapshot: Sendable {
    var generation = 0
    var entry: PlayQueue.Entry.ID?
    /// In seconds from the item's beginning.
    var time = 0.0
    /// Until where it is decoded, in seconds from the item's beginning.
    var decodedTime = 0.0
    var isLikelyToKeepUp = false
    var isBufferEmpty = true
    /// Whether there is sound from ``time`` on, or none that could come.
    var hasSound = false
    var isRunning = false
    /// How many seconds of the item are heard in a second, while it runs.
    var rate = 1.0
    /// When the item begins on its file's own clock, in seconds, if known.
    var origin: Double?
    /// The time of a live item less that of the monotonic clock; `nil` for others.
    var liveOffset: Double?
    var moment = 0.0
    var format: AudioFormat?

    /// The snapshot of another moment, at this place.
    func keepingPlace(with other: EngineSnapshot) -> EngineSnapshot {
        var copy = other
        (copy.generation, copy.entry, copy.time, copy.decodedTime) = (generation, entry, time, time)
        (copy.liveOffset, copy.hasSound) = (nil, false)
        return copy
    }
}
