import PhonolithLibav
import PhonolithMediaModel
import PhonolithThumbnails

/// The pictures of a file between two times, encoded as H.264 for an ordinary screen: upright, with square pixels,
/// not larger than wanted.
final class FilmPictures: PictureSource {
    private let encoder: VideoEncoder
    private(set) var time = -Double.infinity

    private let demuxer: Demuxer
    private let decoder: VideoDecoder
    private let stream: MediaStream
    private let span: FilmSpan
    private let size: PixelSize
    private var screen: ScreenPictures
    private var scaling = PictureScaling()
    private var lastTick = Int64.min
    private var failureCount = 0
    /// The packet to decode first, which is read already.
    private var first: Packet?

    /// More broken packets than this are not a video.
    private static let mostFailures = 500

    /// - Parameters:
    ///   - limit: The size that pictures must not exceed in either direction.
    ///   - bitRate: In bit/s.
    ///   - isSegment: Whether only the first picture has to stand alone.
    init(
        _ path: MediaPath, _ demuxer: consuming Demuxer, _ stream: MediaStream, _ span: FilmSpan,
        within limit: PixelSize, bitRate: Int?, isSegment: Bool
    ) throws(AVError) {
        var options = VideoDecoder.Options()
        options.threads = 2
        demuxer.select(stream)
        decoder = try VideoDecoder.open(stream, of: demuxer, options: options)
        let screen = ScreenPictures(path, stream, of: demuxer)
        let size = Self.size(of: screen.size, within: limit)
        let rate = min(max(stream.averageFrameRate ?? 25, 1), 120)
        encoder = try VideoEncoder.open(
            VideoEncoder.Settings(
                width: size.width, height: size.height, bitRate: bitRate,
                keyFrameDistance: isSegment ? 100_000 : Int(rate * 2)))
        first = span.start > 0 ? try Self.land(demuxer, stream, before: span.start) : nil
        self.demuxer = demuxer
        (self.stream, self.span, self.size) = (stream, span, size)
        self.screen = screen
    }

    func add(to muxer: inout Muxer) throws(AVError) { try muxer.add(encoder) }

    /// Decodes and encodes one picture.
    func next(_ take: (Packet) throws(AVError) -> Void) throws(AVError) -> Bool {
        let frame = try Frame()
        while try decode(into: frame) {
            guard let ticks = frame.presentationTime else { continue }
            let place = stream.timeBase.seconds(ticks) - demuxer.startTime
            if place < span.start - FilmSpan.rounding { continue }
            if let end = span.end, place >= end - FilmSpan.rounding { break }
            time = place - span.origin
            let tick = Int64((time * Double(VideoEncoder.clock)).rounded())
            guard tick > lastTick else { continue }
            lastTick = tick
            try encoder.encode(picture(of: frame), at: tick, take)
            return true
        }
        try encoder.finish(take)
        return false
    }

    // MARK: - Decoding

    /// Goes to a key frame that is shown at a time or before it. Where a file has no index, as a transport stream has
    /// none, FFmpeg lands at any packet: so what comes first is looked at, and while it is too late, an earlier time is
    /// tried.
    ///
    /// - Parameter time: In seconds from the beginning.
    /// - Returns: The key frame; `nil` where reading goes on from the beginning.
    private static func land(
        _ demuxer: borrowing Demuxer, _ stream: MediaStream, before time: Double
    ) throws(AVError) -> Packet? {
        var (target, step) = (time, 1.0)
        while target > 0 {
            try demuxer.seek(stream, to: stream.timeBase.ticks(target + demuxer.startTime))
            if let packet = try firstKeyFrame(demuxer, stream),
                let ticks = packet.presentationTime ?? packet.decodingTime,
                stream.timeBase.seconds(ticks) - demuxer.startTime <= time + FilmSpan.rounding
            {
                return packet
            }
            target -= step
            step *= 2
        }
        try demuxer.seek(stream, to: stream.timeBase.ticks(demuxer.startTime))
        return nil
    }

    private static func firstKeyFrame(
        _ demuxer: borrowing Demuxer, _ stream: MediaStream
    ) throws(AVError) -> Packet? {
        while let packet = try demuxer.nextPacket(of: stream) {
            if packet.isKey { return packet }
        }
        return nil
    }

    private func decode(into frame: borrowing Frame) throws(AVError) -> Bool {
        while true {
            do throws(AVError) {
                switch try decoder.receive(into: frame) {
                case .frame: return true
                case .ended: return false
                case .wantsPacket:
                    let packet = if let first { first } else { try demuxer.nextPacket(of: stream) }
                    first = nil
                    _ = try decoder.send(packet)
                }
            } catch {
                // The next packet may be whole.
                failureCount += 1
                if failureCount > Self.mostFailures { throw error }
            }
        }
    }

    // MARK: - Shape

    /// No larger than wanted, and both even, as H.264 has it.
    private static func size(of whole: PixelSize, within limit: PixelSize) -> PixelSize {
        let factor = min(
            1, Double(limit.width) / Double(whole.width),
            Double(limit.height) / Double(whole.height))
        func even(_ length: Int, atMost most: Int) -> Int {
            let pairs = Int((Double(length) * factor / 2).rounded())
            return max(2, min(pairs, most / 2) * 2)
        }
        return PixelSize(
            width: even(whole.width, atMost: limit.width),
            height: even(whole.height, atMost: limit.height))
    }

    private func picture(of frame: borrowing Frame) throws(AVError) -> Frame {
        guard screen.isStoredAsSeen(frame) else {
            return try scaled(screen.picture(of: frame, size: size))
        }
        // Of two fields one is taken: lines of two moments would be combs.
        guard frame.isInterlaced else { return try scaled(frame) }
        return try scaled(frame.firstField())
    }

    private func scaled(_ frame: borrowing Frame) throws(AVError) -> Frame {
        let target = Scaler.Target(width: size.width, height: size.height, layout: .video)
        return try scaling.scaled(frame, to: target)
    }
}

/// A stretch of a file, in seconds from its beginning.
struct FilmSpan: Hashable {
    var start: Double
    /// `nil` for to the end of the file.
    var end: Double?
    /// Where the film's clock is 0.
    var origin: Double

    /// Times of frames are rounded to ticks.
    static let rounding = 1e-4
}

/// A source of a film's pictures, packet by packet.
///
/// Not for use by two threads at once; everything blocks.
protocol PictureSource: AnyObject {
    /// Where the last packet was, in seconds on the film's clock.
    var time: Double { get }

    /// Adds its stream to a film.
    func add(to muxer: inout Muxer) throws(AVError)

    /// Gives the next packets.
    ///
    /// - Returns: Whether there were any; `false` after the last.
    func next(_ take: (Packet) throws(AVError) -> Void) throws(AVError) -> Bool
}
