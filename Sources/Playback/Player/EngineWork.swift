import Foundation
internal import Libav

/// What the engine's thread does, step by step.
struct EngineWork {
    let engine: PlaybackEngine
    let makeOutput: @Sendable () -> any AudioOutput
    var output: (any AudioOutput)?
    var outputNumber = 0
    var source: OutputSource?
    var mixer: EngineMixer?
    var timeline = Timeline()
    var feeding: Feed?
    var next = Next.unknown
    var generation = 0
    var feedCount = 0

    /// What the player wants, and what is so.
    var wantsToPlay = false
    var isRunning = false
    var isStalled = false
    var startTime: Double?
    var seek: Seek?
    var rate = 1.0
    var replayGain = ReplayGain()
    var crossfade = 0.0
    /// The frame behind the last one, when nothing follows.
    var lastFrame: Int?
    /// When the last frame counted as heard.
    var lastFrameTime: Double?
    /// The feed that the player knows to be heard.
    var announced = 0
    var reconnectTime: Double?

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
    enum Next {
        /// The player has not said it yet.
        case unknown
        case nothing
        /// The reader is made when it is time.
        case entry(PlayQueue.Entry, time: Double, Feed?)
    }

    struct Seek {
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

    mutating func load(_ entry: PlayQueue.Entry, _ time: Double, _ generation: Int) {
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

    mutating func start(_ entry: PlayQueue.Entry, at time: Double) {
        closeReaders()
        finishSeek(false)
        feeding = makeFeed(entry, at: time)
        (next, lastFrame, isStalled) = (.unknown, nil, false)
        engine.emit(.feeding(entry, generation: generation))
    }

    mutating func makeFeed(_ entry: PlayQueue.Entry, at time: Double) -> Feed {
        feedCount += 1
        let engine = engine
        let reader = ItemReader(entry.item, as: source?.format, from: time) { engine.poke() }
        return Feed(entry: entry, reader: reader, number: feedCount)
    }

    mutating func setNext(_ entry: PlayQueue.Entry?, _ time: Double, _ generation: Int) {
        guard generation == self.generation else { return }
        if case .entry(let old, _, let feed) = next {
            if old == entry { return }
            feed?.reader.close()
        }
        next = entry.map { .entry($0, time: time, nil) } ?? .nothing
        if entry != nil { lastFrame = nil }
    }

    mutating func seek(to time: Double, _ seek: Seek) {
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

    mutating func setRate(_ rate: Double) {
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

    mutating func setCrossfade(_ duration: Double) {
        crossfade = duration
        guard let source else { return }
        mixer?.setCrossfade(duration, format: source.format)
    }

    mutating func halt() {
        (wantsToPlay, startTime) = (false, nil)
        setRunning(false)
    }

    mutating func stop() {
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

    mutating func finishSeek(_ isFinished: Bool) {
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

    var rest: Double? {
        if let startTime { return max(0.0001, min(0.05, startTime - Self.now)) }
        if let reconnectTime { return max(0.05, reconnectTime - Self.now) }
        return isRunning ? output?.rest : wantsToPlay ? 0.05 : nil
    }

    static var now: Double { ProcessInfo.processInfo.systemUptime }
}
