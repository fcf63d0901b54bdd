internal import PhonolithEffects
internal import PhonolithLibav
internal import PhonolithMediaModel
internal import PhonolithSamples
internal import PhonolithSound

/// Makes an output for chosen devices, none for a free choice, which then begins at the place of an earlier stream.
typealias MakeOutput =
    @Sendable (_ devices: [String], _ place: String?) -> any AudioOutput

/// The work of the engine's thread, step by step.
struct EngineWork {
    let engine: PlaybackEngine
    let makeOutput: MakeOutput
    /// The devices that were chosen; none for the choice of a mixer or the server.
    var devices: [String] = []
    /// The devices, of several, that are gone while the others play.
    var absentDevices: Set<String> = []
    /// The device to which a mixer moved the sound where none was chosen.
    var place: String?
    var output: (any AudioOutput)?
    var outputNumber = 0
    var source: OutputSource?
    var mixer: EngineMixer?
    var timeline = Timeline()
    var feeding: Feed?
    var next = Next.unknown
    var generation = 0
    var feedCount = 0

    /// The player's wishes, and the actual state.
    var wantsToPlay = false
    var isRunning = false
    var isStalled = false
    var startTime: Double?
    /// Whether it waits for enough sound before it plays, and whether it does not this time.
    var waits = true
    var startsAtOnce = false
    var rate = 1.0
    var replayGain = ReplayGain()
    var crossfade = 0.0
    var effects = AudioEffects()
    var audioLanguages: [LanguageTag] = []
    var keeping: @Sendable (PlayerItem) -> (any StreamKeeper)? = { _ in nil }
    /// Where the sound of this output ends; `nil` before that is known.
    var end: End?
    /// The feed that the player knows to be heard.
    var announced = 0
    /// Where in the item playing is, as it was published last.
    var timeTold = 0.0
    var reconnectTime: Double?

    /// The end of what an output plays.
    struct End {
        /// The frame after the last one.
        var frame: Int
        /// Whether what follows is played by another output, because this one's form is not good enough.
        var leadsOn = false
        /// When the last frame counted as heard.
        var time: Double?
    }

    /// An entry that is decoded.
    struct Feed {
        let entry: PlayQueue.Entry
        let reader: SoundReader
        let number: Int
        /// Whether the reader knows the form of the output.
        var isFormed = false
        var hasBegun = false
        var hasFailed = false
        /// The information that was reported to the player.
        var information: SoundReader.Information?
        var streamTitle: String?
        /// The outage that was reported to the player.
        var outage: String?
    }

    /// The entry after the decoded one.
    enum Next {
        /// The player has not said it yet.
        case unknown
        case nothing
        /// The reader is made when it is time.
        case entry(PlayQueue.Entry, time: Double, Feed?)
    }

    init(engine: PlaybackEngine, makeOutput: @escaping MakeOutput) {
        self.engine = engine
        self.makeOutput = makeOutput
    }

    // MARK: - Commands

    mutating func perform(_ command: EngineCommand) {
        switch command {
        case .load(let entry, let place): load(entry, place)
        case .seek(let entry, let place): seek(entry, place)
        case .setNext(let entry, let time, let generation): setNext(entry, time, generation)
        case .resume(let time, let isImmediate):
            (wantsToPlay, startTime, startsAtOnce) = (true, time, isImmediate)
        case .pause: halt()
        case .stop: stop()
        case .setRate(let rate): setRate(rate)
        case .setWaits(let waits): self.waits = waits
        case .setReplayGain(let gain): replayGain = gain
        case .setCrossfade(let duration): setCrossfade(duration)
        case .setEffects(let effects): setEffects(effects)
        case .setKeeping(let keeping): self.keeping = keeping
        case .setAudioLanguages(let languages): audioLanguages = languages
        case .setDevices(let names): setDevices(names)
        case .output(let event, let number): handle(event, of: number)
        case .end: stop()
        }
    }

    mutating func load(_ entry: PlayQueue.Entry, _ place: EnginePlace) {
        // Nothing of the queue before is to decide the form of this one.
        if source?.ring.readFrames == 0 { closeOutput() }
        go(to: place)
        start(entry, at: place.time)
        publish(entry: entry.id, time: place.time)
    }

    /// Samples decoded and not heard yet are dropped; playing begins again when there are enough from the new
    /// place, which is no stall.
    mutating func go(to place: EnginePlace) {
        generation = place.generation
        (wantsToPlay, startTime) = (place.plays, nil)
        setRunning(false)
        forgetSound()
        timeline.removeAll()
        (end, isStalled) = (nil, false)
    }

