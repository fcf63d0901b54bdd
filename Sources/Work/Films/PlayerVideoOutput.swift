package import PhonolithLibav
public import PhonolithMediaModel
public import PhonolithPlayback
internal import PhonolithSound
internal import Synchronization

/// The pictures of what a player plays, in step with what is heard.
///
/// Sound is never held up by pictures: frames not decoded in time are dropped.
public final class PlayerVideoOutput: VideoOutput {
    private let player: QueuePlayer
    private let showsPictures: @Sendable (PlayerItem) -> Bool
    private let state = Mutex(State())
    private let watching = Mutex<Task<Void, Never>?>(nil)

    private struct State {
        /// The entry that plays, with pictures or without.
        var entry: PlayQueue.Entry?
        /// The pictures of ``entry``, if it may have some.
        var current: Current?
    }

    /// The pictures of the item that plays.
    private struct Current {
        var entry: PlayQueue.Entry
        var reader: FrameReader
        var generation: Int
        var needsPicture = true
        var lastTime: Double?
        var shownSize: PixelSize?
        var shownCount = 0
    }

    /// How many frames there were of the current item.
    public struct FrameCounts: Hashable, Sendable {
        /// The frames that were given to the view.
        public var shown: Int
        /// The frames for which there was no time.
        public var dropped: Int
    }

    /// Follows a player.
    ///
    /// - Parameter showsPictures: Whether an item is looked at for pictures; files that are not known to be sound alone
    ///   by default. A server's film is fetched once more for its pictures.
    public init(
        _ player: QueuePlayer,
        showsPictures: @escaping @Sendable (PlayerItem) -> Bool = { $0.mayHavePictures }
    ) async {
        self.player = player
        self.showsPictures = showsPictures
        let events = await player.events()
        follow(await player.queue.current)
        let task = Task { [weak self] in
            for await event in events {
                guard case .nowPlayingItemDidChange(let entry) = event else { continue }
                self?.follow(entry)
            }
        }
        watching.withLock { $0 = task }
    }

    deinit {
        watching.withLock { $0 }?.cancel()
        state.withLock { $0.current }?.reader.close()
    }

    private func follow(_ entry: PlayQueue.Entry?) {
        state.withLock { state in
            let isSame = entry.map { $0.id == state.current?.entry.id } ?? false
            state.entry = entry
            if isSame { return }
            state.current?.reader.close()
            state.current = entry.flatMap { showsPictures($0.item) ? current(of: $0) : nil }
        }
    }

    private func current(of entry: PlayQueue.Entry) -> Current {
        let player = player
        let reader = FrameReader(entry.item) { beginning in
            let place = player.heardPlace
            let time = place.entry == entry.id ? place.time(at: AudioClock.now) : 0
            return time + (place.origin ?? beginning)
        }
        return Current(entry: entry, reader: reader, generation: player.heardPlace.generation)
    }

    /// The frame that is to be seen at a moment, once.
    public func frame(at moment: Double) -> VideoFrame? {
        state.withLock { state -> VideoFrame? in
            guard var current = state.current, let (place, origin) = place(of: current) else {
                return nil
            }
            defer { state.current = current }
            let time = place.time(at: moment) + origin
            // An item that is repeated begins again without a seek of the player's.
            let hasJumpedBack = current.lastTime.map { time - origin < $0 - 0.5 } ?? false
            if current.generation != place.generation || hasJumpedBack {
                current.generation = place.generation
                current.needsPicture = true
                current.lastTime = nil
                current.reader.seek(to: time)
            }
            guard let frame = current.reader.take(at: time, needsPicture: current.needsPicture)
            else { return nil }
            current.needsPicture = false
            current.shownCount += 1
            current.lastTime = frame.time - origin
            current.shownSize = frame.picture.shownSize
            return VideoFrame(
                time: frame.time - origin, shownSize: frame.picture.shownSize,
                pixelFormat: frame.picture.format, pixels: frame.picture.pixels)
        }
    }

    /// When the next frame is due; `nil` while nothing plays.
    public func nextMoment(after moment: Double) -> Double? {
        state.withLock { state in
            guard let (place, origin) = place(of: state.current), place.rate > 0,
                let next = state.current?.reader.nextTime
            else { return nil }
            return moment + max(0, next - origin - place.time(at: moment)) / place.rate
        }
    }

    /// The place that is heard, where that is the current item, and when the item begins on the film's own clock.
    private func place(of current: Current?) -> (HeardPlace, Double)? {
        let place = player.heardPlace
        guard let current, place.entry == current.entry.id,
            let beginning = current.reader.beginning
        else { return nil }
        return (place, place.origin ?? beginning)
    }
}

// MARK: - What is shown

extension PlayerVideoOutput {
    /// The time of the item that is seen and heard now, in seconds from its beginning; `nil` without pictures.
    public func time(at moment: Double) -> Double? {
        state.withLock { place(of: $0.current)?.0.time(at: moment) }
    }

    /// When the frame that was given last begins, and the one that waits after it, in seconds from the item's
    /// beginning.
    public var frameTimes: (shown: Double?, next: Double?) {
        state.withLock { state in
            guard let (_, origin) = place(of: state.current) else { return (nil, nil) }
            return (state.current?.lastTime, state.current?.reader.nextTime.map { $0 - origin })
        }
    }

