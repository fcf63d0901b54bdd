public import PhonolithEffects
public import PhonolithMediaModel
package import PhonolithSamples
public import PhonolithSound

/// Plays a queue of items without gaps.
///
/// It is to MPMusicPlayerController and AVQueuePlayer what `MediaQuery` is to MPMediaQuery. No method
/// blocks; sound is made on threads of the player's own. ``events()`` reports what happens.
public actor QueuePlayer {
    /// The queue, with its order and current entry.
    public internal(set) var queue = PlayQueue()
    /// The playlist, album or other group that the queue was set with; `nil` for anything else.
    public internal(set) var playingGroup: MediaGroup?
    /// The playback state.
    public internal(set) var playbackState = PlaybackState.stopped
    /// The playback speed at unchanged pitch; 0.5...2.
    public internal(set) var rate = 1.0
    /// The speed with which ``play()`` begins, 0.5...2; `nil` for that of before.
    public internal(set) var defaultRate: Double?
    /// Whether playing waits for as much sound as makes stalls unlikely.
    public internal(set) var automaticallyWaitsToMinimizeStalling = true
    /// 0...1.
    public internal(set) var volume = 1.0
    /// Whether nothing is heard, at any ``volume``.
    public internal(set) var isMuted = false
    /// The ReplayGain settings.
    public internal(set) var replayGain = ReplayGain()
    /// The duration of crossfades in seconds; 0 for none.
    public internal(set) var crossfadeDuration = 0.0
    /// The effects on sound between decoder and output.
    public internal(set) var effects = AudioEffects()
    /// The names of the devices that play the same, as chosen here or in a mixer; empty for the server's choice.
    public internal(set) var outputDevices: [String] = []
    /// How often each item is repeated before the next; negative for endlessly.
    public var numberOfLoops = 0 { didSet { session.loopsLeft = numberOfLoops; nameNext() } }
    /// The action at the end of an item, after its repeats. An item that fails is skipped in any case.
    public var actionAtItemEnd = ActionAtItemEnd.advance {
        didSet {
            session.actionAtItemEnd = actionAtItemEnd
            nameNext()
        }
    }
    /// The title that a radio station sends.
    public internal(set) var streamTitle: String?

    let program: ProgramName
    let engine: PlaybackEngine
    let library: (any PlayerLibrary)?
    var session = PlaybackSession()
    var listening: Listening?
    var loading = Loading.unloaded(from: nil)
    var wasPlayingBeforeInterruption = false
    /// Whether the sound server is gone, and not back yet.
    var hasLostServer = false
    var lastTime = 0.0
    var scanning: Scanning?
    /// Which plays were not noted when the player was closed, in one line; `nil` for none.
    package internal(set) var playsLost: String?
    var listeners: [Int: PlayerListener] = [:]
    var observers: [Int: TimeObserver] = [:]
    /// The tasks that wait for sound.
    var waiting: [Int: SoundWaiter] = [:]
    var listenerCount = 0
    /// Answers other programs that change the queue.
    var requests: Task<Void, Never>?
    /// The requests that were done since the queue was kept.
    var doneRequests: [ReceivedRequest] = []
    /// How often the queue was kept.
    var keepingCount = 0
    /// When the place in the queue was kept last.
    var lastKeepingTime = 0.0

    /// The engine's state of the current entry.
    enum Loading: Hashable {
        /// Nothing: playing begins at a time, `nil` for where the item itself begins.
        case unloaded(from: Double?)
        case loaded
        /// Nothing, and never again: the player was closed at this time.
        case closed(at: Double)
    }

    /// Creates a player with an empty queue, and without a library.
    ///
    /// - Parameters:
    ///   - destination: Where the sound goes. It is opened when something plays.
    ///   - programName: The name of the program, as mixers and the bus show it; by default that of the process.
    public init(to destination: AudioDestination, programName: String? = nil) {
        self.init(to: destination, keeper: nil, program: ProgramName(programName))
    }

    /// Makes a player that has a library keep what it does.
    package init(
        to destination: AudioDestination, keeper: (any PlayerLibrary)?,
        program: ProgramName = .ofProcess
    ) {
        var server = SoundServer()
        server.programName = program
        self.init(keeper: keeper, program: program) { [server] in
            destination.makeOutput(on: $0, beginningAt: $1, server: server)
        }
    }

    /// Makes a player that plays by a sound server with this address.
    package init(toServer address: String, answerLimit: Duration = .seconds(10)) {
        self.init(on: SoundServer(address: address, answerLimit: answerLimit))
    }

    /// Makes a player that plays by a sound server.
    package init(on server: SoundServer) {
        self.init(keeper: nil, program: server.programName) {
            AudioDestination.pulse.makeOutput(on: $0, beginningAt: $1, server: server)
        }
    }

    /// Makes a player whose output a test controls.
    package init(
        speed: Double, controlledBy control: NullOutput.Control,
        keeper: (any PlayerLibrary)? = nil, patience: OutagePatience = OutagePatience()
    ) {
        self.init(keeper: keeper, patience: patience) { _, _ in
            NullOutput(speed: speed, control: control)
        }
    }

    init(
        keeper: (any PlayerLibrary)?, program: ProgramName = .ofProcess,
        patience: OutagePatience = OutagePatience(), output: @escaping MakeOutput
    ) {
        self.program = program
        engine = PlaybackEngine(output: output, patience: patience)
        library = keeper
        let events = engine.events
        Task { [weak self] in
            for await event in events { await self?.handle(event) }
        }
    }

    deinit {
        requests?.cancel()
        engine.send(.end)
        for listener in listeners.values { listener.finish() }
        for observer in observers.values { observer.continuation.finish() }
    }

    /// The events from now on, in their order; none of a player that was closed. Any number may listen.
    public func events() -> AsyncStream<PlayerEvent> { stream(of: \.event) }

    /// The same as ``events()``, with what was so when each happened.
    package func eventMoments() -> AsyncStream<PlayerEventMoment> { stream(of: \.self) }

    private func stream<Element: Sendable>(
        of element: @escaping @Sendable (PlayerEventMoment) -> Element
    ) -> AsyncStream<Element> {
        guard !isClosed else { return AsyncStream { $0.finish() } }
        listenerCount += 1
        let number = listenerCount
        let (stream, continuation) = AsyncStream<Element>.makeStream()
        listeners[number] = PlayerListener(
            take: { _ = continuation.yield(element($0)) }, finish: { continuation.finish() })
        continuation.onTermination = { [weak self] _ in
            Task { await self?.removeListener(number) }
        }
        return stream
    }

    private func removeListener(_ number: Int) { listeners[number] = nil }

    /// - Parameter time: Where it happened; `nil` for where playing is.
    func tell(_ event: PlayerEvent, at time: Double? = nil) {
        let moment = PlayerEventMoment(
            event, time: time ?? currentPlaybackTime,
            index: event.entry.flatMap { queue.index(of: $0.id) })
        for listener in listeners.values { listener.take(moment) }
    }

    func setState(_ state: PlaybackState) {
        guard state != playbackState else { return }
        playbackState = state
        for observer in observers.values { observer.turned(at: currentPlaybackTime) }
        tell(.playbackStateDidChange(state))
        keepPosition()
    }
}

