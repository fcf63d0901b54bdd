import FoundationEssentials
import PhonolithFiles
internal import PhonolithLibav
internal import PhonolithMediaModel
internal import PhonolithPlayback
internal import PhonolithSound

/// Decodes the pictures of one item ahead of time, on a thread of its own.
///
/// Decoded frames wait here until their time has come: some frames, of large pictures two.
final class FrameReader: @unchecked Sendable {
    // Sendable by proof: `state` is only touched while `condition` is locked; the film itself lives on the reader's
    // thread.

    private let item: PlayerItem
    private let now: @Sendable (_ beginning: Double) -> Double
    private let interruption = ReadInterruption()
    private let condition = ThreadCondition()
    private var state = State()

    private struct State {
        var frames: [Waiting] = []
        var seek: Double?
        var chosenSubtitles: Choice?
        var isClosed = false
        var hasAll = false
        var beginning: Double?
        var tracks: FilmTracks?
        /// Times are on the film's own clock.
        var subtitles = FilmSubtitles()
        var knownTexts: Set<SubtitleDecoder.Event> = []
        var subtitlePictures = SubtitlePictures()
        /// The longest edge of pictures that have to be made anew.
        var side = 1920
        var dropCount = 0
        /// Counts seeks, so that what was decoded before one is thrown away.
        var epoch = 0
    }

    private enum Choice { case stream(Int), none }

    /// A frame that waits for its time, on the film's own clock.
    struct Waiting: Sendable {
        var time: Double
        var picture: FramePicture
    }

    private static let mostFrames = 8
    private static let mostBytes = 48 << 20
    /// Packets of frames that are over for longer than this, in seconds, need not be decoded for their own sake.
    private static let tolerance = 0.2

    /// Starts the thread, which opens the film at the place that is heard then.
    ///
    /// - Parameter now: The time that is heard now, on the film's own clock, if the item begins at a time.
    init(_ item: PlayerItem, now: @escaping @Sendable (_ beginning: Double) -> Double) {
        (self.item, self.now) = (item, now)
        BlockingThread.start(named: "play-pictures", stackSize: 2 << 20) { [self] in run() }
    }

    /// Ends the thread soon, also where it waits for a server.
    func close() {
        interruption.cancel()
        condition.withLock {
            state.isClosed = true
            state.frames = []
            condition.broadcast()
        }
    }

    // MARK: - Asked by the output

    /// When the item begins by the film's headers; `nil` before it is open.
    var beginning: Double? { condition.withLock { state.beginning } }
    /// The tracks to choose from; `nil` before it is open.
    var tracks: FilmTracks? { condition.withLock { state.tracks } }
    /// How many frames had no time.
    var dropCount: Int { condition.withLock { state.dropCount } }
    /// When the next frame begins.
    var nextTime: Double? { condition.withLock { state.frames.first?.time } }

    /// The chosen subtitles read so far, from a text on.
    func subtitles(from index: Int) -> FilmSubtitles {
        condition.withLock {
            let all = state.subtitles
            return FilmSubtitles(
                header: all.header, fonts: all.fonts, events: Array(all.events.dropFirst(index)),
                number: all.number)
        }
    }

    /// The picture of the chosen subtitles at a time, where they are pictures.
    func subtitlePicture(at time: Double) -> SubtitlePicture? {
        condition.withLock { state.subtitlePictures.picture(at: time) }
    }

    func setLongestSide(_ side: Int) { condition.withLock { state.side = max(16, side) } }

    /// The frame on screen at a time, once; frames before it are dropped.
    func take(at time: Double, needsPicture: Bool) -> Waiting? {
        condition.withLock {
            let schedule = FrameSchedule(
                times: state.frames.map(\.time), time: time, needsPicture: needsPicture)
            guard let due = schedule.due else { return nil }
            state.dropCount += schedule.dropCount
            let frame = state.frames[due]
            state.frames.removeFirst(due + 1)
            condition.broadcast()
            return frame
        }
    }

    /// Goes to another time. Decoded frames that begin there or later stay.
    func seek(to time: Double) {
        condition.withLock {
            if let first = state.frames.first?.time, let last = state.frames.last?.time,
                state.seek == nil, first <= time, time <= last
            {
                let start = state.frames.lastIndex { $0.time <= time } ?? 0
                state.frames.removeFirst(start)
            } else {
                state.frames = []
                state.seek = time
                state.hasAll = false
                state.epoch += 1
            }
            condition.broadcast()
        }
    }

    /// Reads other subtitles from now on, and those that are shown now as well.
    ///
    /// - Parameter stream: The number of their stream; `nil` for none.
    func selectSubtitles(_ stream: Int?) {
        condition.withLock {
            state.chosenSubtitles = stream.map { .stream($0) } ?? Choice.none
            condition.broadcast()
        }
    }

