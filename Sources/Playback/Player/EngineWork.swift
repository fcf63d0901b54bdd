import Foundation
internal import Libav

/// What the engine's thread does, step by step.
struct EngineWork {
    let engine: PlaybackEngine
    let makeOutput: @Sendable () -> any AudioOutput
    private var output: (any AudioOutput)?
    private var outputNumber = 0
    private var source: OutputSource?
    private var mixer: EngineMixer?
    private var timeline = Timeline()
    private var feeding: Feed?
    private var next = Next.unknown
    private var generation = 0
    private var feedCount = 0

    /// What the player wants, and what is so.
    private var wantsToPlay = false
    private var isRunning = false
    private var isStalled = false
    private var startTime: Double?
    private var seek: Seek?
    private var rate = 1.0
    private var replayGain = ReplayGain()
    private var crossfade = 0.0
    /// The frame behind the last one, when nothing follows.
    private var lastFrame: Int?
    /// When the last frame counted as heard.
    private var lastFrameTime: Double?
    /// The feed that the player knows to be heard.
    private var announced = 0
    private var reconnectTime: Double?

    /// An entry that is decoded.
    struct Feed {
        let entry: PlayQueue.Entry
        let reader: ItemReader
        let number: Int
        var hasBegun = false
        var isReady = false
        var hasFailed = false
        var streamTitle: String?
    }

    /// What follows what is decoded.
    private enum Next {
        /// The player has not said it yet.
        case unknown
        case nothing
        /// The reader is made when it is time.
        case entry(PlayQueue.Entry, time: Double, Feed?)
    }

    private struct Seek {
        let id: Int
        let isExact: Bool
    }

    init(engine: PlaybackEngine, makeOutput: @escaping @Sendable () -> any AudioOutput) {
        self.engine = engine
        self.makeOutput = makeOutput
    }

    // MARK: - Commands

    mutating func perform(_ command: EngineCommand) {
        switch command {
        case .load(let entry, let time, let generation): load(entry, time, generation)
        case .setNext(let entry, let time, let generation): setNext(entry, time, generation)
        case .resume(let time): (wantsToPlay, startTime) = (true, time)
        case .pause: halt()
        case .stop: stop()
        case .seek(let time, let isExact, let id): seek(to: time, Seek(id: id, isExact: isExact))
        case .setRate(let rate): setRate(rate)
        case .setReplayGain(let gain): replayGain = gain
        case .setCrossfade(let duration): setCrossfade(duration)
        case .output(let event, let number): handle(event, of: number)
        case .end: end()
        }
    }

    /// Gives everything back.
    mutating func end() { stop() }

    private mutating func load(_ entry: PlayQueue.Entry, _ time: Double, _ generation: Int) {
        self.generation = generation
        forgetSound()
        if let source, !isRunning, !wantsToPlay, timeline.segments.isEmpty {
            // Nothing of the queue before is to decide the form of this one.
            if source.ring.readFrames == 0 { closeOutput() }
        }
        timeline.removeAll()
        start(entry, at: time)
        announced = feeding?.number ?? 0
        publish(entry: entry.id, time: time)
    }

    private mutating func start(_ entry: PlayQueue.Entry, at time: Double) {
        closeReaders()
        finishSeek(false)
        feeding = makeFeed(entry, at: time)
        (next, lastFrame, isStalled) = (.unknown, nil, false)
        engine.emit(.feeding(entry, generation: generation))
    }

    private mutating func makeFeed(_ entry: PlayQueue.Entry, at time: Double) -> Feed {
        feedCount += 1
        let engine = engine
        let reader = ItemReader(entry.item, as: source?.format, from: time) { engine.poke() }
        return Feed(entry: entry, reader: reader, number: feedCount)
    }

    private mutating func setNext(_ entry: PlayQueue.Entry?, _ time: Double, _ generation: Int) {
        guard generation == self.generation else { return }
        if case .entry(let old, _, let feed) = next {
            if old == entry { return }
            feed?.reader.close()
        }
        next = entry.map { .entry($0, time: time, nil) } ?? .nothing
        if entry != nil { lastFrame = nil }
    }

