internal import PhonolithLibav
internal import PhonolithMediaModel
internal import PhonolithPlayback
internal import PhonolithThumbnails

/// The pictures of a film, decoded one after the other from any place on.
///
/// Times are on the film's own clock, in seconds. Not for use by two threads at once; everything blocks.
struct OpenedFilm: ~Copyable {
    private let demuxer: Demuxer
    private let decoder: VideoDecoder
    private let stream: MediaStream
    private var screen: ScreenPictures
    /// The file of a film that is bytes in memory.
    private let file: FileOfBytes?
    private var subtitles: OpenedSubtitles?
    private var last: Double?
    private var isFresh = true
    private var lastPacketTicks = Int64.min
    private var failureCount = 0

    /// More broken packets than this, one after the other, are the end.
    private static let mostFailures = 500
    /// Pictures of more pixels are refused: 8K.
    private static let mostPixels = 64 << 20

    /// - Throws: `AVError`, also for what has no moving pictures, or none that can be shown.
    static func open(
        _ source: PlayerItem.Source, threads: Int, interruption: ReadInterruption
    ) throws(AVError) -> OpenedFilm {
        let (item, file) = try PlayerItem(source).inFile()
        return switch item.source {
        case .file(let path): try OpenedFilm(try Demuxer.open(path), path, file, threads)
        case .url(let address):
            try OpenedFilm(
                try Demuxer.open(address, interruption: interruption), nil, nil, threads)
        case .data: throw .nothingToDecode
        }
    }

    private init(
        _ demuxer: consuming Demuxer, _ path: MediaPath?, _ file: FileOfBytes?, _ threads: Int
    ) throws(AVError) {
        guard let stream = demuxer.bestVideoStream, !stream.hasDolbyColours else {
            throw .nothingToDecode
        }
        demuxer.select(stream)
        var options = VideoDecoder.Options()
        (options.threads, options.pixelLimit) = (threads, Self.mostPixels)
        decoder = try VideoDecoder.open(stream, of: demuxer, options: options)
        screen = ScreenPictures(path, stream, of: demuxer)
        self.demuxer = demuxer
        self.stream = stream
        self.file = file
    }

    /// When an item of it begins, as far as the headers state it.
    func beginning(of item: PlayerItem) -> Double {
        item.isWhole
            ? ItemBeginning.time(ofSoundAt: soundStart, picturesAt: start)
            : soundStart + item.startTime
    }

    /// When its sound begins, as far as the headers state it; without sound, when it begins itself.
    private var soundStart: Double {
        guard let sound = demuxer.bestAudioStream, let start = sound.startTicks else {
            return demuxer.startTime
        }
        return sound.timeBase.seconds(start)
    }

    var start: Double { stream.startTicks.map(stream.timeBase.seconds) ?? demuxer.startTime }

    /// How long a frame is shown where nothing states it, in seconds.
    var frameDuration: Double { 1 / min(max(stream.averageFrameRate ?? 25, 1), 240) }

    /// The tracks to choose from.
    var tracks: FilmTracks {
        let sounds = demuxer.streams.filter { $0.kind == .audio }
        return FilmTracks(
            sounds: sounds.map(FilmTracks.Track.init),
            usualSound: sounds.firstIndex { $0.index == demuxer.bestAudioStream?.index },
            subtitles: demuxer.streams.filter(\.isShowableSubtitle).map(FilmTracks.Track.init),
            chapters: demuxer.chapters.map(\.startTime).sorted())
    }

    /// Reads a stream of subtitles beside the pictures from now on, or none.
    ///
    /// - Returns: Their styles, and the fonts of the film; `nil` without any, and for those that cannot be decoded.
    mutating func selectSubtitles(_ index: Int?) -> (header: [UInt8], fonts: [EmbeddedFont])? {
        subtitles = nil
        demuxer.select(stream)
        guard let chosen = demuxer.streams.first(where: { $0.index == index }),
            let decoder = try? SubtitleDecoder.open(chosen, of: demuxer)
        else { return nil }
        demuxer.select([stream, chosen])
        let header = decoder.header
        subtitles = OpenedSubtitles(decoder: decoder, stream: chosen)
        return (header, demuxer.fonts)
    }

    // MARK: - Decoding

    /// Goes to the last place at or before a time at which decoding can begin.
    ///
    /// A film that cannot be sought stays where it is.
    mutating func seek(to time: Double) {
        // FFmpeg would look for the place in vain, and what it passes would be lost.
        if !demuxer.isSeekable || isFresh && time <= start { return }
        // Formats count by the time of decoding, which is earlier, and some know no key frames.
        var lead = 0.0
        while land(at: time - lead) {
            if hasKeyFrame(before: max(time, start)) {
                _ = land(at: time - lead)
                return
            }
            guard time - lead > start else { break }
            lead = lead * 2 + 1
        }
        _ = land(at: start)
    }

    private mutating func land(at time: Double) -> Bool {
        do {
            try demuxer.seek(stream, to: stream.timeBase.ticks(time + 1e-6))
        } catch {
            return false
        }
        decoder.reset()
        (last, lastPacketTicks, isFresh, failureCount) = (nil, .min, false, 0)
        return true
    }