    // MARK: - The thread

    private func run() {
        let interruption = interruption
        // An item that cannot be seen may be heard: the sound's own reader reports the error of the file.
        guard
            var film = try? OpenedFilm.open(
                item.source, threads: ProcessInfo.processInfo.activeProcessorCount,
                interruption: interruption)
        else { return condition.withLock { state.tracks = FilmTracks() } }
        let beginning = film.beginning(of: item)
        condition.withLock {
            state.beginning = beginning
            state.tracks = film.tracks
            if state.seek == nil { state.seek = now(beginning) }
        }
        decode(&film, beginning)
    }

    /// The next step of the thread.
    private struct Step {
        var seek: Double?
        var subtitles: Choice?
        var epoch: Int
        var side: Int
    }

    private func decode(_ film: inout OpenedFilm, _ beginning: Double) {
        // The last frame whose time was over when it was decoded: it may be on screen now nevertheless.
        var held: DecodedFrame?
        var (target, lastGiven) = (-Double.infinity, AudioClock.now)
        while let step = nextStep() {
            if let choice = step.subtitles { select(choice, in: &film, beginning) }
            if let seek = step.seek {
                film.seek(to: max(seek, film.start))
                condition.withLock { state.subtitlePictures.jump() }
                (held, target, lastGiven) = (nil, seek, AudioClock.now)
            }
            let heard = max(now(beginning), step.seek ?? -.infinity)
            guard let frame = film.decode(from: heard - Self.tolerance, subtitles: { add($0) })
            else {
                if let held { give(held, of: &film, step) }
                held = nil
                condition.withLock { if state.epoch == step.epoch { state.hasAll = true } }
                continue
            }
            if let held, frame.time > heard {
                give(held, of: &film, step)
            } else if held != nil, frame.time > target {
                condition.withLock { state.dropCount += 1 }
            }
            let verdict = FrameVerdict(
                end: frame.time + film.frameDuration, time: heard,
                standstill: AudioClock.now - lastGiven)
            held = verdict == .hold ? frame : nil
            if verdict == .show {
                give(frame, of: &film, step)
                lastGiven = AudioClock.now
            }
            if heard - frame.time > 1, frame.time > target, film.skip(to: heard) {
                condition.withLock { state.subtitlePictures.jump() }
            }
        }
    }

    /// Waits until there is something to do; `nil` when the reader is closed.
    private func nextStep() -> Step? {
        condition.withLock {
            while !state.isClosed, state.seek == nil, state.chosenSubtitles == nil,
                state.hasAll || isFull
            { condition.wait() }
            guard !state.isClosed else { return nil }
            defer { (state.seek, state.chosenSubtitles) = (nil, nil) }
            return Step(
                seek: state.seek, subtitles: state.chosenSubtitles, epoch: state.epoch,
                side: state.side)
        }
    }

    /// Touched while `condition` is locked.
    private var isFull: Bool {
        guard state.frames.count >= 2 else { return false }
        let bytes = state.frames.reduce(0) { $0 + $1.picture.pixels.byteCount }
        return state.frames.count >= Self.mostFrames || bytes >= Self.mostBytes
    }

    /// Makes the picture of a frame, and lets it wait for its time.
    private func give(_ frame: DecodedFrame, of film: inout OpenedFilm, _ step: Step) {
        // Where memory runs out the frame is missing.
        guard let picture = try? film.picture(of: frame.frame, within: step.side) else { return }
        condition.withLock {
            guard state.epoch == step.epoch, !state.isClosed else { return }
            state.frames.append(Waiting(time: frame.time, picture: picture))
        }
    }

    // MARK: - Subtitles

    private func select(_ choice: Choice, in film: inout OpenedFilm, _ beginning: Double) {
        let index: Int? = if case .stream(let index) = choice { index } else { nil }
        let styles = film.selectSubtitles(index)
        condition.withLock {
            state.subtitles = FilmSubtitles(
                header: styles?.header, fonts: styles?.fonts ?? [],
                number: state.subtitles.number + 1)
            (state.knownTexts, state.subtitlePictures) = ([], SubtitlePictures())
            // The texts that are shown now were read before they were wanted.
            guard index != nil else { return }
            state.seek = state.seek ?? now(beginning)
            state.frames = []
            state.epoch += 1
            state.hasAll = false
        }
    }

    private func add(_ content: SubtitleDecoder.Content) {
        condition.withLock {
            switch content {
            case .texts(let events):
                // After a seek some are read again.
                state.subtitles.events += events.filter { state.knownTexts.insert($0).inserted }
            case .picture(let event): state.subtitlePictures.add(event)
            }
        }
    }
}
