import PhonolithLibav
import PhonolithMediaModel

/// The frames of a video, found by the time at which they are shown.
///
/// Opened once. Asked for times in the order of the file, it decodes on from where it is whenever that is
/// less work than to begin at another key frame. Not for use by two threads at once; everything blocks.
struct VideoFrames: ~Copyable {
    /// The stream that a player would choose.
    let stream: MediaStream
    /// How long the file is, in seconds from its start, as far as it says so.
    var duration: Double?
    /// The visible part of the pictures, as the file has it; `nil` for all of them.
    let aperture: CleanAperture?

    let source: VideoSource
    let options: VideoDecoder.Options
    var demuxer: Demuxer
    let decoder: VideoDecoder
    /// `nil` where the container has to be believed.
    let parser: PictureParser?
    var queue = PacketQueue()
    /// The last packet that came with a description of the following ones, which may have been skipped.
    private var describing: Packet?
    var position = Position.fresh
    /// The last frame that began at or before the time that was looked for.
    var current: TimedFrame?
    // The frame after it.
    var upcoming: TimedFrame?
    /// Whether the first frame of the file is what decoding began with.
    var beganWithFirst = true
    /// The key frame at which decoding began; `nil` for the first of the file.
    var begin: Int64?
    /// Whether decoding began one key frame earlier than needed (``needsLeadIn(_:)``).
    var beganWithLeadIn = false

    /// A frame and when it begins to be shown, in ticks of the stream.
    final class TimedFrame {
        let frame: Frame
        let time: Int64

        init(frame: consuming Frame, time: Int64) {
            self.frame = frame
            self.time = time
        }

        func picture(
            by renderer: inout PictureRenderer, in stream: MediaStream,
            _ aperture: CleanAperture?, _ options: PictureOptions
        ) throws(AVError) -> ThumbnailImage {
            try renderer.picture(of: frame, in: stream, aperture, options)
        }
    }

    /// Where demuxer and decoder are.
    enum Position: Hashable {
        /// At the beginning, nothing read yet.
        case fresh
        /// Behind the frames that were decoded last, ready to continue.
        case following
        case lost
    }

    /// - Throws: ``ThumbnailError``, also for a file without video.
    init(
        _ source: VideoSource, options: VideoDecoder.Options, _ patience: Patience
    ) throws(ThumbnailError) {
        let demuxer = try source.open()
        guard let stream = demuxer.bestVideoStream ?? demuxer.onlyPicture else {
            throw .noVideo
        }
        if stream.hasDolbyColours { throw .dolbyColours }
        if demuxer.statesEncryption(of: stream) { throw .encrypted }
        let (width, height) = (stream.codedWidth ?? 0, stream.codedHeight ?? 0)
        guard width.multipliedReportingOverflow(by: height).partialValue <= options.pixelLimit
        else {
            throw ThumbnailError(
                .tooManyPixels,
                "its \(width) × \(height) pixels are more than the limit of \(options.pixelLimit)")
        }
        demuxer.select(stream)
        let decoder: VideoDecoder
        do {
            decoder = try VideoDecoder.open(stream, of: demuxer, options: options)
        } catch {
            throw ThumbnailError(
                .cannotDecode, "no decoder for its codec, \(stream.codecName)")
        }
        let aperture = source.path.flatMap {
            CleanAperture.read($0, stream, of: demuxer, limit: patience.remaining)
        }
        try patience.check()
        parser = PictureParser.open(stream, of: demuxer)
        self.source = source
        self.options = options
        self.stream = stream
        self.aperture = aperture
        duration = demuxer.duration
        self.demuxer = demuxer
        self.decoder = decoder
        // The parameters of all later frames may come with this one alone.
        if let first = nextPacket() { queue.append(first) }
    }

    /// On the stream's own clock: the last tick that is not after the time, which is in seconds from the
    /// start of the file. Files and arguments round to microseconds, so that one may be missing.
    func ticks(_ seconds: Double) -> Int64 {
        stream.timeBase.ticks(seconds + demuxer.startTime + 1.5e-6)
    }

    /// From the start of the file.
    func seconds(_ ticks: Int64) -> Double {
        let seconds = stream.timeBase.seconds(ticks) - demuxer.startTime
        return abs(seconds) < 5e-7 ? 0 : seconds
    }

    /// The picture of ``current``; `nil` if there is none.
    func picture(
        by renderer: inout PictureRenderer, _ options: PictureOptions
    ) throws(AVError) -> ThumbnailImage? {
        try current?.picture(by: &renderer, in: stream, aperture, options)
    }

    // MARK: The frame on screen

    /// Decodes until ``current`` is the frame on screen at a time: the last that begins at or before it; the
    /// first of the file where none does.
    ///
    /// - Throws: ``ThumbnailError``, for a time past the end, too.
    mutating func show(at time: Double, _ patience: Patience) throws(ThumbnailError) {
        let sought = ticks(time)
        if !isCheapToGoOn(to: sought) { try land(before: sought, patience) }
        try advance(to: sought, patience)
        // FFmpeg's decoder of H.264 drops frames after key frames that are no IDR pictures, and at the end all after them;
        // not if it begins earlier.
        for _ in 0..<Self.retryLimit {
            guard lacksPromised, let begin else { break }
            try land(before: begin.clampedSubtracting(1), patience)
            try advance(to: sought, patience)
        }
        var step = firstStep
        while current == nil, !beganWithFirst {
            // The first packets here cannot be decoded from here.
            try land(before: sought.clampedSubtracting(step), patience)
            step = Self.doubled(step)
            try advance(to: sought, patience)
        }
        if current == nil { current = upcoming.take() }
        guard current != nil else {
            position = .lost
            throw .noFrames
        }
        try refuse(time, ifAfterEnd: upcoming == nil && queue.hasAll)
    }

