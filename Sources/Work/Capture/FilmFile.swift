internal import PhonolithLibav
internal import PhonolithMediaModel
internal import PhonolithRecording
internal import PhonolithSound

/// A film that is captured: H.264 and AAC in fragments of MP4 or QuickTime's format, under its own name from its first picture on, so that after a
/// kill it can be played but for its last moments.
///
/// Not for use by two threads at once.
final class FilmFile {
    /// The form of a film's content.
    struct Form {
        /// As the pictures are seen.
        var size: PixelSize
        /// In frames a second; nominal.
        var rate: Double
        var sound: Sound?

        struct Sound {
            var sampleRate: Int
            var channelCount: Int
        }
    }

    /// The containers of films by the extensions of files, in lower case.
    static let containers: [String: Muxer.Format] = ["mp4": .mp4, "m4v": .mp4, "mov": .mov]

    private let path: MediaPath
    private let container: Muxer.Format
    private let form: Form
    /// Both even, as H.264 has it: the last column and row are left out where there is one too many.
    private let size: PixelSize
    private let pictures: VideoEncoder
    private var sound: AudioEncoder?
    private var alignment: SoundAlignment?
    private var muxer: Muxer?
    private var scaling = PictureScaling()
    private var room: FilmRoom
    private var lastTick = Int64.min
    private var isBegun = false
    private let soundLimit: Int?
    /// How many pictures the film has.
    private(set) var pictureCount = 0
    /// The end of the last picture, in seconds.
    private(set) var duration = 0.0

    /// Whether the film has as many bytes as it may have.
    var isFull: Bool { room.isFull }
    // In bytes.
    var byteCount: Int { muxer?.byteCount ?? room.finalCount }

    /// Makes what encodes a film; a file of its name is emptied at the first picture. Blocks its thread.
    static func open(
        _ path: MediaPath, _ container: Muxer.Format, _ form: Form,
        _ settings: MediaCaptureSettings
    ) throws(AVError) -> FilmFile {
        let pictures = try VideoEncoder.open(
            VideoEncoder.Settings(
                width: form.size.even.width, height: form.size.even.height,
                bitRate: settings.pictureBitRate,
                keyFrameDistance: max(1, Int(form.rate * keyFrameInterval)), holdsBack: false))
        var sound: AudioEncoder?
        if let format = form.sound {
            sound = try AudioEncoder.open(
                AudioEncoder.Settings(
                    codec: .aac, sampleRate: format.sampleRate, channelCount: format.channelCount,
                    bitRate: AudioFileFormat.aac.bitRate(
                        sampleRate: format.sampleRate, channelCount: format.channelCount)),
                hasGlobalHeader: true)
        }
        return FilmFile(path, container, form, settings, pictures, sound)
    }

    /// Begins the file with its first picture, or the sound of it; its old content is gone. Blocks its thread.
    func begin() throws(AVError) {
        guard !isBegun else { return }
        isBegun = true
        var muxer = try Muxer.open(container, writingTo: path)
        muxer.setInterleaving(atMost: Self.mostInterleaving)
        try muxer.add(pictures)
        switch sound {
        case .some(let encoder): try muxer.add(encoder)
        case nil: break
        }
        try muxer.begin(options: Muxer.playableParts)
        self.muxer = consume muxer
    }

    /// From one picture that stands alone to the next, in seconds.
    private static let keyFrameInterval = 2.0
    /// A stream that is missing for as long holds up the other no more, in seconds.
    private static let mostInterleaving = 1.0

    private init(
        _ path: MediaPath, _ container: Muxer.Format, _ form: Form,
        _ settings: MediaCaptureSettings, _ pictures: consuming VideoEncoder,
        _ sound: consuming AudioEncoder?
    ) {
        (self.path, self.container) = (path, container)
        (self.form, size) = (form, form.size.even)
        self.pictures = pictures
        self.sound = sound
        room = FilmRoom(limit: settings.maximumSize)
        soundLimit = settings.maximumDuration.flatMap { duration in
            form.sound.map { Int(bounded: duration * Double($0.sampleRate)) }
        }
        alignment = form.sound.map {
            SoundAlignment(sampleRate: $0.sampleRate, channelCount: $0.channelCount)
        }
    }

