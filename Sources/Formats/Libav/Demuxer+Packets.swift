internal import CPhonolithFFmpeg

extension Demuxer {
    /// Makes all streams but one be skipped.
    package func select(_ stream: MediaStream) { select([stream]) }

    /// Makes all other streams be skipped.
    package func select(_ streams: [MediaStream]) {
        for index in 0..<Int(context.pointee.nb_streams) {
            context.pointee.streams[index]?.pointee.discard =
                streams.contains { $0.index == index } ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    /// The next packet of the streams that are not skipped; `nil` at the end of the file.
    ///
    /// Blocks its thread while it reads.
    /// - Throws: ``AVError`` from `av_read_frame`, for a disk that fails and a file that is broken here.
    package func nextPacket() throws(AVError) -> Packet? {
        let packet = try Packet()
        do {
            try read(into: packet)
        } catch  where error.isEndOfFile {
            return nil
        }
        return packet
    }

    /// The next packet of a stream; `nil` at the end of the file.
    ///
    /// Blocks its thread while it reads.
    /// - Throws: ``AVError`` from `av_read_frame`, for a disk that fails and a file that is broken here.
    package func nextPacket(of stream: MediaStream) throws(AVError) -> Packet? {
        let packet = try Packet()
        repeat {
            av_packet_unref(packet.packet)
            do {
                try read(into: packet)
            } catch  where error.isEndOfFile {
                return nil
            }
        } while Int(packet.packet.pointee.stream_index) != stream.index
        return packet
    }

    /// Goes to the last key frame that the file's own index, or a search, finds at or before a time.
    ///
    /// The next packets show where it really ends up: many formats go by the time of decoding, and some
    /// know no key frames. Blocks its thread while it reads.
    /// - Parameter ticks: On the stream's own clock.
    /// - Throws: ``AVError`` from `av_seek_frame`, for formats that cannot seek.
    package func seek(_ stream: MediaStream, to ticks: Int64) throws(AVError) {
        // FFmpeg adds to it and subtracts from it.
        let ticks = min(max(ticks, Int64.min / 2), Int64.max / 2)
        try waiting { () throws(AVError) in
            try check("av_seek_frame") {
                av_seek_frame(context, CInt(stream.index), ticks, AVSEEK_FLAG_BACKWARD)
            }
        }
    }

    /// Whether a server has sent nothing for as long as one may wait.
    package var hasTimedOut: Bool { interruption?.hasExpired ?? false }

    private func read(into packet: borrowing Packet) throws(AVError) {
        let raw = packet.packet
        try waiting { () throws(AVError) in
            try check("av_read_frame") { av_read_frame(context, raw) }
        }
    }

    /// Runs a read, which ends after ``patience``.
    private func waiting(_ body: () throws(AVError) -> Void) throws(AVError) {
        guard let interruption, let patience else { return try body() }
        try interruption.allowing(seconds: patience, body)
    }

    /// The decoding time of the last key frame at or before a time that is known without reading;
    /// `nil` if none is.
    package func knownKeyFrame(before ticks: Int64, of stream: MediaStream) -> Int64? {
        guard let raw = context.pointee.streams[stream.index] else { return nil }
        let index = av_index_search_timestamp(raw, ticks, AVSEEK_FLAG_BACKWARD)
        guard index >= 0, let entry = avformat_index_get_entry(raw, index) else { return nil }
        return entry.pointee.timestamp
    }

    /// The decoding time of the first key frame after a time, from an index that lists every packet.
    package func indexedKeyFrame(after ticks: Int64, of stream: MediaStream) -> IndexedKeyFrame {
        guard indexesEveryPacket(of: stream), let raw = context.pointee.streams[stream.index] else {
            return .unknown
        }
        let index = av_index_search_timestamp(raw, ticks.clampedAdding(1), 0)
        guard index >= 0 else { return knowsLaterKeyFrames(of: raw) ? .none : .unknown }
        guard let entry = avformat_index_get_entry(raw, index),
            entry.pointee.timestamp > ticks
        else { return .unknown }
        return .at(entry.pointee.timestamp)
    }

    /// Whether the index has another key frame than the first packet, which counts as one in files that mark none.
    private func knowsLaterKeyFrames(of raw: UnsafeMutablePointer<AVStream>) -> Bool {
        av_index_search_timestamp(raw, Int64.max / 2, AVSEEK_FLAG_BACKWARD) > 0
    }

    /// The result of an index lookup.
    package enum IndexedKeyFrame: Hashable, Sendable {
        case at(Int64)
        /// There is no later one.
        case none
        /// The index does not say.
        case unknown
    }

    /// Whether the format has an index of the stream's key frames, as a rule of all.
    package func hasIndex(of stream: MediaStream) -> Bool {
        formatName.hasPrefix("matroska,") || indexesEveryPacket(of: stream)
    }

    /// MP4 has a table of all its samples, unless it is in fragments: the samples of these are not there
    /// before they are read. Then the table is empty, or ends before the stream does.
    private func indexesEveryPacket(of stream: MediaStream) -> Bool {
        guard formatName.hasPrefix("mov,"), let duration = stream.duration,
            let raw = context.pointee.streams[stream.index], raw.pointee.nb_frames > 0,
            let last = avformat_index_get_entry(raw, avformat_index_get_entries_count(raw) - 1)
        else { return false }
        let end = stream.timeBase.seconds(
            last.pointee.timestamp.clampedSubtracting(stream.startTicks ?? 0))
        return end > duration - 2
    }
}
