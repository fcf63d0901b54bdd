import PhonolithLibav

extension VideoFrames {
    /// How long the pictures continue, in seconds: as the file says, of itself or of its video, whichever is
    /// less; where it says nothing, to the end of the last frame, which takes reading the end of the file.
    ///
    /// - Throws: ``ThumbnailError`` if that is needed and nothing can be decoded.
    mutating func extent(_ patience: Patience) throws(ThumbnailError) -> Double {
        if let duration, duration > 0 {
            guard let own = stream.duration, own > 0 else { return duration }
            guard let start = stream.startTicks else { return min(duration, own) }
            return min(duration, max(0, seconds(start)) + own)
        }
        let never = Int64.max / 4
        try land(before: never, patience)
        try advance(to: never, patience)
        position = .lost
        guard let last = current?.time else { throw .noFrames }
        return seconds(last.clampedAdding(frameDuration))
    }

    /// Makes ``duration`` count from the start of the file.
    ///
    /// Matroska's counts from 0 as FFmpeg writes it, and from the first frame as others do, which differs
    /// where the first frame is later. The last packets show which, unless sound continues after them; then it
    /// stays as it is stated.
    mutating func settleDuration(_ patience: Patience) throws(ThumbnailError) {
        guard let stated = duration, demuxer.startTime > 0.05,
            demuxer.formatName.hasPrefix("matroska,")
        else { return }
        let fromZero = max(0, stated - demuxer.startTime)
        position = .lost
        let end = try endOfPackets(from: fromZero, patience)
        let isFromZero = abs(end - fromZero) < min(1, abs(end - stated))
        duration = isFromZero ? fromZero : stated
    }

    /// When the last of the packets from a time on ends, in seconds.
    private mutating func endOfPackets(
        from time: Double, _ patience: Patience
    ) throws(ThumbnailError) -> Double {
        var end = 0.0
        guard (try? demuxer.seek(stream, to: ticks(time))) != nil else { return end }
        while let packet = nextPacket() {
            try patience.check()
            guard let begin = packet.presentationTime else { continue }
            end = max(end, seconds(begin.clampedAdding(packet.duration)))
        }
        return end
    }
}