    /// Whether decoding can begin with what is read next, up to a time.
    private func hasKeyFrame(before time: Double) -> Bool {
        while let packet = try? demuxer.nextPacket() {
            guard packet.streamIndex == stream.index else { continue }
            let ticks = packet.presentationTime ?? packet.decodingTime
            guard let ticks, stream.timeBase.seconds(ticks) <= time + 1e-3 else { return false }
            if packet.isKey { return true }
        }
        return false
    }

    /// Skips to a later key frame, where there is one at or before a time.
    ///
    /// - Returns: Whether it did.
    mutating func skip(to time: Double) -> Bool {
        guard demuxer.isSeekable else { return false }
        let ticks = stream.timeBase.ticks(time)
        guard let key = demuxer.knownKeyFrame(before: ticks, of: stream), key > lastPacketTicks
        else { return false }
        return land(at: time)
    }

    /// Decodes the next frame in the order of presentation.
    ///
    /// - Parameters:
    ///   - wantedTime: Frames that end before it need not be decoded if no other frame needs them.
    ///   - take: Takes the subtitles that are found on the way, as packets have them.
    /// - Returns: `nil` at the end.
    mutating func decode(
        from wantedTime: Double, subtitles take: (SubtitleDecoder.Content) -> Void
    ) -> DecodedFrame? {
        while failureCount < Self.mostFailures {
            do throws(AVError) {
                let frame = try Frame()
                switch try decoder.receive(into: frame) {
                case .frame:
                    failureCount = 0
                    let time =
                        frame.presentationTime.map(stream.timeBase.seconds)
                        ?? last.map { $0 + frameDuration } ?? soundStart
                    last = time
                    return DecodedFrame(frame, time: time)
                case .wantsPacket: try feed(from: wantedTime, subtitles: take)
                case .ended: return nil
                }
            } catch {
                // A broken picture; the next may be whole.
                failureCount += 1
            }
        }
        return nil
    }

    private mutating func feed(
        from wantedTime: Double, subtitles take: (SubtitleDecoder.Content) -> Void
    ) throws(AVError) {
        isFresh = false
        guard let packet = try demuxer.nextPacket() else {
            _ = try decoder.send(nil)
            return
        }
        if packet.streamIndex == stream.index {
            lastPacketTicks = max(lastPacketTicks, packet.decodingTime ?? .min)
            let time = packet.presentationTime.map(stream.timeBase.seconds)
            _ = try decoder.send(packet, isWanted: time.map { $0 >= wantedTime } ?? true)
        } else {
            try readSubtitles(in: packet, take)
        }
    }

    /// The size of the pictures as they are stored; `nil` where the headers do not state it.
    private var codedSize: PixelSize? {
        guard let width = stream.codedWidth, let height = stream.codedHeight else { return nil }
        return PixelSize(width: width, height: height)
    }

    private func readSubtitles(
        in packet: Packet, _ take: (SubtitleDecoder.Content) -> Void
    ) throws(AVError) {
        switch subtitles {
        case .some(let subtitles) where packet.streamIndex == subtitles.stream.index:
            let base = subtitles.stream.timeBase
            switch try subtitles.decoder.content(of: packet, timeBase: base) {
            case .picture(var event):
                event.picture.canvas = event.picture.canvas ?? codedSize
                take(.picture(event))
            case .texts(let events): take(.texts(events))
            case nil: break
            }
        default: break
        }
    }

    // MARK: - Pictures

    /// The visible picture of a frame.
    ///
    /// - Parameter side: No edge of a picture that has to be made anew is longer than this, in pixels.
    /// - Throws: `AVError`.
    mutating func picture(
        of frame: borrowing Frame, within side: Int
    ) throws(AVError) -> FramePicture {
        let size = screen.size(of: frame)
        if frame.isPlanar420, let colours = frame.planarColours, !frame.isInterlaced,
            frame.ownOrientation ?? .upright == .upright, screen.isStoredAsSeen(frame)
        {
            return FramePicture(
                pixels: FramePixels(try frame.shared()), shownSize: size,
                format: .yuv420(VideoFrame.Colours(colours)))
        }
        let box = PixelSize(width: side, height: side)
        return FramePicture(
            pixels: FramePixels(try screen.picture(of: frame, size: box)), shownSize: size,
            format: .rgba)
    }
}

/// Subtitles that are read beside the pictures.
private struct OpenedSubtitles: ~Copyable {
    let decoder: SubtitleDecoder
    let stream: MediaStream
}

/// A frame as it was decoded, with its time on the film's own clock in seconds.
final class DecodedFrame {
    let frame: Frame
    let time: Double

    init(_ frame: consuming Frame, time: Double) {
        self.frame = frame
        self.time = time
    }
}

/// The visible picture of a frame, whenever it is due.
struct FramePicture: Sendable {
    var pixels: FramePixels
    var shownSize: PixelSize
    var format: VideoFrame.PixelFormat
}