    private mutating func seek(to time: Double, _ seek: Seek) {
        guard let feeding else { return engine.emit(.seekEnded(id: seek.id, isFinished: false)) }
        finishSeek(false)
        let heard = timeline.current
        // It begins again when there is enough from the new place; that is no stall.
        setRunning(false)
        forgetSound()
        timeline.removeAll()
        if let heard, heard.feed != feeding.number {
            // What follows is being decoded already: back to what is heard.
            start(heard.entry, at: max(0, time))
            announced = self.feeding?.number ?? 0
        } else {
            feeding.reader.seek(to: max(0, time), isExact: seek.isExact)
            self.feeding?.hasBegun = false
            lastFrame = nil
        }
        self.seek = seek
        publish(entry: self.feeding?.entry.id, time: max(0, time))
    }

    private mutating func setRate(_ rate: Double) {
        guard rate != self.rate else { return }
        self.rate = rate
        // Sound that is made already keeps its rate; it is a quarter of a second at most.
        guard let source, let feed = feeding, feed.hasBegun else { return }
        mixer?.setTempo(rate)
        timeline.append(
            Timeline.Segment(
                start: source.ring.writtenFrames, feed: feed.number, entry: feed.entry,
                time: feed.reader.position, rate: rate))
    }

    private mutating func setCrossfade(_ duration: Double) {
        crossfade = duration
        guard let source else { return }
        mixer?.setCrossfade(duration, format: source.format)
    }

    private mutating func halt() {
        (wantsToPlay, startTime) = (false, nil)
        setRunning(false)
    }

    private mutating func stop() {
        halt()
        closeReaders()
        finishSeek(false)
        feeding = nil
        timeline.removeAll()
        closeOutput()
        reconnectTime = nil
        publish(entry: nil, time: 0)
    }

    /// What was decoded and is not heard yet is not wanted any more.
    private mutating func forgetSound() {
        source?.ring.discard()
        output?.flush()
        mixer?.reset()
    }

    private mutating func closeReaders() {
        feeding?.reader.close()
        if case .entry(_, _, let feed?) = next { feed.reader.close() }
        next = .unknown
    }

    private mutating func finishSeek(_ isFinished: Bool) {
        guard let seek else { return }
        self.seek = nil
        engine.emit(.seekEnded(id: seek.id, isFinished: isFinished))
    }

    // MARK: - Steps