    /// Decodes an entry from now on, which is what is heard next, as the player knows.
    mutating func start(_ entry: PlayQueue.Entry, at time: Double) {
        closeReaders()
        feeding = makeFeed(entry, at: time)
        announced = feedCount
        (next, end, isStalled) = (.unknown, nil, false)
        engine.emit(.feeding(entry, generation: generation))
    }

    mutating func makeFeed(_ entry: PlayQueue.Entry, at time: Double) -> Feed {
        feedCount += 1
        let engine = engine
        var item = entry.item
        item.audioLanguages = audioLanguages
        let reader = SoundReader(
            item, from: time, keeper: keeping(entry.item), patience: engine.patience
        ) { engine.poke() }
        if let transfer = reader.transfer { engine.emit(.requesting(entry, transfer)) }
        return Feed(entry: entry, reader: reader, number: feedCount)
    }

    mutating func setNext(_ entry: PlayQueue.Entry?, _ time: Double, _ generation: Int) {
        guard generation == self.generation else { return }
        if case .entry(let old, _, let feed) = next {
            if old == entry { return }
            feed?.reader.close()
        }
        next = entry.map { .entry($0, time: time, nil) } ?? .nothing
        if entry != nil, end?.leadsOn == false { end = nil }
    }

    mutating func seek(_ entry: PlayQueue.Entry, _ place: EnginePlace) {
        // Where what follows is being decoded already, or its reader can do no more, another is made.
        let heard = timeline.current?.feed ?? announced
        guard let feeding, feeding.entry.id == entry.id, feeding.number == heard,
            feeding.reader.canSeek
        else { return load(entry, place) }
        if feeding.reader.information?.isSeekable == false { return stay(entry, place) }
        go(to: place)
        feeding.reader.seek(to: place.time, isExact: place.isExact)
        beginAgain(feeding)
        publish(entry: entry.id, time: place.time)
    }

    /// A seek that cannot be done changes nothing.
    private mutating func stay(_ entry: PlayQueue.Entry, _ place: EnginePlace) {
        generation = place.generation
        wantsToPlay = place.plays
        if !wantsToPlay { halt() }
        if let feeding { beginAgain(feeding, hasBegun: feeding.hasBegun) }
        publish(entry: entry.id, time: timeTold)
    }

    /// The player asks again what follows, and is informed again about the item.
    private mutating func beginAgain(_ feed: Feed, hasBegun: Bool = false) {
        feeding?.hasBegun = hasBegun
        feeding?.information = nil
        announced = feed.number
        engine.emit(.feeding(feed.entry, generation: generation))
    }

    mutating func setRate(_ rate: Double) {
        guard rate != self.rate else { return }
        self.rate = rate
        // Sound that is made already keeps its rate; it is a quarter of a second at most.
        mixer?.setTempo(rate)
        guard let source, let feed = feeding else { return noteFailedRate() }
        noteFailedRate()
        guard feed.hasBegun, let mixer else { return }
        timeline.append(
            Timeline.Segment(
                start: mixer.nextFrame(in: source.ring), feed: feed.number, entry: feed.entry,
                time: feed.reader.position - mixer.heldDuration, rate: mixer.speed,
                origin: feed.reader.information?.origin))
    }

    mutating func setCrossfade(_ duration: Double) {
        crossfade = duration
        guard let source else { return }
        mixer?.setCrossfade(duration, format: source.format)
    }

    private mutating func setEffects(_ effects: AudioEffects) {
        self.effects = effects
        mixer?.setEffects(effects)
    }

    mutating func halt() {
        (wantsToPlay, startTime, startsAtOnce) = (false, nil, false)
        setRunning(false)
    }

    mutating func stop() {
        halt()
        closeReaders()
        feeding = nil
        timeline.removeAll()
        closeOutput()
        reconnectTime = nil
        publish(entry: nil, time: 0)
    }

    /// Samples decoded and not heard yet are dropped.
    mutating func forgetSound() {
        source?.ring.discard()
        output?.flush()
        mixer?.reset()
    }

    mutating func closeReaders() {
        feeding?.reader.close()
        if case .entry(_, _, let feed?) = next { feed.reader.close() }
        next = .unknown
    }

    // MARK: - Steps

    /// Does what can be done now.
    ///
    /// - Returns: How long to sleep before the next step, in seconds; `nil` until it is woken.
    mutating func step() -> Double? {
        reconnectIfDue()
        do {
            try openOutput()
            try settleForm()
            repeat {
                feed()
                startOrStall()
            } while try output?.pump() ?? false
        } catch {
            fail(error)
        }
        track()
        return rest
    }

    var rest: Double? {
        if let startTime { return max(0.0001, min(0.05, startTime - AudioClock.now)) }
        if let reconnectTime { return max(0.05, reconnectTime - AudioClock.now) }
        return isRunning ? output?.rest : wantsToPlay ? 0.05 : nil
    }
}
