import PhonolithLibav

extension VideoFrames {
    /// Goes to a key frame from which the frame on screen at a time can be decoded, and forgets what was
    /// decoded.
    ///
    /// Where seeking comes out, only the packets show: many formats seek by the time of decoding, or to where
    /// no key frame is. So what comes first is looked at, and while it is too late, an earlier time is tried.
    mutating func land(before time: Int64, _ patience: Patience) throws(ThumbnailError) {
        if position == .fresh, time <= firstTime { return }
        var target = time
        var step = firstStep
        var found: KeyPlace?
        var attempts = 0
        while target > firstTime {
            try patience.check()
            guard seek(to: target) else { break }
            if let landing = try takeFirstKeyFrame(patience), landing.place.time <= time {
                begin = landing.place.time
                if !needsLeadIn(landing.packet) { return }
                attempts += 1
                let isTimed = landing.isTimed || attempts > Self.attemptLimit
                if let found, isTimed, landing.place.isBefore(found) {
                    beganWithLeadIn = true
                    return
                }
                if found == nil { target = min(target, landing.place.time) }
                found = found ?? landing.place
            }
            target = target.clampedSubtracting(step)
            step = Self.doubled(step)
        }
        try rewind()
    }

    /// How often a lead-in is looked for that has a time of the file's own; some files have hardly any.
    private static let attemptLimit = 5

    /// Whether decoding begins one key frame earlier than at this one.
    ///
    /// - Packets that do not say when they are shown have times that the demuxer made up of those before
    ///   them, and right after a seek it has none.
    /// - Some decoders keep state across key frames (``LeadIn/keepsState(_:)``).
    /// - The two fields of an MPEG-2 picture are put together from where reading begins, which may be
    ///   between them; a later key frame sets that right.
    func needsLeadIn(_ packet: Packet) -> Bool {
        LeadIn.isNeeded(
            codec: stream.codecName, format: demuxer.formatName,
            isProgressive: stream.isProgressive, hasTime: hasOwnTime(packet))
    }

    /// Whether the file says when a packet's frame is shown.
    ///
    /// A program stream does for the first frame that begins in a packet of its own, which alone has a
    /// place in the file; times of others are counted on from there, or right after a seek from nowhere.
    /// Of those, frames that are shown as soon as they are decoded have both times, too.
    private func hasOwnTime(_ packet: Packet) -> Bool {
        guard let shown = packet.presentationTime else { return false }
        guard demuxer.formatName == "mpeg" else { return true }
        return packet.position != nil && shown > packet.decodingTime ?? shown
    }

    /// The result of reading from the place of a seek.
    private struct Landing {
        /// A key frame; kept in the queue.
        var packet: Packet
        var place: KeyPlace
        /// Whether its times count on from one that the file has.
        var isTimed: Bool
    }

    /// Begins at the beginning, with whatever comes first, as a player does.
    private mutating func rewind() throws(ThumbnailError) {
        let before = firstTime.clampedSubtracting(stream.timeBase.ticks(10))
        if position != .fresh, !seek(to: before) || !isAtFirst() {
            demuxer = try source.open()
            demuxer.select(stream)
            forget()
        }
        position = .fresh
        beganWithFirst = true
    }

    /// Whether the next packet is no later than the first of all; it is kept.
    ///
    /// Where packets have no presentation time, the first has one after opening only, as its decoder knows of none before it.
    private mutating func isAtFirst() -> Bool {
        guard let packet = nextPacket() else { return false }
        queue.append(packet)
        guard let time = packet.presentationTime else { return false }
        return packet.isKey && (packet.decodingTime ?? time) <= firstTime
    }

    private mutating func seek(to time: Int64) -> Bool {
        forget()
        do {
            try demuxer.seek(stream, to: time)
            return true
        } catch {
            return false
        }
    }

    private mutating func forget() {
        decoder.reset()
        queue = PacketQueue()
        current = nil
        upcoming = nil
        position = .lost
        begin = nil
        beganWithFirst = false
        beganWithLeadIn = false
    }

    /// Reads up to the first key frame.
    ///
    /// - Returns: `nil` if none comes.
    private mutating func takeFirstKeyFrame(_ patience: Patience) throws(ThumbnailError) -> Landing?
    {
        var isTimed = demuxer.formatName != "mpeg"
        while let packet = nextPacket() {
            try patience.check()
            isTimed = isTimed || hasOwnTime(packet)
            guard packet.isKey, let place = KeyPlace(packet) else { continue }
            queue.append(packet)
            return Landing(packet: packet, place: place, isTimed: isTimed)
        }
        return nil
    }

    /// How many key frames earlier decoding begins at most where a frame is lost.
    static let retryLimit = 3

    /// Whether the packets have a later frame for the time than has come.
    var lacksPromised: Bool {
        guard !beganWithFirst, let promised = queue.promisedTime else { return false }
        return current?.time ?? .min < promised
    }

    /// When the stream begins, in its ticks.
    var firstTime: Int64 {
        stream.startTicks ?? stream.timeBase.ticks(demuxer.startTime)
    }
}

/// Which key frames are not a place to begin decoding.
package enum LeadIn {
    /// - Parameters:
    ///   - codec: FFmpeg's name.
    ///   - format: FFmpeg's name.
    ///   - isProgressive: Whether no picture of the stream is two fields.
    ///   - hasTime: Whether the key frame's packet says when it is shown.
    package static func isNeeded(codec: String, format: String, isProgressive: Bool, hasTime: Bool)
        -> Bool
    {
        let mayBeginAmidPicture =
            codec == "mpeg2video" && format.hasPrefix("mpeg") && !isProgressive
        return !hasTime || keepsState(codec) || mayBeginAmidPicture
    }

    /// Whether FFmpeg's decoder keeps more from picture to picture than a key frame sets again: VC-1, which
    /// is called WMV3 in its simple and main profiles.
    static func keepsState(_ codec: String) -> Bool { codec == "vc1" || codec == "wmv3" }
}

/// Where a key frame is, by what its packet says.
package struct KeyPlace {
    /// When it is shown, or else decoded.
    let time: Int64
    private let position: Int64?

    /// `nil` for a packet without any time.
    init?(_ packet: Packet) {
        guard let time = packet.presentationTime ?? packet.decodingTime else { return nil }
        self.init(time: time, position: packet.position)
    }

    package init(time: Int64, position: Int64?) {
        self.time = time
        self.position = position
    }

    /// By the place in the file where that is known: times right after a seek may be made up.
    package func isBefore(_ other: KeyPlace) -> Bool {
        guard let position, let place = other.position else { return time < other.time }
        return position < place
    }
}