// MARK: - What plays

extension QueuePlayer {
    /// The current item; `nil` if there is none.
    public var nowPlayingItem: PlayerItem? { queue.current?.item }

    /// The position of the current item in the queue.
    public var indexOfNowPlayingItem: Int? { queue.currentIndex }

    var isLoaded: Bool { loading == .loaded }

    var isClosed: Bool {
        if case .closed = loading { true } else { false }
    }

    /// The playback position, in seconds from the item's beginning; after a seek, the new position.
    public var currentPlaybackTime: Double {
        switch loading {
        case .unloaded(let time): return time ?? queue.current.map(beginning) ?? 0
        case .closed(let time): return time
        case .loaded: break
        }
        let snapshot = engine.snapshot
        // The item played to its end a moment ago is not the one that plays now.
        guard let entry = queue.current, snapshot.entry == entry.id else { return 0 }
        return snapshot.time
    }

    /// The current playback speed; 0 if nothing is playing.
    public var currentPlaybackRate: Double { playbackState == .playing ? rate : 0 }

    /// The duration of the current item, in seconds; `nil` if unknown.
    public var currentDuration: Double? {
        guard let entry = queue.current else { return nil }
        if let duration = entry.item.duration { return duration }
        if case .readyToPlay(let information) = status(of: entry.id) { return information.duration }
        return nil
    }

    /// Whether one can go elsewhere in the item that plays: not in radio, nor in what a server sends only as a
    /// whole. Of what was not opened yet, files can.
    public var canSeek: Bool {
        guard let entry = queue.current, !isClosed else { return false }
        switch status(of: entry.id) {
        case .readyToPlay(let information): return information.isSeekable
        case .failed: return false
        case .unknown:
            if case .file = entry.item.source { return true } else { return false }
        }
    }

    /// The status of an entry's item.
    public func status(of entry: PlayQueue.Entry.ID) -> PlayerItemStatus {
        session.statuses[entry] ?? .unknown
    }

    /// The decoded ranges of the current item, in seconds from its beginning.
    public var loadedTimeRanges: [ClosedRange<Double>] {
        let snapshot = engine.snapshot
        guard isLoaded, snapshot.generation == session.generation,
            snapshot.decodedTime > snapshot.time
        else { return [] }
        return [snapshot.time...snapshot.decodedTime]
    }

    /// Whether playback is expected to continue without a pause.
    public var isPlaybackLikelyToKeepUp: Bool { engine.snapshot.isLikelyToKeepUp }

    /// Whether the buffer of decoded audio is empty.
    public var isPlaybackBufferEmpty: Bool { engine.snapshot.isBufferEmpty }

    /// The name of the radio station that plays; `nil` if it is none, or has no name.
    public var stationName: String? {
        guard let entry = queue.current,
            case .readyToPlay(let information) = status(of: entry.id), information.isStation
        else { return nil }
        return entry.item.title
    }

    /// Whether the item that plays is open, so that ``play()`` is heard at once.
    public var isPreparedToPlay: Bool {
        guard isLoaded, let entry = queue.current else { return false }
        if case .readyToPlay = status(of: entry.id) { return isPlaybackLikelyToKeepUp }
        return false
    }

    /// The name of the program that plays, as mixers, the bus and the history show it.
    public nonisolated var programName: String { program.shown }

    /// The time by which ``play(atTime:)`` goes, in seconds.
    public nonisolated var deviceCurrentTime: Double { AudioClock.now }
}