    /// Adds a picture. Blocks its thread.
    ///
    /// - Parameter time: In the film, in seconds; one that is not later than that of the picture before is left out.
    func add(_ picture: borrowing Frame, at time: Double) throws(AVError) {
        let tick = Int64((time * Double(VideoEncoder.clock)).rounded())
        guard tick > lastTick, !isFull else { return }
        let even = try picture.cropped(
            left: 0, top: 0, right: picture.width > 1 ? picture.width % 2 : 0,
            bottom: picture.height > 1 ? picture.height % 2 : 0)
        try begin()
        lastTick = tick
        pictureCount += 1
        duration = time + 1 / form.rate
        var packets: [Packet] = []
        if even.isVideo, even.width == size.width, even.height == size.height {
            try pictures.encode(even, at: tick) { packet in packets.append(packet) }
        } else {
            let target = Scaler.Target(width: size.width, height: size.height, layout: .video)
            let scaled = try scaling.scaled(even, to: target)
            try pictures.encode(scaled, at: tick) { packet in packets.append(packet) }
        }
        try write(pictures: packets)
    }

    /// Adds sound. Blocks its thread.
    ///
    /// - Parameters:
    ///   - samples: All channels of one moment together.
    ///   - time: Of the first, in the film, in seconds.
    func add(_ samples: ArraySlice<Float>, at time: Double) throws {
        var aligned: [[Float]] = []
        try alignment?.add(samples, at: time) { aligned.append($0) }
        for samples in aligned { try encode(withinLimit(samples)) }
    }

    /// Of sound that ends at the sample, what is before the end; called after the alignment has counted it.
    private func withinLimit(_ samples: [Float]) -> [Float] {
        guard let soundLimit, let sound = form.sound, let end = alignment?.frameCount,
            end > soundLimit
        else { return samples }
        return Array(samples.dropLast((end - soundLimit) * sound.channelCount))
    }

    private func encode(_ samples: [Float]) throws(AVError) {
        guard !isFull, !samples.isEmpty else { return }
        var packets: [Packet] = []
        try sound?.encode(samples) { packet in packets.append(packet) }
        try write(sound: packets)
    }

    private func write(pictures packets: [Packet]) throws(AVError) {
        for packet in packets {
            packet.setDuration(Int64((Double(VideoEncoder.clock) / form.rate).rounded()))
            try write(packet, of: 0)
        }
    }

    private func write(sound packets: [Packet]) throws(AVError) {
        for packet in packets { try write(packet, of: 1) }
    }

    private func write(_ packet: Packet, of index: Int) throws(AVError) {
        guard room.take(packet.size, written: byteCount) else { return }
        try muxer?.write(packet, of: index)
    }

    /// Writes what is still missing, and closes the file. Blocks its thread.
    func finish() throws(AVError) {
        var packets: [Packet] = []
        try pictures.finish { packet in packets.append(packet) }
        try write(pictures: packets)
        packets = []
        try sound?.finish { packet in packets.append(packet) }
        try write(sound: packets)
        try muxer?.finish()
        room.finalCount = byteCount
        muxer = nil
    }
}

extension PixelSize {
    /// The largest size in it that is even in both directions; at least 2 × 2.
    fileprivate var even: PixelSize {
        PixelSize(width: max(2, width & ~1), height: max(2, height & ~1))
    }
}

/// How many bytes a film may still have, reckoned so that it never has more than its limit.
private struct FilmRoom {
    private let limit: Int?
    private var packetBytes = 0
    private var fragmentCount = 1
    private var lastCount = 0
    private(set) var isFull = false
    /// Of the file that is closed.
    var finalCount = 0

    /// The most bytes of a packet in a fragment's tables (ISO 14496-12, 8.8.8).
    private static let packetOverhead = 32
    /// The most bytes of a fragment with its place in the index at the end.
    private static let fragmentOverhead = 512
    /// The most bytes of the file's header.
    private static let headerSize = 4096

    init(limit: Int?) { self.limit = limit }

    /// Counts a packet, if it fits; none does after one that did not.
    ///
    /// - Parameter written: How many bytes the file has.
    mutating func take(_ size: Int, written: Int) -> Bool {
        guard let limit, !isFull else { return !isFull }
        if written != lastCount { fragmentCount += 1 }
        lastCount = written
        let all = packetBytes + size + Self.packetOverhead
        isFull = all + (fragmentCount + 1) * Self.fragmentOverhead + Self.headerSize > limit
        if !isFull { packetBytes = all }
        return !isFull
    }
}
