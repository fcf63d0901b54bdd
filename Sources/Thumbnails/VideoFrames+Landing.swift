import Libav

extension VideoFrames {
    /// Goes to a key frame from which the frame on screen at a time can be decoded, and forgets what was
    /// decoded.
    ///
    /// Where seeking comes out, only the packets tell: many formats seek by the time of decoding, or to where
    /// no key frame is. So what comes first is looked at, and while it is too late, an earlier time is tried.
    mutating func land(before time: Int64, _ patience: Patience) throws(ThumbnailError) {
        if position == .fresh, time <= firstTime { return }
        var target = time
        var step = stream.timeBase.ticks(1)
        while target > firstTime {
            try patience.check()
            guard seek(to: target) else { break }
            if let landed = try takeFirstKeyFrame(patience), landed <= time { return }
            target = target - step
            step = Self.doubled(step)
        }
        try rewind()
    }

    /// Begins at the beginning, with whatever comes first, as a player does.
    private mutating func rewind() throws(ThumbnailError) {
        if position != .fresh, !seek(to: firstTime - stream.timeBase.ticks(10)) || !isAtFirst() {
            do {
                demuxer = try Demuxer.open(path)
            } catch {
                throw .cannotOpen(error)
            }
            demuxer.select(stream)
            forget()
        }
        position = .fresh
        beganWithFirst = true
    }

    /// Whether the next packet is no later than the first of all; it is kept.
    private mutating func isAtFirst() -> Bool {
        guard let packet = nextPacket() else { return false }
        queue.append(packet)
        guard let time = packet.decodingTime ?? packet.presentationTime else { return false }
        return packet.isKey && time <= firstTime
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
        beganWithFirst = false
    }

    /// Reads up to the first key frame, which is kept.
    ///
    /// - Returns: When it is shown; `nil` where none comes.
    private mutating func takeFirstKeyFrame(_ patience: Patience) throws(ThumbnailError) -> Int64? {
        while let packet = nextPacket() {
            try patience.check()
            guard packet.isKey, let time = packet.presentationTime ?? packet.decodingTime else {
                continue
            }
            queue.append(packet)
            return time
        }
        return nil
    }

    /// When the stream begins, in its ticks.
    private var firstTime: Int64 {
        stream.startTicks ?? stream.timeBase.ticks(demuxer.startTime)
    }
}
