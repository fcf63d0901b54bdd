package import PhonolithLibav
import PhonolithMediaModel
package import PhonolithPlayQueues
package import PhonolithSound

/// The samples of one item, from its beginning to its end, in the form that an output takes.
///
/// *Frames* here are samples of all channels at one moment; positions are counted in frames of the source,
/// from its first sound.
package struct ItemSound: ~Copyable {
    /// The form of the source: its rate, its channels, and bits where the codec keeps them.
    package let source: SourceForm
    /// The form of what is read; changed only before the first stretch is.
    package var format: AudioFormat
    /// How long the item is, in seconds; `nil` if unknown.
    package let duration: Double?
    /// Whether one can go elsewhere in it.
    package let isSeekable: Bool

    var input: AudioInput
    private var decoder: AudioDecoder
    /// The streams of a file that follow each other; `nil` for one alone, and for what a server sends.
    private let chain: (links: OggChain, path: MediaPath)?
    private let interruption: ReadInterruption
    /// The file of an item that is bytes, which is opened again for each of several streams.
    private let file: FileOfBytes?
    /// Where in the source the input begins: with the first stream of a chain, or with a later one.
    private var base = 0
    private let frame: AudioFrame
    private var resampler: Resampler?
    /// The item in its source.
    private let range: Range<Int>
    /// The time of the source's first sound, in ticks, and how late that is.
    private let origin: Int64
    private let lead: Int64
    /// How long the first frame is: where the second begins. That of Opus is shorter, by its pre-skip.
    private let firstCount: Int
    // Where ``frame`` begins.
    private var clock: FrameClock
    private var hasFrame = true
    private var isAtEnd = false
    /// Where the source ought to end, by its headers; only of files.
    private let promisedEnd: Int?
    /// Why there is no more, where there ought to be.
    private var shortage: AVError?

    /// The most samples a second, of all channels together: buffers hold parts of a second. DSD1024 in stereo has a third
    /// of it.
    private static let mostSamples = 1 << 25

    /// Opens an item and decodes its first samples. Blocks its thread.
    ///
    /// - Parameters:
    ///   - format: The form to read; `nil` for the source's own form.
    ///   - keeper: Keeps what a server sends.
    /// - Throws: `AVError`.
    package static func open(
        _ item: PlayerItem, as format: AudioFormat?, interruption: ReadInterruption,
        keeper: (any StreamKeeper)? = nil
    ) throws(AVError) -> ItemSound {
        let (item, file) = try item.inFile()
        var input = try AudioInput.open(
            item.source.location,
            choice: SoundChoice(track: item.audioTrack, languages: item.audioLanguages),
            interruption: interruption, observer: keeper)
        keeper?.opened(input.networkSource)
        var decoder = try AudioDecoder.open(for: input)
        let frame = try AudioFrame()
        guard try decoder.decode(from: &input, into: frame) else { throw .nothingToDecode }
        let (rate, channels) = (frame.sampleRate, frame.channelCount)
        guard rate * channels <= mostSamples else {
            throw .tooManySamples(sampleRate: rate, channelCount: channels)
        }
        return ItemSound(input, decoder, frame, item, file, format, interruption)
    }

    private init(
        _ input: consuming AudioInput, _ decoder: consuming AudioDecoder,
        _ frame: consuming AudioFrame, _ item: PlayerItem, _ file: FileOfBytes?,
        _ format: AudioFormat?, _ interruption: ReadInterruption
    ) {
        (self.interruption, self.file) = (interruption, file)
        chain = input.isOgg ? item.source.chain : nil
        let own = AudioFormat(
            sampleRate: frame.sampleRate, channelCount: frame.channelCount,
            layout: frame.channelLayout)
        source = SourceForm(
            format: own, bitDepth: input.stream.bitDepth, codecName: input.stream.codecName)
        self.format = format ?? own
        origin = frame.ticks ?? 0
        firstCount = frame.sampleCount
        clock = FrameClock(rate: own.sampleRate)
        lead = input.lead(ofFirstSound: origin)
        isSeekable = input.isSeekable
        let whole = Self.heardFrames(of: input, item.source.location, own)
        var decoder = decoder
        decoder.trimsByDuration = decoder.trimsByDuration && whole == nil
        let start = own.frames(in: item.startTime)
        let end = min(item.endTime.map(own.frames) ?? Int.max, whole ?? Int.max)
        let range = start..<max(start, end)
        self.range = range
        promisedEnd = Self.promisedEnd(of: input, item.source.location, own)
            .map { min($0, range.upperBound) }
        let sourceDuration = chain?.links.duration ?? whole.map(own.seconds) ?? input.duration
        let sourceEnd = min(item.endTime ?? .infinity, sourceDuration ?? .infinity)
        duration = sourceEnd.isFinite ? max(0, sourceEnd - item.startTime) : nil
        self.input = input
        self.decoder = decoder
        self.frame = frame
    }

    /// Where the next stretch begins, in seconds from the item's beginning.
    var time: Double { source.format.seconds(of: max(0, position - range.lowerBound)) }

    /// When the item begins on the file's own clock, in seconds.
    var originTime: Double {
        Double(origin &- lead) / input.ticksPerSecond + source.format.seconds(of: range.lowerBound)
    }

    /// When the pictures of a film begin and end on the file's own clock, in seconds; `nil` if there are none.
    var pictureTimes: ClosedRange<Double>? { input.pictureTimes }

    /// The title that a radio station reports as playing.
    var streamTitle: String? { input.streamTitle }

    /// Reads bytes of the source for its keeper alone; `false` at the source's end. Blocks its thread.
    mutating func readSource(_ range: Range<Int>) throws(AVError) -> Bool {
        try input.readSource(range)
    }

    /// Reads the next stretch. Blocks its thread.
    ///
    /// - Parameter samples: Takes what was read at its end.
    /// - Returns: Whether there was more; `false` at the item's end.
    package mutating func read(appendingTo samples: inout [Float]) throws(AVError) -> Bool {
        if isAtEnd {
            defer { shortage = nil }
            if let shortage { throw shortage }
            return false
        }
        while try nextFrame() {
            clock.begin(frame)
            let first = position
            clock.pass(frame.sampleCount)
            if first >= range.upperBound {
                isAtEnd = true
                break
            }
            let end = min(range.upperBound, endOfSource)
            frame.keepFirst(clock.samples(in: end - first))
            let skipped = clock.samples(in: max(0, range.lowerBound - first))
            frame.dropFirst(min(frame.sampleCount, skipped))
            guard frame.sampleCount > 0 else { continue }
            try convert(&samples)
            return true
        }
        // Samples that are there are played first.
        if !isAtEnd { shortage = missing }
        isAtEnd = true
        _ = try resampler?.drain(appendingTo: &samples)
        return shortage != nil
    }

    /// Whether the source has ended more than a second, and a twentieth, before it ought to.
    private var missing: AVError? {
        guard let promisedEnd else { return nil }
        let format = source.format
        let (heard, promised) = (
            format.seconds(of: position - range.lowerBound),
            format.seconds(of: promisedEnd - range.lowerBound)
        )
        guard promised - heard > max(1, promised / 20) else { return nil }
        return .endsEarly(after: max(0, heard), of: promised)
    }

    /// Goes to a time of the item, from where the next stretch is read. Blocks its thread.
    ///
    /// - Parameters:
    ///   - time: In seconds from the item's beginning; beyond its end is its end.
    ///   - isExact: To the sample; else to wherever near it is quick to go.
    package mutating func seek(to time: Double, isExact: Bool) throws(AVError) {
        let target = range.lowerBound + source.format.frames(in: max(0, time))
        resampler = nil
        (isAtEnd, shortage) = (false, nil)
        if let chain { return try seek(to: target, in: chain.links, of: chain.path) }
        // Sound depends on what came before it: half a second settles any codec (Opus asks for 80 ms,
        // RFC 7845, 4.6; MP3's reservoir reaches back nine frames).
        let far = [source.format.sampleRate / 2, 4 * source.format.sampleRate, target]
        // Ogg FLAC states where a page ends, which is taken for where it begins.
        let leads = input.isOggFLAC && isExact ? [target] : far
        for lead in leads {
            let landing = max(0, target - lead)
            if landing == 0 {
                try input.seekToBeginning(isFast: !isExact)
            } else {
                try input.seek(toTicks: ticks(of: landing), isFast: !isExact)
            }
            decoder.flush()
            hasFrame = try decoder.decode(from: &input, into: frame)
            guard hasFrame else { continue }
            let place =
                landing == 0
                    && (input.isOggVorbis || isAtBeginning && place(isExact: isExact) == nil)
                ? 0 : place(isExact: isExact)
            guard let place, place <= target || landing == 0 else { continue }
            clock.reset(to: place)
            return try dropFrames(before: target)
        }
        isAtEnd = true
    }

    /// Opens the stream in which a place is, and decodes it up to there: FFmpeg only finds places in one stream.
    private mutating func seek(
        to target: Int, in chain: OggChain, of path: MediaPath
    ) throws(AVError) {
        let format = source.format
        let link = chain.links.last { format.frames(in: $0.start) <= target } ?? chain.links[0]
        let location = AudioInput.Location.part(path, from: link.offset)
        input = try AudioInput.open(location, interruption: interruption)
        decoder = try AudioDecoder.open(for: input)
        base = format.frames(in: link.start)
        clock.reset(to: base)
        hasFrame = try decoder.decode(from: &input, into: frame)
        guard hasFrame else { return isAtEnd = true }
        try dropFrames(before: target)
    }

    /// Reads and drops what is before a time of the item. Blocks its thread.
    mutating func skip(to time: Double) throws(AVError) {
        let target = range.lowerBound + source.format.frames(in: max(0, time))
        guard hasFrame else { return }
        try dropFrames(before: target)
    }

    // MARK: - Steps

    private var position: Int { clock.position }

    private mutating func nextFrame() throws(AVError) -> Bool {
        if hasFrame {
            hasFrame = false
            return true
        }
        return try decoder.decode(from: &input, into: frame)
    }

    private mutating func convert(_ samples: inout [Float]) throws(AVError) {
        // A radio station may change its form between two songs.
        let fits = resampler?.takes(frame)
        if fits == false { _ = try resampler?.drain(appendingTo: &samples) }
        if fits != true {
            resampler = try Resampler.open(
                for: frame, sampleRate: format.sampleRate, channelCount: format.channelCount,
                layout: format.layout)
        }
        _ = try resampler?.convert(frame, appendingTo: &samples)
    }

    private mutating func dropFrames(before target: Int) throws(AVError) {
        while true {
            clock.begin(frame)
            let skipped = clock.samples(in: max(0, target - position))
            if skipped < frame.sampleCount {
                frame.dropFirst(skipped)
                clock.pass(skipped)
                hasFrame = true
                return
            }
            clock.pass(frame.sampleCount)
            hasFrame = false
            guard try decoder.decode(from: &input, into: frame) else { return isAtEnd = true }
        }
    }

    // Ticks are what files say: where they are beyond all measure, so is the place, which is no trap.

    private func ticks(of frames: Int) -> Int64 {
        origin &+ Int64(Int(bounded: source.format.seconds(of: frames) * input.ticksPerSecond))
    }

    /// Where the source ends, if the frame states it.
    private var endOfSource: Int {
        guard input.isOggVorbis, let end = frame.endTicks else { return Int.max }
        let rate = Double(source.format.sampleRate) / input.ticksPerSecond
        return base + Int(bounded: Double(max(0, end &- origin &+ lead)) * rate)
    }

    private var isAtBeginning: Bool { frame.ticks.map { $0 <= origin } ?? false }

    /// Where the frame that was just decoded begins, by its time; `nil` if unknown well enough.
    private func place(isExact: Bool) -> Int? {
        guard let ticks = frame.ticks else { return nil }
        let ticksPerSecond = input.ticksPerSecond
        let exact = Double(ticks &- origin) / ticksPerSecond * Double(source.format.sampleRate)
        let place = Int(bounded: exact)
        let isCoarse = ticksPerSecond < Double(source.format.sampleRate)
        guard isExact, isCoarse || input.guessesTimes else { return place }
        // Times in Matroska are milliseconds. Frames of equal length begin at multiples of it.
        let count = Double(frame.sampleCount)
        let number = ((exact - Double(firstCount)) / count).rounded()
        let start = firstCount + Int(bounded: number * count)
        let tick = Double(source.format.sampleRate) / ticksPerSecond
        return input.guessesTimes || abs(Double(start) - exact) <= tick ? start : nil
    }
}