    /// Between the last frame and the end of the file there is the last frame; after it, nothing.
    private func refuse(_ time: Double, ifAfterEnd isLast: Bool) throws(ThumbnailError) {
        guard isLast, let last = current?.time else { return }
        let end = max(duration ?? 0, seconds(last.clampedAdding(frameDuration)))
        if time > end + 2e-6 { throw .beyondEnd(end) }
    }

    var frameDuration: Int64 {
        if queue.lastDuration > 0 { return queue.lastDuration }
        return stream.timeBase.ticks(1 / (stream.averageFrameRate ?? 25))
    }

    /// Frames come in the order of presentation; the one before the first that is after the time is it.
    mutating func advance(to time: Int64, _ patience: Patience) throws(ThumbnailError) {
        position = .following
        while true {
            if let next = upcoming?.time {
                guard next <= time else { return }
                current = upcoming.take()
                if next == queue.promisedTime { return }
            }
            upcoming = try nextFrame(to: time, patience)
            if upcoming == nil { return }
        }
    }

    private mutating func nextFrame(
        to time: Int64, _ patience: Patience
    ) throws(ThumbnailError) -> TimedFrame? {
        var failures = 0
        while true {
            try patience.check()
            do {
                let frame = try Frame()
                switch try decoder.receive(into: frame) {
                case .frame:
                    let time = frame.presentationTime ?? fallbackTime
                    return TimedFrame(frame: consume frame, time: time)
                case .wantsPacket: try feed(to: time, patience)
                case .ended: return nil
                }
            } catch let error as ThumbnailError {
                throw error
            } catch {
                // A broken picture; the next may be whole. After the end there is no next.
                failures += 1
                if failures > 100 { return nil }
            }
        }
    }

    /// For formats without times: one frame after the other. In Matroska, FFmpeg gives no times to frames before 0, which
    /// no player shows.
    private var fallbackTime: Int64 {
        let last = upcoming?.time ?? current?.time
        if demuxer.formatName.hasPrefix("matroska"), last ?? .min < firstTime {
            return firstTime.clampedSubtracting(1)
        }
        guard let last else { return stream.startTicks ?? 0 }
        return last.clampedAdding(max(1, frameDuration))
    }

    private mutating func feed(to time: Int64, _ patience: Patience) throws(ThumbnailError) {
        try readAhead(to: time, patience)
        while let packet = queue.takeFirst() {
            if packet.isEncrypted { throw .encrypted }
            let isWanted = queue.isWanted(packet)
            if !isWanted, packet.isDisposable { continue }
            // A broken packet is skipped; a decoder that was asked first takes one for sure.
            _ = try? decoder.send(packet, isWanted: isWanted)
            return
        }
        // Refused where it was said before, which asking for a frame tells next.
        _ = try? decoder.send(nil)
    }

    private mutating func readAhead(
        to time: Int64, _ patience: Patience
    ) throws(ThumbnailError) {
        var queue = self.queue
        self.queue = PacketQueue()
        defer { self.queue = queue }
        try queue.fill(to: time) { () throws(ThumbnailError) in
            try patience.check()
            return nextPacket()
        }
    }

    /// `nil` at the end, and where the file is broken so that nothing more can be read.
    mutating func nextPacket() -> Packet? {
        for _ in 0..<100 {
            do {
                guard let packet = try demuxer.nextPacket(of: stream) else { return nil }
                parser?.correct(packet)
                if packet.describesOthers {
                    describing = packet
                } else if packet.isKey, let describing {
                    packet.takeDescription(of: describing)
                }
                return packet
            } catch {
                if demuxer.hasTimedOut { return nil }
            }
        }
        return nil
    }

    /// Whether a time is ahead, and no later key frame is a better place to begin.
    private func isCheapToGoOn(to time: Int64) -> Bool {
        guard position == .following, let now = current?.time, now <= time else { return false }
        if let next = upcoming?.time, next > time { return true }
        let decoded = queue.lastTaken ?? now
        if let known = demuxer.knownKeyFrame(before: time, of: stream), known > decoded {
            return false
        }
        // Where the file has no index, a later key frame may be there nevertheless.
        return demuxer.hasIndex(of: stream)
            || stream.timeBase.seconds(time.clampedSubtracting(decoded)) < 5
    }

    /// How far to go back first, where a place to begin turns out to be too late: a second, or a tick.
    var firstStep: Int64 { max(1, stream.timeBase.ticks(1)) }

    static func doubled(_ step: Int64) -> Int64 { min(step, 1 << 59) * 2 }
}

extension ThumbnailError {
    fileprivate static func beyondEnd(_ end: Double) -> ThumbnailError {
        ThumbnailError(
            .beyondEnd, "the time is past the end, which is at \(ThumbnailTimes.brief(end)) s")
    }
}
