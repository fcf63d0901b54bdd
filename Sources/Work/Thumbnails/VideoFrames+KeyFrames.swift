import PhonolithLibav

extension VideoFrames {
    /// Makes ``current`` the key frame that is shown nearest to a time, before or after it; the earlier where
    /// two are equally near.
    ///
    /// - Parameters:
    ///   - window: Where the key frame has to be, in seconds; without one there, it is the frame on screen.
    ///   - isSmall: Whether the picture will be made much smaller.
    /// - Throws: ``ThumbnailError``, for a time past the end, too.
    mutating func showKeyFrame(
        nearest time: Double, within window: ClosedRange<Double>, isSmall: Bool,
        _ patience: Patience
    ) throws(ThumbnailError) {
        if time > duration ?? -1 {
            // Only the last frame shows whether that is past the end.
            try show(at: time, patience)
        }
        var refuted: Set<Int64> = []
        while let key = try keyFrame(nearest: time, within: window, except: refuted, patience) {
            if key.packet.isEncrypted { throw .encrypted }
            if current?.time != key.time { try show(key, isSmall: isSmall, patience) }
            // Some files mark frames that are none, where no parser can tell.
            guard let shown = current, shown.time == key.time, !shown.frame.isKey else { return }
            refuted.insert(key.time)
        }
        try show(at: time, patience)
    }

    private mutating func show(
        _ key: KeyFrame, isSmall: Bool, _ patience: Patience
    ) throws(ThumbnailError) {
        decoder.setSmoothing(!isSmall)
        let isDecoded = !LeadIn.keepsState(stream.codecName) && decodeAlone(key)
        decoder.setSmoothing(true)
        if !isDecoded { try show(at: seconds(key.time), patience) }
    }

    /// Reads on from a key frame before the time while a nearer one can come. Leaves the demuxer anywhere.
    private mutating func keyFrame(
        nearest time: Double, within window: ClosedRange<Double>, except refuted: Set<Int64>,
        _ patience: Patience
    ) throws(ThumbnailError) -> KeyFrame? {
        var target = ticks(time)
        var step = firstStep
        while true {
            let shown = current.take()
            try land(before: target, patience)
            current = shown
            defer { position = .lost }
            var search = KeyFrameSearch(time: time, window: window, refuted: refuted)
            // A lead-in is not a place to begin, and so its own time may be wrong.
            try find(&search, skipsFirst: beganWithLeadIn, patience)
            if search.hasEarlier || beganWithFirst || !beganWithLeadIn && !search.hasRefuted {
                return search.nearest
            }
            target = target.clampedSubtracting(step)
            step = Self.doubled(step)
        }
    }

    private mutating func find(
        _ search: inout KeyFrameSearch, skipsFirst: Bool, _ patience: Patience
    ) throws(ThumbnailError) {
        var isSkipped = skipsFirst
        var ahead = PacketsAhead()
        var expected: Int64? = Int64.min
        // By how much frames are shown before they are decoded, by what some files say.
        var lead: Int64 = 0
        var byteCount = 0
        while let packet = ahead.takeFirst() ?? nextRead() {
            try patience.check()
            if packet.isKey, isSkipped {
                isSkipped = false
            } else if packet.isKey, !packet.isHidden,
                let time = try shownTime(of: packet, &ahead, patience)
            {
                search.look(at: KeyFrame(packet: packet, time: time), shownAt: seconds(time))
            }
            byteCount += packet.size
            if byteCount > Self.byteLimit, search.hasEarlier { return }
            guard let decoded = packet.decodingTime else { continue }
            lead = max(lead, packet.lead)
            if search.isOver(after: seconds(decoded.clampedSubtracting(lead))) { return }
            // Some seeks come out before the place; from there on every packet is read.
            if let place = expected, decoded < place { expected = nil }
            guard packet.isKey, expected != nil else { continue }
            switch demuxer.indexedKeyFrame(after: decoded, of: stream) {
            case .unknown: continue
            case .none: return
            case .at(let next):
                if search.isOver(after: seconds(next.clampedSubtracting(lead))) { return }
                // Seeking only saves reading what is between.
                expected = (try? demuxer.seek(stream, to: next)) == nil ? nil : next
                if expected != nil { ahead = PacketsAhead() }
            }
        }
    }

    /// More bytes are not read for a key frame that may be nearer, as in a film of one key frame.
    private static let byteLimit = 128 << 20