    /// The size of the picture that was given last, upright and with square pixels; `nil` before the first one. The counterpart of
    /// `AVPlayerItem.presentationSize`.
    public var presentationSize: PixelSize? { state.withLock { $0.current?.shownSize } }

    /// Pauses, and goes forward by frames of the current film, or back where the count is negative; the counterpart of
    /// `AVPlayerItem.step(byCount:)`. More than one frame is as long as the one that is shown.
    public func step(byCount count: Int) async {
        await player.pause()
        let (shown, next) = frameTimes
        guard count != 0, let start = count > 0 ? next : shown else { return }
        let others = Double(count > 0 ? count - 1 : count + 1)
        let length = shown.flatMap { shown in next.map { max(0, $0 - shown) } } ?? 0
        // A little after the beginning of a frame is in it, and a little before it in the one before, as clocks of files round.
        await player.seek(to: start + others * length + (count > 0 ? Self.intoFrame : -0.002))
    }

    /// So far behind the beginning of a frame it is on screen.
    package static let intoFrame = 0.0005

    /// The entry that plays, with pictures or without; `nil` if there is none.
    public var playingEntry: PlayQueue.Entry? { state.withLock { $0.entry } }

    /// The tracks to choose from in the current film; `nil` before it is open. Without pictures it has nothing.
    public var tracks: FilmTracks? {
        state.withLock { state in
            guard var tracks = state.current?.reader.tracks else { return nil }
            let origin = place(of: state.current)?.1 ?? 0
            tracks.chapters = tracks.chapters.map { max(0, $0 - origin) }
            return tracks
        }
    }

    /// How many frames of the current item were shown, and how many were dropped.
    public var frameCounts: FrameCounts {
        state.withLock {
            FrameCounts(
                shown: $0.current?.shownCount ?? 0, dropped: $0.current?.reader.dropCount ?? 0)
        }
    }

    /// Limits pictures that have to be made anew, such as those in high dynamic range: no edge is longer, in pixels.
    public func setLongestSide(_ side: Int) {
        state.withLock { $0.current }?.reader.setLongestSide(side)
    }

    /// Reads subtitles of the film: a number of ``FilmTracks/Track/stream``; `nil` for none.
    public func selectSubtitles(_ stream: Int?) {
        state.withLock { $0.current }?.reader.selectSubtitles(stream)
    }

    /// The picture of the chosen subtitles at a time in seconds from the item's beginning, where they are pictures; `nil` where
    /// nothing is shown.
    package func subtitlePicture(at time: Double) -> SubtitlePicture? {
        state.withLock { state in
            guard let current = state.current, let (_, origin) = place(of: current) else {
                return nil
            }
            return current.reader.subtitlePicture(at: time + origin)
        }
    }

    /// The chosen subtitles read so far, from a text on: times are in seconds from the item's beginning.
    package func subtitles(from index: Int) -> FilmSubtitles {
        state.withLock { state in
            guard var read = state.current?.reader.subtitles(from: index),
                let (_, origin) = place(of: state.current)
            else { return FilmSubtitles() }
            for index in read.events.indices { read.events[index].time -= origin }
            return read
        }
    }
}

/// The chosen subtitles of a film, as far as they were read.
package struct FilmSubtitles: Hashable, Sendable {
    /// Their styles; `nil` if none are chosen.
    package var header: [UInt8]?
    /// The fonts that the film brings for its texts.
    package var fonts: [EmbeddedFont] = []
    /// In the order in which they were read.
    package var events: [SubtitleDecoder.Event] = []
    /// Counts choices: events of an older one are of other subtitles.
    package var number = 0
}

extension PlayerItem {
    /// Whether the item is a file, or the bytes of one, that may have pictures.
    public var mayHavePictures: Bool {
        if case .url = source { return false }
        return mediaType.isEmpty || !mediaType.isDisjoint(with: .anyVideo)
    }
}

/// Which of the decoded frames is on screen at a time: the last that begins at or before it.
struct FrameSchedule: Hashable {
    /// The frame to show, by its index; `nil` to leave what is shown.
    var due: Int?
    /// How many frames before it are never shown.
    var dropCount: Int { due ?? 0 }

    /// A frame is shown up to half a millisecond before its time, which clocks of files round.
    private static let rounding = 0.0005

    /// Decides.
    ///
    /// - Parameters:
    ///   - times: When the frames begin that wait, in seconds, in ascending order.
    ///   - time: The time that is heard now, on the same clock.
    ///   - needsPicture: Whether nothing is shown yet: then the first frame is shown even before its time.
    init(times: [Double], time: Double, needsPicture: Bool) {
        due = times.lastIndex { $0 <= time + Self.rounding }
        if due == nil, needsPicture, !times.isEmpty { due = 0 }
    }
}

/// Whether a frame that was just decoded is worth showing.
enum FrameVerdict: Hashable {
    /// Its time is now or later.
    case show
    /// Its time is over; it is shown only if no other is better.
    case hold

    /// Slow decoders would show nothing at all if every frame that is late were dropped.
    private static let longestStandstill = 0.1

    /// - Parameters:
    ///   - end: When the frame after it begins, in seconds.
    ///   - time: The time that is heard now.
    ///   - standstill: For how long no frame was shown, in seconds.
    init(end: Double, time: Double, standstill: Double) {
        self = end > time || standstill > Self.longestStandstill ? .show : .hold
    }
}
