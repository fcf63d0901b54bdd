import PhonolithLibav
import PhonolithMediaModel
import PhonolithThumbnails

/// The pictures of a file as they are: neither quality nor time is lost by encoding them again.
final class CopiedPictures: PictureSource {
    private(set) var time = -Double.infinity
    private let demuxer: Demuxer
    private let stream: MediaStream
    /// Packets read and not given yet.
    private var waiting: ArraySlice<Packet> = []

    /// Profiles that all browsers play, by FFmpeg's numbers: baseline, constrained baseline, main and high.
    private static let profiles = [66, 578, 77, 100]

    /// - Returns: `nil` for pictures that have to be encoded again: other codecs, larger than wanted, what browsers
    ///   would show as it is stored and not as it is meant, and a beginning that is not to be shown.
    init?(
        _ path: MediaPath, _ demuxer: consuming Demuxer, _ stream: MediaStream,
        within limit: PixelSize
    ) throws(AVError) {
        // Others do not state the time of each picture.
        let isTimed = ["matroska,", "mov,"].contains { demuxer.formatName.hasPrefix($0) }
        let shown = ScreenPictures(path, stream, of: demuxer).size
        guard isTimed, stream.codecName == "h264", Self.profiles.contains(stream.profile),
            stream.hasGlobalHeader, stream.isProgressive, stream.orientation == .upright,
            shown.width == stream.codedWidth, shown.height == stream.codedHeight,
            shown.width <= limit.width, shown.height <= limit.height
        else { return nil }
        demuxer.select(stream)
        self.demuxer = demuxer
        self.stream = stream
        try readAhead()
        if waiting.contains(where: { $0.isHidden || $0.decodingTime == nil }) { return nil }
    }

    func add(to muxer: inout Muxer) throws(AVError) { try muxer.add(stream, of: demuxer) }

    func next(_ take: (Packet) throws(AVError) -> Void) throws(AVError) -> Bool {
        if waiting.isEmpty { try readAhead() }
        guard let packet = waiting.popFirst() else { return false }
        packet.shift(by: -stream.timeBase.ticks(demuxer.startTime))
        // A packet without any time cannot be put into a film.
        guard let ticks = packet.decodingTime, packet.presentationTime != nil else { return true }
        time = stream.timeBase.seconds(ticks)
        try take(packet)
        return true
    }

    /// Reads until a packet states when it is decoded. In Matroska the first do not: they are decoded in their order before
    /// it, a picture's duration each.
    private func readAhead() throws(AVError) {
        var read: [Packet] = []
        while read.count < Self.mostUntimed, read.last?.decodingTime == nil,
            let packet = try demuxer.nextPacket(of: stream)
        {
            read.append(packet)
        }
        if var ticks = read.last?.decodingTime {
            let duration = max(1, stream.timeBase.ticks(1 / (stream.averageFrameRate ?? 25)))
            for packet in read.dropLast().reversed() {
                ticks = ticks.clampedSubtracting(duration)
                packet.setDecodingTime(ticks)
            }
        }
        waiting = read[...]
    }

    /// H.264 holds back 16 pictures at most.
    private static let mostUntimed = 32
}
