import Libav

extension VideoFrames {
    /// Makes ``current`` the key frame that is shown nearest to a time, before or after it; the earlier where
    /// two are equally near.
    ///
    /// - Parameters:
    ///   - window: Where the key frame has to lie, in seconds; the frame on screen is taken where none does.
    ///   - isSmall: Whether the picture will be made much smaller.
    /// - Throws: ``ThumbnailError``, for a time past the end, too.
    mutating func showKeyFrame(
        nearest time: Double, within window: ClosedRange<Double>, isSmall: Bool,
        _ patience: Patience
    ) throws(ThumbnailError) {
        if time > duration ?? -1 {
            // Only the last frame tells whether that is past the end.
            try show(at: time, patience)
        }
        guard let packet = try keyFrame(nearest: ticks(time), patience),
            let begin = packet.shownTime, window.contains(seconds(begin))
        else { return try show(at: time, patience) }
        if current?.time == begin { return }
        decoder.setSmoothing(!isSmall)
        let isDecoded = decodeAlone(packet)
        decoder.setSmoothing(true)
        if !isDecoded { try show(at: seconds(begin), patience) }
    }

    /// Reads on from a key frame before the time while a nearer one can come. Leaves the demuxer anywhere.
    private mutating func keyFrame(
        nearest time: Int64, _ patience: Patience
    ) throws(ThumbnailError) -> Packet? {
        let shown = current.take()
        try land(before: time, patience)
        current = shown
        defer { position = .lost }
        var search = KeyFrameSearch(time: time)
        var expected: Int64? = Int64.min
        while let packet = queue.takeFirst() ?? nextPacket() {
            try patience.check()
            search.look(at: packet)
            guard let decoded = packet.decodingTime else { continue }
            if search.isOver(after: decoded) { break }
            // Some seeks come out before the place; from there on every packet is read.
            if let place = expected, decoded < place { expected = nil }
            guard packet.isKey, expected != nil else { continue }
            switch demuxer.indexedKeyFrame(after: decoded, of: stream) {
            case .unknown: continue
            case .none: return search.nearest
            case .at(let next):
                if search.isOver(after: next) { return search.nearest }
                // Seeking only saves reading what lies between.
                expected = (try? demuxer.seek(stream, to: next)) == nil ? nil : next
            }
        }
        return search.nearest
    }

    /// Decodes one packet and nothing else.
    ///
    /// - Returns: Whether that gave a frame, which is ``current`` then.
    private mutating func decodeAlone(_ packet: Packet) -> Bool {
        decoder.reset()
        queue = PacketQueue()
        upcoming = nil
        current = nil
        do {
            _ = try decoder.send(packet)
            _ = try decoder.send(nil)
            let frame = try Frame()
            guard try decoder.receive(into: frame) == .frame else { return false }
            current = TimedFrame(frame: consume frame, time: packet.shownTime ?? 0)
            return true
        } catch {
            return false
        }
    }
}

/// Looks for the key frame nearest to a time, among packets in the order of decoding.
struct KeyFrameSearch {
    let time: Int64
    private(set) var nearest: Packet?
    private var distance = Int64.max

    init(time: Int64) { self.time = time }

    mutating func look(at packet: Packet) {
        guard packet.isKey, !packet.isHidden, let shown = packet.shownTime else { return }
        let distance = abs(shown - time)
        guard distance < self.distance else { return }
        self.distance = distance
        nearest = packet
    }

    /// Whether no packet that is decoded at a time or later can be nearer: none is shown before it is decoded.
    func isOver(after decoded: Int64) -> Bool { nearest != nil && decoded - time >= distance }
}

extension Packet {
    /// When its frame is shown; for formats that only tell when it is decoded, that.
    fileprivate var shownTime: Int64? { presentationTime ?? decodingTime }
}