    /// Does what can be done now.
    ///
    /// - Returns: How long to sleep before the next step, in seconds; `nil` until somebody calls.
    mutating func step() -> Double? {
        reconnectIfDue()
        do {
            try openOutput()
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

    private var rest: Double? {
        if let startTime { return max(0.0001, min(0.05, startTime - Self.now)) }
        if let reconnectTime { return max(0.05, reconnectTime - Self.now) }
        return isRunning ? output?.rest : wantsToPlay ? 0.05 : nil
    }

    static var now: Double { ProcessInfo.processInfo.systemUptime }

    private mutating func openOutput() throws {
        guard source == nil, reconnectTime == nil, let information = feeding?.reader.information
        else { return }
        let output = makeOutput()
        self.output = output
        outputNumber += 1
        let (engine, number) = (engine, outputNumber)
        let format = output.format(for: information.source)
        let source = OutputSource(
            ring: AudioRing(format: format, duration: 0.3), stage: engine.stage,
            form: information.source
        ) { engine.send(.output($0, outputNumber: number)) }
        try output.open(source)
        self.source = source
        timeline.sampleRate = format.sampleRate
        mixer = EngineMixer(format: format, crossfade: crossfade, tempo: rate)
        if information.format != format, let feed = feeding {
            // It was opened in its own form, before that of the output was known.
            let time = feed.reader.position
            feed.reader.close()
            feeding = makeFeed(feed.entry, at: time)
            announced = announced == feed.number ? feedCount : announced
        }
    }

    private mutating func closeOutput() {
        setRunning(false)
        do { try output?.close() } catch { fail(error) }
        (output, source, mixer) = (nil, nil, nil)
    }

    private mutating func fail(_ error: any Error) {
        let failure = error as? AudioOutputError ?? AudioOutputError("\(error)")
        engine.emit(.outputFailed(failure, generation: generation))
        (wantsToPlay, isRunning) = (false, false)
        let broken = output
        (output, source, mixer) = (nil, nil, nil)
        // What cannot be written to cannot be closed properly either; the first failure was told.
        try? broken?.close()
        closeReaders()
        feeding = nil
    }

    /// Moves samples from the readers to the ring, until it is full or there are none.
    private mutating func feed() {
        guard let ring = source?.ring else { return describe() }
        while lastFrame == nil, let feed = feeding {
            mixer?.write(to: ring)
            guard mixer?.isEmpty ?? false, ring.space >= 1024 else { break }
            describe()
            if takeSamples(from: feed) { continue }
            switch feed.reader.status {
            case .opening, .reading:
                // Where samples came meanwhile, the reader wakes us.
                return
            case .failed(let error):
                if !feed.hasFailed {
                    feeding?.hasFailed = true
                    engine.emit(.failed(feed.entry, error, generation: generation))
                }
            case .ended: break
            }
            guard goOn() else { break }
        }
        mixer?.write(to: ring)
        prepareNext()
    }

    private mutating func takeSamples(from feed: Feed) -> Bool {
        guard let source else { return false }
        let position = feed.reader.position
        let gain = replayGain.factor(for: feed.entry.item.loudness)
        guard
            mixer?.take(1024 * source.format.channelCount, from: feed.reader, gain: gain) ?? false
        else { return false }
        if !feed.hasBegun {
            feeding?.hasBegun = true
            timeline.append(
                Timeline.Segment(
                    start: mixer?.beginning(in: source.ring) ?? 0, feed: feed.number,
                    entry: feed.entry, time: position, rate: rate))
            finishSeek(true)
        }
        return true
    }

    /// Goes over to what follows.
    ///
    /// - Returns: Whether something does.
    private mutating func goOn() -> Bool {
        guard let source else { return false }
        switch next {
        case .unknown: return false
        case .nothing:
            mixer?.finish()
            mixer?.write(to: source.ring)
            guard mixer?.isEmpty ?? true else { return false }
            lastFrame = source.ring.writtenFrames
            finishSeek(true)
            return false
        case .entry(let entry, let time, let feed):
            feeding?.reader.close()
            mixer?.beginNext()
            feeding = feed ?? makeFeed(entry, at: time)
            next = .unknown
            finishSeek(true)
            engine.emit(.feeding(entry, generation: generation))
            return true
        }
    }

    /// Opens what follows some time before it is needed.
    private mutating func prepareNext() {
        guard case .entry(let entry, let time, nil) = next, let feeding else { return }
        if case .ended = feeding.reader.status {
        } else {
            guard let duration = feeding.reader.information?.duration,
                duration - feeding.reader.position < 15
            else { return }
        }
        next = .entry(entry, time: time, makeFeed(entry, at: time))
    }

    /// Tells the player what the reader found out.
    private mutating func describe() {
        guard let feed = feeding else { return }
        if !feed.isReady, let information = feed.reader.information {
            feeding?.isReady = true
            engine.emit(.ready(feed.entry, information, generation: generation))
        }
        let title = feed.reader.streamTitle
        if title != feed.streamTitle {
            feeding?.streamTitle = title
            engine.emit(.streamTitle(title, feed.entry, generation: generation))
        }
        if source == nil, case .failed(let error) = feed.reader.status, !feed.hasFailed {
            feeding?.hasFailed = true
            engine.emit(.failed(feed.entry, error, generation: generation))
        }
        if source == nil, feeding?.hasFailed == true { goOnWithoutOutput() }
    }

    /// The first entries cannot be played, so that there is no output yet.
    private mutating func goOnWithoutOutput() {
        switch next {
        case .unknown: break
        case .nothing:
            feeding?.reader.close()
            feeding = nil
            wantsToPlay = false
            engine.emit(.finished(generation: generation))
        case .entry(let entry, let time, let feed):
            feeding?.reader.close()
            feeding = feed ?? makeFeed(entry, at: time)
            next = .unknown
            engine.emit(.feeding(entry, generation: generation))
        }
    }

    /// Begins to play when there is enough, and waits when there is nothing left.
    private mutating func startOrStall() {
        guard wantsToPlay, let source, let feeding else { return }
        if let startTime {
            guard Self.now >= startTime else { return }
            self.startTime = nil
        }
        let buffered = source.ring.writtenFrames - source.ring.readFrames
        let keepsUp = lastFrame != nil || feeding.reader.isLikelyToKeepUp
        if !isRunning {
            guard keepsUp || source.ring.space < 2048 else { return }
            if isStalled {
                isStalled = false
                engine.emit(.keptUp(generation: generation))
            }
            setRunning(true)
        } else if buffered == 0, !keepsUp, output?.waits == false, announced == feeding.number {
            isStalled = true
            engine.emit(.stalled(generation: generation))
            setRunning(false)
        }
    }

    private mutating func setRunning(_ shouldRun: Bool) {
        guard shouldRun != isRunning else { return }
        isRunning = shouldRun
        if shouldRun { output?.resume() } else { output?.pause() }
        engine.emit(.running(shouldRun))
    }

    // MARK: - What is heard

    private mutating func track() {
        guard let source, let feeding else { return }
        let played = source.ring.readFrames - (output?.pendingFrames ?? 0)
        announceBeginning(of: timeline.current, played: played)
        for change in timeline.advance(to: played) {
            announced = change.began.feed
            engine.emit(.ended(change.ended.entry, generation: generation))
            engine.emit(.began(change.began.entry, generation: generation))
        }
        if let time = timeline.time(played: played, end: source.ring.writtenFrames) {
            publish(entry: timeline.current?.entry.id ?? feeding.entry.id, time: time)
        }
        guard let lastFrame, played >= lastFrame, wantsToPlay else { return lastFrameTime = nil }
        let since = lastFrameTime ?? Self.now
        lastFrameTime = since
        if Self.now - since >= output?.tail ?? 0 { finish() }
    }

    /// The first entry may be another than was asked for, where that could not be played.
    private mutating func announceBeginning(of segment: Timeline.Segment?, played: Int) {
        guard let segment, segment.feed != announced, segment.start <= played else { return }
        announced = segment.feed
        engine.emit(.began(segment.entry, generation: generation))
    }

    private mutating func finish() {
        let heard = timeline.current
        (wantsToPlay, lastFrame, lastFrameTime) = (false, nil, nil)
        setRunning(false)
        feeding?.reader.close()
        feeding = nil
        closeOutput()
        timeline.removeAll()
        if let heard { engine.emit(.ended(heard.entry, generation: generation)) }
        engine.emit(.finished(generation: generation))
    }

    private func publish(entry: PlayQueue.Entry.ID?, time: Double) {
        let isHeard = feeding?.entry.id == entry
        engine.publish(
            EngineSnapshot(
                generation: generation, entry: entry, time: time,
                decodedTime: isHeard
                    ? max(
                        time,
                        (feeding?.reader.position ?? 0)
                            + (feeding?.reader.bufferedDuration ?? 0)) : time,
                isLikelyToKeepUp: feeding?.reader.isLikelyToKeepUp ?? false,
                isBufferEmpty: (feeding?.reader.bufferedDuration ?? 0) == 0,
                isRunning: isRunning, format: source?.format))
    }

    // MARK: - What happens to the output

    private mutating func handle(_ event: OutputEvent, of number: Int) {
        guard number == outputNumber else { return }
        switch event {
        case .interruptionBegan, .deviceLost:
            wantsToPlay = false
            setRunning(false)
        case .serverLost, .streamLost:
            loseServer()
        case .interruptionEnded, .serverFound: break
        }
        engine.emit(.output(event))
    }

    /// The output has to be made anew, and what it took is lost.
    private mutating func loseServer() {
        let heard = timeline.current
        let time = engine.snapshot.time
        halt()
        let lost = output
        (output, source, mixer) = (nil, nil, nil)
        // It is closed already, by the other side.
        try? lost?.close()
        timeline.removeAll()
        if let entry = heard?.entry ?? feeding?.entry {
            start(entry, at: time)
            announced = feeding?.number ?? 0
        }
        reconnectTime = Self.now + 0.5
    }

    private mutating func reconnectIfDue() {
        guard let time = reconnectTime, Self.now >= time else { return }
        guard feeding?.reader.information != nil else {
            reconnectTime = feeding == nil ? nil : Self.now + 0.5
            return
        }
        reconnectTime = nil
        do {
            try openOutput()
            engine.emit(.output(.serverFound))
        } catch {
            // Not back yet; it is tried again until it is, or until somebody stops.
            let unavailable = output
            (output, source, mixer) = (nil, nil, nil)
            try? unavailable?.close()
            reconnectTime = Self.now + 1
        }
    }
}
