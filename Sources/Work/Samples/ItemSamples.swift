import PhonolithLibav
import PhonolithPlayQueues
internal import PhonolithSound

/// The samples of an item: its sound and, where a film has pictures alone, silence.
struct ItemSamples: ~Copyable {
    /// `nil` for a film without sound.
    private var sound: ItemSound?
    /// When the sound begins, in seconds from the item's beginning: more than 0 for a film whose pictures begin earlier.
    private let soundStart: Double
    /// Where the pictures of a film end, in seconds from the item's beginning; 0 for anything else.
    private let pictureEnd: Double
    private let pictures: PlayerItem.Source
    /// The file that ``pictures`` is, where the item is bytes.
    private let file: FileOfBytes?
    private(set) var format: AudioFormat
    /// The frame of the item with which silence continues; `nil` while there is sound.
    private var silence: Int?
    private var soughtTime = 0.0
    /// Keeps the bytes of a film without sound, and what they are read by, once they are.
    private let keeper: (any StreamKeeper)?
    private var bytes: NetworkBytes?
    private let interruption: ReadInterruption

    /// The stated form of silence where there is no sound.
    private static let silentForm = SourceForm(
        format: AudioFormat(sampleRate: 48_000, channelCount: 2), bitDepth: nil, codecName: "none")

    /// The same as of ``ItemSound``, also for a film without sound. Blocks its thread.
    static func open(
        _ item: PlayerItem, as format: AudioFormat?, interruption: ReadInterruption,
        keeper: (any StreamKeeper)? = nil
    ) throws(AVError) -> ItemSamples {
        let (item, file) = try item.inFile()
        do throws(AVError) {
            let sound = try ItemSound.open(
                item, as: format, interruption: interruption, keeper: keeper)
            return ItemSamples(sound, of: item, file, interruption)
        } catch {
            guard error.isLackOfSound,
                let end = try Self.pictureDuration(of: item.source, interruption, keeper)
            else { throw error }
            let own = max(0, end - item.startTime)
            let length = min(own, item.length ?? .infinity)
            return ItemSamples(
                silenceUntil: length, of: item.source, as: format, interruption, keeper)
        }
    }

    private init(
        _ sound: consuming ItemSound, of item: PlayerItem, _ file: FileOfBytes?,
        _ interruption: ReadInterruption
    ) {
        (pictures, self.file) = (item.source, file)
        // The sound's own input shows it all bytes.
        (self.interruption, keeper) = (interruption, nil)
        format = sound.format
        let (origin, times) = (sound.originTime, sound.pictureTimes)
        let beginning = times.flatMap { times in
            item.isWhole && origin < times.upperBound
                ? ItemBeginning.time(ofSoundAt: origin, picturesAt: times.lowerBound) : nil
        }
        soundStart = origin - (beginning ?? origin)
        let end = times.map { $0.upperBound - (beginning ?? origin) } ?? 0
        pictureEnd = min(end, item.length ?? .infinity)
        silence = soundStart > 0 ? 0 : nil
        self.sound = consume sound
    }

    private init(
        silenceUntil pictureEnd: Double, of source: PlayerItem.Source, as format: AudioFormat?,
        _ interruption: ReadInterruption, _ keeper: (any StreamKeeper)?
    ) {
        (pictures, file) = (source, nil)
        (self.interruption, self.keeper) = (interruption, keeper)
        self.format = format ?? Self.silentForm.format
        self.pictureEnd = pictureEnd
        soundStart = 0
        silence = 0
        sound = nil
    }

    private static func pictureDuration(
        of source: PlayerItem.Source, _ interruption: ReadInterruption,
        _ keeper: (any StreamKeeper)?
    ) throws(AVError) -> Double? {
        let demuxer =
            switch source {
            case .file(let path): try Demuxer.open(path)
            case .url(let address): try Demuxer.open(address, interruption: interruption)
            case .data: throw .nothingToDecode
            }
        guard demuxer.bestVideoStream != nil, let duration = demuxer.duration else { return nil }
        keeper?.opened(demuxer.networkSource)
        return duration
    }

    var source: SourceForm {
        switch sound {
        case .some(let sound): sound.source
        case .none: Self.silentForm
        }
    }

    /// When the item begins on the file's own clock, in seconds; `nil` without sound.
    var origin: Double? {
        switch sound {
        case .some(let sound): sound.originTime - soundStart
        case .none: nil
        }
    }

    var isSeekable: Bool {
        switch sound {
        case .some(let sound): sound.isSeekable
        case .none: true
        }
    }

    var isStation: Bool {
        switch sound {
        case .some(let sound): sound.isStation
        case .none: false
        }
    }