    private mutating func nextRead() -> Packet? { queue.takeFirst() ?? nextPacket() }

    // MARK: Key frames without a time

    /// When the frame of a key packet is shown.
    ///
    /// Where the packet only says when it is decoded, decoding shows it: a frame that others refer to comes
    /// out of the decoder when those shown before it have, and its time is that of the packet that brings it
    /// out. The packets read for that are kept.
    private mutating func shownTime(
        of packet: Packet, _ ahead: inout PacketsAhead, _ patience: Patience
    ) throws(ThumbnailError) -> Int64? {
        if let time = packet.presentationTime { return time }
        decoder.reset()
        defer { decoder.reset() }
        var last = packet
        var next = 0
        guard let frame = try? Frame(), (try? decoder.send(packet)) == true else { return nil }
        while next <= PacketsAhead.limit {
            try patience.check()
            switch try? decoder.receive(into: frame) {
            case .frame:
                if let time = frame.presentationTime { return time }
                // The last of all has no packet that brings it out; the only one is shown at once.
                if next == 1, packet.decodingTime ?? .min <= firstTime { return firstTime }
                return last.decodingTime?.clampedAdding(max(1, frameDuration))
            case .ended, nil: return nil
            case .wantsPacket:
                if next == ahead.count, let read = nextRead() { ahead.append(read) }
                let following = ahead[next]
                next += 1
                last = following ?? last
                if (try? decoder.send(following)) == nil { return nil }
            }
        }
        return nil
    }

    /// Decodes one packet and nothing else.
    ///
    /// - Returns: Whether that gave a frame, which is ``current`` then.
    private mutating func decodeAlone(_ key: KeyFrame) -> Bool {
        decoder.reset()
        queue = PacketQueue()
        upcoming = nil
        current = nil
        do {
            _ = try decoder.send(key.packet)
            _ = try decoder.send(nil)
            let frame = try Frame()
            guard try decoder.receive(into: frame) == .frame else { return false }
            current = TimedFrame(frame: consume frame, time: key.time)
            return true
        } catch {
            return false
        }
    }
}

/// Packets that were read before their turn.
private struct PacketsAhead {
    private var packets: [Packet] = []

    /// More than any decoder holds back.
    static let limit = 64

    var count: Int { packets.count }

    // `nil` after the last.
    subscript(index: Int) -> Packet? { index < packets.count ? packets[index] : nil }

    mutating func append(_ packet: Packet) { packets.append(packet) }

    mutating func takeFirst() -> Packet? { packets.isEmpty ? nil : packets.removeFirst() }
}

/// A packet with a key frame, and when that is shown, in ticks of the stream.
struct KeyFrame {
    var packet: Packet
    var time: Int64
}

/// Looks for the key frame nearest to a time, among frames in the order of decoding.
///
/// In seconds, not in ticks: a clock may be so coarse that the time is between two of its ticks.
struct KeyFrameSearch {
    let time: Double
    let window: ClosedRange<Double>
    /// When frames are shown that are none, though they are marked; in ticks of the stream.
    let refuted: Set<Int64>
    private(set) var nearest: KeyFrame?
    /// Whether a key frame at or before the time was looked at.
    private(set) var hasEarlier = false
    /// Whether one was looked at that is none.
    private(set) var hasRefuted = false
    private var distance = Double.infinity

    /// Times this close are equal, as everywhere.
    private static let slack = 1.5e-6

    init(time: Double, window: ClosedRange<Double>, refuted: Set<Int64> = []) {
        self.time = time
        self.window = window
        self.refuted = refuted
    }

    mutating func look(at key: KeyFrame, shownAt seconds: Double) {
        guard !refuted.contains(key.time) else {
            hasRefuted = true
            return
        }
        if seconds <= time + Self.slack { hasEarlier = true }
        guard seconds >= window.lowerBound - Self.slack,
            seconds <= window.upperBound + Self.slack
        else { return }
        let distance = abs(seconds - time)
        guard distance < self.distance - Self.slack || nearest == nil else { return }
        self.distance = distance
        nearest = key
    }

    /// Whether no packet that is decoded at a time or later can be taken: none is shown before it is decoded.
    func isOver(after decoded: Double) -> Bool {
        decoded > window.upperBound + Self.slack || decoded - time >= distance
    }
}