    var isLive: Bool {
        switch sound {
        case .some(let sound): sound.isLive
        case .none: false
        }
    }

    /// The traffic from a server since it was opened; none of a film without sound.
    var received: NetworkTraffic {
        switch sound {
        case .some(let sound): sound.received
        case .none: NetworkTraffic()
        }
    }

    var streamTitle: String? {
        switch sound {
        case .some(let sound): sound.streamTitle
        case .none: nil
        }
    }

    var texts: SoundReader.Texts {
        switch sound {
        case .some(let sound): sound.texts
        case .none: SoundReader.Texts()
        }
    }

    /// In seconds; `nil` if unknown.
    var duration: Double? {
        switch sound {
        case .some(let sound):
            sound.duration.map { duration in
                let end = soundStart + duration
                return isTailed(after: end) ? pictureEnd : end
            }
        case .none: pictureEnd
        }
    }

    /// Where the next stretch begins, in seconds from the item's beginning.
    var time: Double {
        switch sound {
        case .some(let sound): silence.map(format.seconds) ?? soundStart + sound.time
        case .none: format.seconds(of: silence ?? 0)
        }
    }

    /// Reads what comes in another form. Called before the first stretch is read.
    mutating func setFormat(_ format: AudioFormat) {
        self.format = format
        sound?.format = format
    }

    /// Reads the next stretch. Blocks its thread.
    ///
    /// - Returns: Whether there was more; `false` at the item's end.
    mutating func read(appendingTo samples: inout [Float]) throws(AVError) -> Bool {
        if readSilence(until: format.frames(in: soundStart), appendingTo: &samples) {
            if silence == format.frames(in: soundStart) { silence = nil }
            return true
        }
        if silence == nil {
            do throws(AVError) {
                if try sound?.read(appendingTo: &samples) ?? false { return true }
            } catch {
                // A film whose sound is shorter is whole; one that was cut off has no pictures there, either.
                guard error.isEarlyEnd, hasPictures(after: time) else { throw error }
            }
            let end = max(time, soughtTime)
            guard isTailed(after: end) else { return false }
            silence = format.frames(in: end)
        }
        return readSilence(until: format.frames(in: pictureEnd), appendingTo: &samples)
    }

    /// Reads the next stretch of silence.
    ///
    /// - Returns: `false` where there is sound, and from a frame of the item on.
    private mutating func readSilence(until end: Int, appendingTo samples: inout [Float]) -> Bool {
        guard let start = silence, start < end else { return false }
        let count = min(4096, end - start)
        samples += [Float](repeating: 0, count: count * format.channelCount)
        silence = start + count
        return true
    }

    /// Goes to a time of the item. Blocks its thread.
    mutating func seek(to time: Double, isExact: Bool) throws(AVError) {
        soughtTime = time
        let isSilent = try sound?.seek(to: max(0, time - soundStart), isExact: isExact) == nil
        silence = isSilent || time < soundStart ? format.frames(in: max(0, time)) : nil
    }

    /// Reads bytes of the source for its keeper alone; `false` at the source's end. Blocks its thread.
    mutating func readSource(_ range: Range<Int>) throws(AVError) -> Bool {
        if let isMore = try sound?.readSource(range) { return isMore }
        guard let keeper, case .url(let address) = pictures else { return false }
        if bytes == nil { bytes = try NetworkBytes.open(address, interruption: interruption) }
        return try bytes?.read(range, for: keeper) ?? false
    }

    /// Reads and drops what is before a time of the item. Blocks its thread.
    mutating func skip(to time: Double) throws(AVError) {
        try sound?.skip(to: max(0, time - soundStart))
        if sound != nil { silence = time < soundStart ? format.frames(in: max(0, time)) : nil }
    }

    /// Whether a film really has pictures after a time of the item. Blocks its thread.
    private func hasPictures(after time: Double) -> Bool {
        guard case .file(let path) = pictures, let demuxer = try? Demuxer.open(path),
            let stream = demuxer.bestVideoStream
        else { return false }
        let ticks = stream.timeBase.ticks(time + (origin ?? 0) + 0.5)
        demuxer.select(stream)
        guard (try? demuxer.seek(stream, to: ticks)) != nil else { return false }
        for _ in 0..<1000 {
            guard let packet = try? demuxer.nextPacket(of: stream) else { return false }
            if packet.presentationTime ?? .min >= ticks { return true }
        }
        return false
    }

    /// Whether the pictures continue for longer than the ends of streams usually differ by.
    private func isTailed(after time: Double) -> Bool { pictureEnd - time > 0.1 }
}

extension PlayerItem {
    /// How long it is where it ends before its source, in seconds.
    fileprivate var length: Double? { endTime.map { max(0, $0 - startTime) } }
}
